import Raster

extension Values {
  /// Shown for a value that was never read.
  public static let dash = "–"

  /// Returns the displayed text of a value.
  public func words(for name: String) -> String {
    guard let definition = definitions[name], let reading = reading(name) else { return Self.dash }
    return definition.words(for: reading.raw, point: point)
  }

  /// Returns a text with the current values.
  public func words(for text: LiveText) -> String {
    var words = ""
    for part in text.parts {
      switch part {
      case .words(let part): words += part
      case .value(let name): words += self.words(for: name)
      }
    }
    return words
  }

  /// Returns whether one of the text's values is stale or was never read.
  public func isStale(_ text: LiveText) -> Bool { text.names.contains { reading($0)?.isStale ?? true } }

  /// Returns whether one of the text's values is a number with fixed decimals. Other texts keep the font's proportional
  /// digits.
  public func hasNumbers(_ text: LiveText) -> Bool { text.names.contains { definitions[$0]?.decimals != nil } }

  /// Returns the color from the first of the text's values that has one; `nil` for the text's default color.
  public func color(for text: LiveText) -> Color? {
    for name in text.names {
      if let reading = reading(name), let color = definitions[name]?.color(of: reading.raw) { return color }
    }
    return nil
  }
}
