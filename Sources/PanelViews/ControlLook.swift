import PanelGeometry
import PanelRaster
import PanelText

/// The appearance of a control: its background, an overlay while pressed, and a ring while focused.
public struct ControlLook: Equatable, Sendable {
  /// `.clear` for no background.
  public var background: Color
  public var selectedBackground: Color
  /// Replaces the background while the control is pressed; `nil` to show only the overlay.
  public var highlightedBackground: Color?
  /// Drawn over the background while the control is pressed.
  public var highlightOverlay: Color
  public var focusRing: Color
  public var cornerRadius: Double
  public var focusRingWidth: Double
  /// From the background's edge inward to the center of the ring's line.
  public var focusRingInset: Double

  /// The default look is that of a button on a dark background. Lengths are in points.
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
  /// Draws the background, the overlay and the focus ring for the control's state.
  ///
  /// - Parameter place: the background's frame, in the control's points.
  public func draw(_ look: ControlLook, of control: Control, in place: Rect) {
    let normal = control.isSelected ? look.selectedBackground : look.background
    let background = control.isHighlighted ? look.highlightedBackground ?? normal : normal
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
