import Raster

extension Values {
  /// In place of a value that never came.
  public static let dash = "–"

  /// A value in the words that are shown.
  public func words(for name: String) -> String {
    guard let definition = definitions[name], let reading = reading(name) else { return Self.dash }
    return definition.words(for: reading.raw, point: point)
  }

  /// A text as it is shown now.
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

  /// True where one of a text's values is older than it may be, or never came.
  public func isStale(_ text: LiveText) -> Bool { text.names.contains { reading($0)?.isStale ?? true } }

  /// True where one of a text's values is a number with so many decimals: times and words keep their font's own digits.
  public func hasNumbers(_ text: LiveText) -> Bool { text.names.contains { definitions[$0]?.decimals != nil } }

  /// The colour that its values give a text, by the first one that has any; `nil` for the text's own.
  public func color(for text: LiveText) -> Color? {
    for name in text.names {
      if let reading = reading(name), let color = definitions[name]?.color(of: reading.raw) { return color }
    }
    return nil
  }
}
