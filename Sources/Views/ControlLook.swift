import Geometry
import Raster
import Text

/// The look that controls share: a background, a highlightOverlay over it while a finger is on it, a focusRing while it has the keyboard.
public struct ControlLook: Equatable, Sendable {
  /// `.clear` for none.
  public var background: Color
  public var selectedBackground: Color
  /// In place of the background while a finger is on the control; `nil` for the highlightOverlay alone.
  public var highlightedBackground: Color?
  /// Laid over the background while a finger is on the control.
  public var highlightOverlay: Color
  public var focusRing: Color
  /// Of the corners, in points.
  public var cornerRadius: Double
  /// In points.
  public var focusRingWidth: Double
  /// From the ground's edge to the middle of the focusRing, inward, in points.
  public var focusRingInset: Double

  /// The look of a button on a dark background.
  public init(
    background: Color = Color(1, 1, 1, 0.10), selectedBackground: Color = Color(hex: 0xE8ECF6),
    highlightedBackground: Color? = nil, highlightOverlay: Color = Color(1, 1, 1, 0.12),
    focusRing: Color = Color(hex: 0xF2B33D),
    cornerRadius: Double = 14, focusRingWidth: Double = 2, focusRingInset: Double = 1
  ) {
    (self.background, self.selectedBackground, self.highlightedBackground) = (
      background, selectedBackground, highlightedBackground
    )
    (self.highlightOverlay, self.focusRing, self.cornerRadius) = (highlightOverlay, focusRing, cornerRadius)
    (self.focusRingWidth, self.focusRingInset) = (focusRingWidth, focusRingInset)
  }
}

extension Canvas {
  /// Draws a control's background as its state is.
  ///
  /// - Parameter place: in the control's points; its bounds where there is nothing around the background.
  public func draw(_ look: ControlLook, of control: Control, in place: Rect) {
    let background =
      control.isHighlighted ? look.highlightedBackground ?? look.background(of: control) : look.background(of: control)
    if background.alpha > 0 { fill(place, radius: look.cornerRadius, color: background) }
    if control.isHighlighted, look.highlightOverlay.alpha > 0 {
      fill(place, radius: look.cornerRadius, color: look.highlightOverlay)
    }
    if control.isFocused {
      stroke(
        place.insetBy(look.focusRingInset, look.focusRingInset), radius: look.cornerRadius - look.focusRingInset,
        width: look.focusRingWidth, color: look.focusRing)
    }
  }
}

extension ControlLook {
  fileprivate func background(of control: Control) -> Color { control.isSelected ? selectedBackground : background }
}
