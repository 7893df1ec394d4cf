import Localization

/// The words with which a `TouchExplorer` describes a view, in the current language. They are VoiceOver's.
extension View {
  /// The element's label, state and kind.
  final var spokenDescription: String {
    let kinds: [(AccessibilityTraits, LocalizedText)] = [
      (.toggleButton, .spokenSwitch), (.button, .spokenButton), (.header, .spokenHeading), (.image, .spokenImage),
      (.adjustable, .spokenAdjustable),
    ]
    let traits = accessibilityTraits
    let kind = (self as? TextField)?.kindName ?? ""
    let field = spokenLabel == kind ? "" : kind
    return ([spokenLabel, field, spokenState] + kinds.filter { traits.contains($0.0) }.map(\.1.text))
      .spoken(.listSeparator)
  }

  /// The parts that can change while the element is used: its value, and whether it is selected or disabled.
  final var spokenState: String {
    let (traits, value) = (accessibilityTraits, accessibilityValue ?? "")
    let states: [(AccessibilityTraits, LocalizedText)] = [
      (.minimum, .spokenMinimum), (.maximum, .spokenMaximum), (.selected, .spokenSelected),
      (.notEnabled, .spokenDisabled),
    ]
    let spokenValue =
      traits.contains(.toggleButton) ? (value == "1" ? LocalizedText.spokenOn : .spokenOff).text : value
    return ([spokenValue] + states.filter { traits.contains($0.0) }.map(\.1.text)).spoken(.listSeparator)
  }

  /// Returns the effect of using the element, or the reason why it is disabled, which may be that of a group around it.
  final func spokenHint(usesKeys: Bool = false) -> String {
    if let hint = accessibilityHint { return hint }
    let traits = accessibilityTraits
    guard traits.contains(.notEnabled) else {
      return !traits.contains(.adjustable) ? "" : (usesKeys ? LocalizedText.hintAdjustKey : .hintAdjust).text
    }
    let groups = sequence(first: self, next: \.superview).dropFirst().prefix { !$0.isAccessibilityElement }
    return groups.lazy.compactMap(\.accessibilityHint).first ?? ""
  }
}

extension [String] {
  /// Joins the parts that aren't empty.
  func spoken(_ separator: LocalizedText) -> String { filter { !$0.isEmpty }.joined(separator: separator.text) }
}
