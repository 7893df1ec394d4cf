import Raster

/// A button and what it does: on a face of the cube, or in a scene file.
public struct ButtonDescription {
  /// Of its view: the last part of its path.
  public var name: String
  /// `nil` for what its action says: how the lamp is, or "Run".
  public var title: LiveText?
  /// The name for those who don't see it: in a screen reader's words, and in the journal. `nil` for its title.
  public var accessibilityLabel: String?
  public var action: Action
  /// True for one that has to be held for a second.
  public var needsHold = false
  /// What a value has to say for it to take presses; `nil` for one that always does.
  public var enabled: ValueCondition?
  /// The first one that holds is its look.
  public var styles: [Style] = []

  /// Another look for what a value says.
  public struct Style: Equatable, Sendable {
    /// `nil` for one that always holds.
    public var condition: ValueCondition?
    /// Of the ground.
    public var color: Color

    public init(_ condition: ValueCondition?, color: Color) { (self.condition, self.color) = (condition, color) }
  }

  public init(name: String, title: LiveText? = nil, action: Action = .none) {
    (self.name, self.title, self.action) = (name, title, action)
  }
}
