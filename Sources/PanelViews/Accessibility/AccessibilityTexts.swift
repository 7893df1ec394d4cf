/// The words that a `TouchExplorer` adds to labels and values, in English by default. They are VoiceOver's.
public struct AccessibilityTexts: Sendable {
  /// The ISO 639 code of the language.
  public var language = "en"
  /// Between the parts of a sentence, and between sentences.
  public var separator = ", "
  public var stop = ". "
  /// Spoken when exploring begins.
  public var introduction = """
    Speech is on. Move a finger to hear what is there. Double tap to press. Swipe right for the next item, up or down to \
    change it. Tap three times to repeat
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
  /// The hint of an adjustable element without another one.
  public var adjustableHint = "Swipe up or down to change"
  /// The value of a scroll view.
  public var page: @Sendable (_ number: Int, _ count: Int) -> String = { "page \($0) of \($1)" }
  /// Says that a tap would reach a view that isn't the visible one.
  public var tapReaches: @Sendable (_ name: String) -> String = { "A tap here would reach \($0)" }

  public init() {}
}

extension AccessibilityTexts {
  /// Describes an element: label, value, kind, state, then the hint.
  func description(of element: View) -> String {
    let traits = element.accessibilityTraits
    let kinds: [(AccessibilityTraits, String)] = [
      (.toggleButton, toggleButton), (.button, button), (.header, header), (.image, image), (.adjustable, adjustable),
    ]
    let words = [element.spokenLabel, state(of: element)] + kinds.filter { traits.contains($0.0) }.map(\.1)
    let hint = element.accessibilityHint ?? (traits.contains(.adjustable) ? adjustableHint : "")
    return joined([joined(words, separator), hint], stop)
  }

  /// Describes what can change while an element is used: its value, and whether it is selected or disabled.
  func state(of element: View) -> String {
    let traits = element.accessibilityTraits
    let value = element.accessibilityValue ?? ""
    return joined(
      [
        traits.contains(.toggleButton) ? (value == "1" ? on : off) : value,
        traits.contains(.selected) ? selected : "", traits.contains(.notEnabled) ? notEnabled : "",
      ], separator)
  }

  func joined(_ parts: [String], _ separator: String) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: separator)
  }
}
