import PanelViews
import Scenes

/// The colors around a scene. Scenes look the same in all themes.
public struct Theme: Equatable, Sendable {
  public package(set) var backgroundCenter, backgroundEdge: Color
  package var text, secondaryText: Color
  package var bar, controlBackground, hairline: Color
  package var selected, selectedText: Color
  package var highlight: Color
  package var backdrop: Color
  package var sheet: Color
  package var accent: Color
  /// Text on the accent color.
  package var accentText: Color
  /// For a tap that reached the visible view, and for one that didn't.
  package var success, warning: Color
  /// The line of a tap, and the panes that it passes.
  package var tapLine, pane: Color

  public static let dark = Theme(
    backgroundCenter: Color(hex: 0x2A3142), backgroundEdge: Color(hex: 0x0E1118), text: Color(hex: 0xD5DAE6),
    secondaryText: Color(hex: 0xAAB2C4), bar: Color(1, 1, 1, 0.055), controlBackground: Color(0, 0, 0, 0.28),
    hairline: Color(1, 1, 1, 0.10), selected: Color(hex: 0xE8ECF6), selectedText: Color(hex: 0x1A1F2C),
    highlight: Color(1, 1, 1, 0.12), backdrop: Color(0.02, 0.03, 0.05, 0.55), sheet: Color(hex: 0x1C212D),
    accent: Palette.accent, accentText: Color(hex: 0x10141D), success: Color(hex: 0x5CD6A4), warning: Palette.accent,
    tapLine: .white,
    pane: .white)

  public static let light = Theme(
    backgroundCenter: Color(hex: 0xFFFFFF), backgroundEdge: Color(hex: 0xDFE4EE), text: Color(hex: 0x2A3142),
    secondaryText: Color(hex: 0x525C72), bar: Color(1, 1, 1, 0.66),
    controlBackground: Color(hex: 0x2A3142, alpha: 0.09),
    hairline: Color(hex: 0x2A3142, alpha: 0.13), selected: Color(hex: 0x2A3142), selectedText: .white,
    highlight: Color(hex: 0x2A3142, alpha: 0.10), backdrop: Color(0.16, 0.19, 0.26, 0.35), sheet: Color(hex: 0xF6F8FC),
    accent: Color(hex: 0x8F5A00), accentText: .white, success: Color(hex: 0x0B7A53), warning: Color(hex: 0x8F5A00),
    tapLine: Color(hex: 0x2A3142), pane: Color(hex: 0x2A3142))

  /// All texts have a contrast of at least 7 (WCAG 2.2, 1.4.6), and everything is opaque.
  public static let contrast = Theme(
    backgroundCenter: .black, backgroundEdge: .black, text: .white, secondaryText: .white, bar: .black,
    controlBackground: Color(hex: 0x202020), hairline: Color(hex: 0xB0B0B0), selected: .white, selectedText: .black,
    highlight: Color(1, 1, 1, 0.25), backdrop: Color(0, 0, 0, 0.8), sheet: .black, accent: Color(hex: 0xFFD54A),
    accentText: .black, success: Color(hex: 0x6CF0B8), warning: Color(hex: 0xFFD54A), tapLine: .white, pane: .white)

  /// The minimum contrast of text in scenes from scene files.
  public var textContrast: Double { self == .contrast ? 7 : Color.textContrast }

  /// Returns the look of controls and labels around a scene.
  package func look(radius: Double = 12) -> ControlLook {
    var look = ControlLook(
      background: controlBackground, selectedBackground: selected, highlightOverlay: highlight, focusRing: accent,
      cornerRadius: radius)
    (look.text, look.secondaryText, look.selectedText) = (text, secondaryText, selectedText)
    (look.tint, look.tintText) = (accent, accentText)
    if self == .light { look.destructiveText = Color(hex: 0xB3261E) }
    (look.surface, look.backdrop) = (sheet, backdrop)
    // A white knob has to differ from its track.
    (look.track, look.filledTrack) = (self == .contrast ? Color(hex: 0x707070) : hairline, secondaryText)
    (look.knob, look.highlightedKnob) = (selected, accent)
    return look
  }
}
