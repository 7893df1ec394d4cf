/// The words that a `TouchExplorer` adds to labels and values, in English by default. They are VoiceOver's.
public struct AccessibilityTexts: Sendable {
  /// The ISO 639 code of the language.
  public var language = "en"
  /// Between the parts of a sentence, and between sentences.
  public var separator = ", "
  public var sentenceSeparator = ". "
  /// Spoken when exploring begins.
  public var introduction = """
    Speech is on. Move a finger to hear what is there. Double tap to press. Swipe right for the next item, up or down to \
    change it. Tap three times to repeat
    """
  /// Spoken when exploring begins with a key, or at the first key.
  public var keyIntroduction = """
    Speech is on. Press the right arrow for the next item, up or down to change it, Enter to press it, Page Up to repeat
    """
  public var button = "button"
  public var header = "heading"
  public var image = "image"
  public var adjustable = "adjustable"
  public var toggleButton = "switch"
  public var on = "on"
  public var off = "off"
  public var selected = "selected"
  public var notEnabled = "dimmed"
  /// The hint of an adjustable element without another one, for touches and for keys.
  public var adjustableHint = "Swipe up or down to change"
  public var adjustableKeyHint = "Up or down arrow to change"
  /// The ends of a range.
  public var minimum = "minimum"
  public var maximum = "maximum"
  /// Spoken after the first and the last element if none precedes or follows it.
  public var beginning = "Beginning"
  public var end = "End"
  /// Spoken after an activation without another effect on the element.
  public var pressed = "pressed"
  /// Spoken if the current element can't be activated or adjusted.
  public var notPressable = "Can't be pressed"
  public var notAdjustable = "Can't be changed"
  /// The labels of the elements that change the speech.
  public var volume = "Volume"
  public var rate = "Rate"
  /// Spoken after one of them if the previous element was elsewhere.
  public var speechSettings = "speech settings"
  /// The value of a scroll view.
  public var page: @Sendable (_ number: Int, _ count: Int) -> String = { "page \($0) of \($1)" }
  /// Says that a tap would reach a view that isn't the visible one.
  public var tapWouldReach: @Sendable (_ name: String) -> String = { "A tap here would reach \($0)" }

  public init() {}
}

extension AccessibilityTexts {
  /// Describes an element: label, state and kind.
  func description(of element: View) -> String {
    let traits = element.accessibilityTraits
    let kinds: [(AccessibilityTraits, String)] = [
      (.toggleButton, toggleButton), (.button, button), (.header, header), (.image, image), (.adjustable, adjustable),
    ]
    return joined(
      [element.spokenLabel, state(of: element)] + kinds.filter { traits.contains($0.0) }.map(\.1), separator)
  }

  /// The effect of using an element, or the reason why it is disabled, which may be that of a group around it.
  func hint(of element: View, usesKeys: Bool = false) -> String {
    if let hint = element.accessibilityHint { return hint }
    let traits = element.accessibilityTraits
    guard traits.contains(.notEnabled) else {
      return !traits.contains(.adjustable) ? "" : usesKeys ? adjustableKeyHint : adjustableHint
    }
    let groups = sequence(first: element, next: \.superview).dropFirst().prefix { !$0.isAccessibilityElement }
    return groups.lazy.compactMap(\.accessibilityHint).first ?? ""
  }

  /// Describes what can change while an element is used: its value, and whether it is selected or disabled.
  func state(of element: View) -> String {
    let traits = element.accessibilityTraits
    let value = element.accessibilityValue ?? ""
    return joined(
      [
        traits.contains(.toggleButton) ? (value == "1" ? on : off) : value,
        traits.contains(.minimum) ? minimum : "", traits.contains(.maximum) ? maximum : "",
        traits.contains(.selected) ? selected : "", traits.contains(.notEnabled) ? notEnabled : "",
      ], separator)
  }

  func joined(_ parts: [String], _ separator: String) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: separator)
  }
}
