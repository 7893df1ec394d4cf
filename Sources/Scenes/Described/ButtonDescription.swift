import PanelRaster

/// A button on a face of the cube or in a scene file, and its action.
public struct ButtonDescription {
  /// The name of the view: the last component of its path.
  public var name: String
  /// False if the name is a generated one, which isn't an address.
  public var isNamed = true
  /// The title; `nil` for "Lamp" if the action toggles the light, otherwise "Run".
  public var title: LiveText?
  /// The maximum number of lines of the title.
  public var lines = 1
  /// The name of the icon before the title; `nil` for none.
  public var icon: LiveText?
  /// The label for screen readers and the journal; `nil` for the title.
  public var accessibilityLabel: String?
  public var action: Action
  /// True if the button has to be held for a second.
  public var needsHold = false
  /// The condition under which the button can be pressed; `nil` for always.
  public var enabledCondition: ValueCondition?
  /// The first style whose condition holds is used.
  public var styles: [Style] = []

  public struct Style: Equatable, Sendable {
    /// `nil` for a style that always applies.
    public var condition: ValueCondition?
    public var color: Color

    public init(_ condition: ValueCondition?, color: Color) { (self.condition, self.color) = (condition, color) }
  }

  public init(name: String, title: LiveText? = nil, action: Action = .none) {
    (self.name, self.title, self.action) = (name, title, action)
  }
}
