/// A button and what it does: on a face of the cube, or in a scene file.
public struct ButtonDescription {
  /// Of its view: the last part of its path.
  public var name: String
  /// `nil` for what its action says: how the lamp is, or "Run".
  public var title: String?
  /// The name for those who don't see it: in a screen reader's words, and in the journal. `nil` for its title.
  public var accessibilityLabel: String?
  public var action: Action
  /// True for one that has to be held for a second.
  public var needsHold = false

  public init(name: String, title: String? = nil, action: Action = .none) {
    (self.name, self.title, self.action) = (name, title, action)
  }
}
