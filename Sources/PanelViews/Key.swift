/// A key that views handle.
public enum Key: Hashable, Sendable {
  case tab, backTab, `return`, space, escape, f11
  case up, down, left, right
  case pageUp, pageDown, home, end
  /// Deletes before the caret (backspace), and after it.
  case delete, deleteForward
  /// A key that types a character, in lower case.
  case character(Character)
}

/// The modifier keys that are held; UIKit's `UIKeyModifierFlags`.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let shift = KeyModifiers(rawValue: 1 << 0)
  public static let control = KeyModifiers(rawValue: 1 << 1)
}
