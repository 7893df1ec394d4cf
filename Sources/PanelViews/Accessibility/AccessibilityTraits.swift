/// The kind and the state of an element for assistive technology. Names and meanings are UIKit's, except `minimum` and
/// `maximum`.
public struct AccessibilityTraits: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let button = AccessibilityTraits(rawValue: 1 << 0)
  public static let header = AccessibilityTraits(rawValue: 1 << 1)
  public static let image = AccessibilityTraits(rawValue: 1 << 2)
  /// The element handles `accessibilityIncrement` and `accessibilityDecrement`.
  public static let adjustable = AccessibilityTraits(rawValue: 1 << 3)
  public static let selected = AccessibilityTraits(rawValue: 1 << 4)
  public static let notEnabled = AccessibilityTraits(rawValue: 1 << 5)
  /// The value changes often: changes aren't spoken.
  public static let updatesFrequently = AccessibilityTraits(rawValue: 1 << 6)
  /// The element is on or off: its value is "1" or "0".
  public static let toggleButton = AccessibilityTraits(rawValue: 1 << 7)
  /// An adjustable element whose value is at an end of its range.
  public static let minimum = AccessibilityTraits(rawValue: 1 << 8)
  public static let maximum = AccessibilityTraits(rawValue: 1 << 9)
  /// A key of a keyboard: a finger that explores types it when it lifts.
  public static let keyboardKey = AccessibilityTraits(rawValue: 1 << 10)
}
