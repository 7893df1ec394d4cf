import Raster
import Scenes
import Views

/// The colours around a scene. Those of the scenes themselves are the same in both themes.
public struct Theme: Equatable, Sendable {
  /// The ground, from the middle outward.
  public internal(set) var groundCenter, groundEdge: Color
  var text, quietText: Color
  /// Of the bar, of a control in it, and of the hairline around.
  var bar, well, hairline: Color
  var selected, selectedText: Color
  var highlight: Color
  /// Beneath an open sheet.
  var dim: Color
  var sheet: Color
  var accent: Color
  /// On a ground of the accent's colour.
  var accentText: Color
  /// "The tap went where it was meant to," and "it went elsewhere".
  var right, wrong: Color
  /// Of the tap on its way, and of what it goes through.
  var needle, glass: Color

  public static let dark = Theme(
    groundCenter: Color(hex: 0x2A3142), groundEdge: Color(hex: 0x0E1118), text: Color(hex: 0xD5DAE6),
    quietText: Color(hex: 0xAAB2C4), bar: Color(1, 1, 1, 0.055), well: Color(0, 0, 0, 0.28),
    hairline: Color(1, 1, 1, 0.10), selected: Color(hex: 0xE8ECF6), selectedText: Color(hex: 0x1A1F2C),
    highlight: Color(1, 1, 1, 0.12), dim: Color(0.02, 0.03, 0.05, 0.55), sheet: Color(hex: 0x1C212D),
    accent: Palette.accent, accentText: Color(hex: 0x10141D), right: Color(hex: 0x5CD6A4), wrong: Palette.accent,
    needle: .white,
    glass: .white)

  public static let light = Theme(
    groundCenter: Color(hex: 0xFFFFFF), groundEdge: Color(hex: 0xDFE4EE), text: Color(hex: 0x2A3142),
    quietText: Color(hex: 0x525C72), bar: Color(1, 1, 1, 0.66), well: Color(hex: 0x2A3142, alpha: 0.09),
    hairline: Color(hex: 0x2A3142, alpha: 0.13), selected: Color(hex: 0x2A3142), selectedText: .white,
    highlight: Color(hex: 0x2A3142, alpha: 0.10), dim: Color(0.16, 0.19, 0.26, 0.35), sheet: Color(hex: 0xF6F8FC),
    accent: Color(hex: 0x8F5A00), accentText: .white, right: Color(hex: 0x0B7A53), wrong: Color(hex: 0x8F5A00),
    needle: Color(hex: 0x2A3142), glass: Color(hex: 0x2A3142))

  /// The look of a control on the bar, on a sheet: what a control of a size is drawn with, in its own points.
  func look(radius: Double, unit: Double) -> ControlLook {
    ControlLook(
      ground: well, selectedGround: selected, veil: highlight, ring: accent, radius: radius, ringWidth: 2 * unit)
  }
}
