/// A key of the keyboard, as far as views care.
public enum Key: Equatable, Sendable {
  case tab, backTab, `return`, space, escape, f11
  case up, down, left, right
  /// Any key that types a character, in lower case.
  case character(Character)
}
