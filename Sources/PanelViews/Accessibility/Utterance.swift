/// A text for a speech synthesizer, or the command to be silent.
public struct Utterance: Equatable, Sendable {
  /// Empty to be silent.
  public var text: String
  /// The ISO 639 code of the text's language, such as `en`.
  public var language: String
  /// True to stop the current speech; false to speak after it.
  public var interrupts: Bool
  /// True if the text describes an element that wasn't described before: it begins with a click.
  public var isNewElement: Bool
  /// The speed in percent: 50 is the voice's normal speed, 0 its slowest and 100 its fastest.
  public var rate = Self.defaultRate
  /// The volume in percent.
  public var volume = Self.defaultVolume

  public static let (defaultRate, defaultVolume) = (50, 80)

  public init(_ text: String, language: String, interrupts: Bool = true, isNewElement: Bool = false) {
    (self.text, self.language) = (text, language)
    (self.interrupts, self.isNewElement) = (interrupts, isNewElement)
  }
}
