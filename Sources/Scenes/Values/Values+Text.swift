import Localization
import PanelRaster
import PanelViews

extension Values {
  /// Shown for a value that was never read.
  public static let dash = "–"

  /// Returns the displayed text of a value.
  public func text(of name: String) -> String {
    guard let definition = definitions[name], let reading = reading(name) else { return Self.dash }
    return definition.text(of: reading.raw, decimalSeparator: decimalSeparator)
  }

  /// Returns the displayed text of a value, and the label of its threshold if it has one.
  func spokenText(of name: String) -> String {
    guard let definition = definitions[name], let reading = reading(name) else {
      return staleReason(of: name) ?? Self.dash
    }
    return definition.spokenText(of: reading.raw, decimalSeparator: decimalSeparator)
  }

  /// Returns a spoken reason why a condition doesn't hold: the current texts of its values that have letters; `nil` if
  /// none has.
  func spokenReason(for condition: ValueCondition) -> String? {
    let texts = condition.names.map(spokenText).filter { $0.contains(where: \.isLetter) }
    let reason = texts.joined(separator: LocalizedText.listSeparator.text)
    return texts.isEmpty ? nil : LocalizedText.currently.text([.word: reason])
  }

  /// Returns the labels of the thresholds of a text's values; `nil` if they have none.
  func thresholdLabels(of text: LiveText) -> String? {
    let labels = text.names.compactMap { name in
      reading(name).flatMap { definitions[name]?.threshold(of: $0.raw)?.label }
    }
    return labels.isEmpty ? nil : labels.joined(separator: LocalizedText.listSeparator.text)
  }

  /// Returns a text with the current values, within `TextLimit`.
  public func text(of text: LiveText) -> String { spans(of: text).map(\.string).joined() }

  /// Returns a text as the log and other programs get it: with "…" for each text that people type, unless it is public.
  public func publicText(of text: LiveText) -> String {
    var limit = TextLimit()
    return text.parts.map { part in
      switch part {
      case .literal(let literal): limit.prefix(of: literal)
      case .value(let name): limit.prefix(of: isPrivate(name) ? "…" : self.text(of: name))
      case .line(let line, let name): limit.prefix(of: isPrivate(name) ? "…" : line)
      }
    }.joined()
  }

  /// Returns the icon with a name that may contain values. While one of them was never read, the icon isn't drawn, but
  /// takes room.
  public func icon(named name: LiveText) -> Icon {
    Icon(name.names.contains { reading($0) == nil } ? "" : text(of: name))
  }

  /// Returns the parts of a text with the current values, within `TextLimit`, for a label. Only numbers with fixed
  /// decimals have digits of the same width, because these leave gaps in other texts.
  func spans(of text: LiveText) -> [AttributedSpan] {
    var limit = TextLimit()
    return text.parts.map { part in
      switch part {
      case .literal(let text), .line(let text, _): AttributedSpan(limit.prefix(of: text))
      case .value(let name):
        AttributedSpan(
          limit.prefix(of: self.text(of: name)), hasMonospacedDigits: definitions[name]?.decimals != nil)
      }
    }
  }

  /// Returns whether one of the text's values is stale or was never read.
  public func isStale(_ text: LiveText) -> Bool { text.names.contains { reading($0)?.isStale ?? true } }

  /// Returns whether one of the text's values is a number with fixed decimals. Other texts keep the font's proportional
  /// digits.
  public func hasFixedDecimals(_ text: LiveText) -> Bool { text.names.contains { definitions[$0]?.decimals != nil } }

  /// Returns the color from the first of the text's values that has one; `nil` for the text's default color.
  public func color(of text: LiveText) -> Color? {
    text.names.lazy.compactMap { [self] name in reading(name).flatMap { definitions[name]?.color(of: $0.raw) } }.first
  }
}
