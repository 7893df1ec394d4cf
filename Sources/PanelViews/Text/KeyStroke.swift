/// A key of a real keyboard and what it types; UIKit's `UIKey`.
public struct KeyStroke: Equatable, Sendable {
  public var key: Key
  /// With the keyboard's layout and after dead keys; `nil` for a key that types nothing.
  public var text: String?
  public var modifiers: KeyModifiers

  /// - Parameters:
  ///   - key: the key.
  ///   - text: what it types; `nil` for nothing.
  ///   - modifiers: the modifier keys that are held.
  public init(key: Key, text: String? = nil, modifiers: KeyModifiers = []) {
    (self.key, self.text, self.modifiers) = (key, text, modifiers)
  }
}
