/// A key that views handle.
public enum Key: Hashable, Sendable {
  case tab, backTab, `return`, space, escape, f11
  case up, down, left, right
  case pageUp, pageDown, home, end
  /// A key that types a character, in lower case.
  case character(Character)
}
