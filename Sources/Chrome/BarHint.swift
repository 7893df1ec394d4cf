import Explanation
import PanelGeometry
import PanelRaster
import PanelText
import PanelViews

/// A hint with an arrow that points at the control to its left, or above it.
final class BarHint: View {
  var text = "" { didSet { if text != oldValue { setNeedsDisplay() } } }
  var pointsUp = false { didSet { if pointsUp != oldValue { setNeedsDisplay() } } }
  private let theme: Theme

  private static let font = Font(size: 15, weight: 600)
  /// The arrow's length and its distance to the text, in units: usually, and if the width is short.
  private static let (arrow, gap) = (40.0, 12.0)
  private static let (shortArrow, narrowGap) = (20.0, 6.0)

  init(theme: Theme) {
    self.theme = theme
    super.init(name: "hint")
    isUserInteractionEnabled = false
    isHidden = true
  }

  var contentWidth: Double { Self.arrow + Self.gap + textWidth }
  /// The width with the short arrow and the text shrunk to a font size of 11.
  var minimumWidth: Double { Self.shortArrow + Self.narrowGap + textWidth * 0.74 }
  private var textWidth: Double { width(of: text, Self.font) + 2 }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let isNarrow = bounds.width < contentWidth * unit - 0.5
    let (length, gap) =
      isNarrow ? (Self.shortArrow * unit, Self.narrowGap * unit) : (Self.arrow * unit, Self.gap * unit)
    // Returns a point at a distance along the arrow from its tip, and across it.
    func point(_ along: Double, _ across: Double) -> Point {
      pointsUp
        ? Point(bounds.minX + 12 * unit + across, bounds.minY + 3 * unit + along)
        : Point(bounds.minX + along, bounds.midY + across)
    }
    canvas.stroke([point(8 * unit, 0), point(length, 0)], width: 2 * unit, color: theme.accent)
    canvas.fill([point(0, 0), point(11 * unit, -5.5 * unit), point(11 * unit, 5.5 * unit)], color: theme.accent)
    let x = bounds.minX + (pointsUp ? 28 * unit : length + gap)
    let textFrame = Rect(x, bounds.minY, max(bounds.maxX - x, 1), bounds.height)
    canvas.draw(
      TextLayout(text, font: scaled(Self.font), color: theme.accent).shrunk(toFit: textFrame.width),
      centeredVerticallyIn: textFrame)
  }
}
