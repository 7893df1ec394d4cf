import Geometry
import Raster
import Text

/// The look that controls share: a ground, a veil over it while a finger is on it, a ring while it has the keyboard.
public struct ControlLook: Equatable, Sendable {
  /// `.clear` for none.
  public var ground: Color
  public var selectedGround: Color
  /// In place of the ground while a finger is on the control; `nil` for the veil alone.
  public var highlightedGround: Color?
  /// Laid over the ground while a finger is on the control.
  public var veil: Color
  public var ring: Color
  /// Of the corners, in points.
  public var radius: Double
  /// In points.
  public var ringWidth: Double
  /// From the ground's edge to the middle of the ring, inward, in points.
  public var ringInset: Double

  /// The look of a button on a dark ground.
  public init(
    ground: Color = Color(1, 1, 1, 0.10), selectedGround: Color = Color(hex: 0xE8ECF6),
    highlightedGround: Color? = nil, veil: Color = Color(1, 1, 1, 0.12), ring: Color = Color(hex: 0xF2B33D),
    radius: Double = 14, ringWidth: Double = 2, ringInset: Double = 1
  ) {
    (self.ground, self.selectedGround, self.highlightedGround) = (ground, selectedGround, highlightedGround)
    (self.veil, self.ring, self.radius) = (veil, ring, radius)
    (self.ringWidth, self.ringInset) = (ringWidth, ringInset)
  }
}

extension Canvas {
  /// Draws a control's ground as its state is.
  ///
  /// - Parameter place: in the control's points; its bounds where there is nothing around the ground.
  public func draw(_ look: ControlLook, of control: Control, in place: Rect) {
    let ground =
      control.isHighlighted ? look.highlightedGround ?? look.ground(of: control) : look.ground(of: control)
    if ground.alpha > 0 { fill(place, radius: look.radius, color: ground) }
    if control.isHighlighted, look.veil.alpha > 0 { fill(place, radius: look.radius, color: look.veil) }
    if control.isFocused {
      stroke(
        place.insetBy(look.ringInset, look.ringInset), radius: look.radius - look.ringInset,
        width: look.ringWidth, color: look.ring)
    }
  }
}

extension ControlLook {
  fileprivate func ground(of control: Control) -> Color { control.isSelected ? selectedGround : ground }
}
