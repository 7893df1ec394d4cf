import PanelLayers

/// The appearance of controls: their colors, corners and focus ring.
///
/// Set `View.controlLook` to give a view and everything in it a look, as with `overrideUserInterfaceStyle` in UIKit.
public struct ControlLook: Equatable, Sendable {
  /// `.clear` for no background.
  public var background: Color
  public var selectedBackground: Color
  /// Drawn over the background while the control is pressed.
  public var highlightOverlay: Color
  public var focusRing: Color
  public var cornerRadius: Double
  public var focusRingWidth: Double
  /// From the background's edge inward to the center of the ring's line.
  public var focusRingInset: Double

  public var text = Color.white
  /// Less important text, such as the options that aren't selected.
  public var secondaryText = Color(hex: 0xAAB2C4)
  /// Text on `selectedBackground`.
  public var selectedText = Color(hex: 0x1A1F2C)
  /// The title of a disabled button; `nil` to fade its color.
  public var disabledText: Color?
  /// The color of a switch that is on, of filled tracks and of an alert's most important button.
  public var tint = Color(hex: 0xF2B33D)
  /// Text on the tint.
  public var tintText = Color(hex: 0x1A1F2C)
  /// Text of an action that destroys something.
  public var destructiveText = Color(hex: 0xFF8A80)
  /// The part of a track that isn't filled, and lines between controls.
  public var track = Color(1, 1, 1, 0.16)
  /// The filled part of a slider's track; `nil` for the tint.
  public var filledTrack: Color?
  public var knob = Color(hex: 0xE8ECF6)
  /// The slider's knob while it is dragged; `nil` for no change.
  public var highlightedKnob: Color?
  /// The background of an alert.
  public var surface = Color(hex: 0x232A39)
  /// Dims what is behind an alert.
  public var backdrop = Color(0.02, 0.03, 0.05, 0.6)

  /// The default look is for a dark background.
  public init(
    background: Color = Color(1, 1, 1, 0.10), selectedBackground: Color = Color(hex: 0xE8ECF6),
    highlightOverlay: Color = Color(1, 1, 1, 0.12),
    focusRing: Color = Color(hex: 0xF2B33D),
    cornerRadius: Double = 14, focusRingWidth: Double = 2, focusRingInset: Double = 1
  ) {
    (self.background, self.selectedBackground) = (background, selectedBackground)
    (self.highlightOverlay, self.focusRing, self.cornerRadius) = (highlightOverlay, focusRing, cornerRadius)
    (self.focusRingWidth, self.focusRingInset) = (focusRingWidth, focusRingInset)
  }

  /// For a dark background: the default.
  public static let dark = ControlLook()

  public static let light = {
    let darkBlue = Color(hex: 0x2A3142)
    var look = ControlLook(
      background: darkBlue.withAlphaComponent(0.08), selectedBackground: darkBlue,
      highlightOverlay: darkBlue.withAlphaComponent(0.10), focusRing: Color(hex: 0x8F5A00))
    (look.text, look.secondaryText, look.selectedText) = (Color(hex: 0x1A1F2C), Color(hex: 0x525C72), .white)
    (look.tint, look.tintText, look.destructiveText) = (Color(hex: 0xA66A00), .white, Color(hex: 0xB3261E))
    (look.track, look.knob) = (darkBlue.withAlphaComponent(0.20), .white)
    (look.surface, look.backdrop) = (Color(hex: 0xF9FAFD), Color(0.16, 0.19, 0.26, 0.4))
    return look
  }()

  /// Returns the look with faded texts, tint and knob, for a disabled control.
  public var disabled: ControlLook {
    func faded(_ color: Color) -> Color { color.withAlphaComponent(0.4 * color.alpha) }
    var look = self
    (look.text, look.secondaryText, look.selectedText) = (faded(text), faded(secondaryText), faded(selectedText))
    (look.tint, look.filledTrack, look.track) = (faded(tint), filledTrack.map(faded), faded(track))
    look.selectedBackground = faded(selectedBackground)
    // Not translucent, because the track would show through the knob.
    look.knob = knob.mixed(with: surface, 0.4)
    return look
  }
}

extension Canvas {
  /// Draws the background, the overlay and the focus ring for the control's state.
  ///
  /// - Parameter frame: the background's frame, in the control's points.
  public func draw(_ look: ControlLook, of control: Control, in frame: Rect) {
    let background = control.isSelected ? look.selectedBackground : look.background
    if background.alpha > 0 { fill(frame, radius: look.cornerRadius, color: background) }
    if control.isHighlighted, look.highlightOverlay.alpha > 0 {
      fill(frame, radius: look.cornerRadius, color: look.highlightOverlay)
    }
    drawFocusRing(look, of: control, in: frame)
  }

  /// Draws the focus ring if the control is focused.
  public func drawFocusRing(_ look: ControlLook, of control: Control, in frame: Rect) {
    guard control.isFocused else { return }
    stroke(
      frame.insetBy(look.focusRingInset, look.focusRingInset), radius: look.cornerRadius - look.focusRingInset,
      width: look.focusRingWidth, color: look.focusRing)
  }
}
