import Geometry
import Raster
import Text

/// A line of text, or a few, in any script, as large as its font says. One that would not fit is smaller, down to
/// `TextLayout.leastPart`, and then ends with an ellipsis.
open class Label: View {
  public final var text = "" { didSet { if text != oldValue { setNeedsDisplay() } } }
  public final var font = Font(size: 17) { didSet { if font != oldValue { setNeedsDisplay() } } }
  public final var color = Color.white { didSet { if color != oldValue { setNeedsDisplay() } } }

  public final var alignment = TextAlignment.center { didSet { if alignment != oldValue { setNeedsDisplay() } } }

  /// The most lines, as far as the bounds are high enough for them. More than one are wrapped and never smaller.
  public final var lines = 1 { didSet { if lines != oldValue { setNeedsDisplay() } } }

  /// True to centre the ink rather than the line: right for a single large numeral, which has no descender.
  public final var centersInk = false { didSet { if centersInk != oldValue { setNeedsDisplay() } } }

  open override var drawsContents: Bool { true }

  open override func draw(_ canvas: Canvas) {
    if roomForLines > 1 {
      let layout = TextLayout(
        [TextSpan(text, font: font, color: color)], maxWidth: bounds.width, lines: roomForLines, alignment: alignment)
      return canvas.draw(layout, centeredVerticallyIn: bounds)
    }
    let layout = TextLayout(text, font: font, color: color).shrunk(toFit: bounds.width, least: TextLayout.leastPart)
    if centersInk {
      canvas.draw(layout, inkCenteredIn: bounds)
    } else {
      let spare = bounds.width - layout.size.width
      let x =
        switch alignment {
        case .leading: 0.0
        case .center: spare / 2
        case .trailing: spare
        }
      canvas.draw(layout, centeredVerticallyIn: Rect(bounds.minX + x, bounds.minY, layout.size.width, bounds.height))
    }
  }

  private var roomForLines: Int {
    guard lines > 1 else { return 1 }
    let height = TextLayout("", font: font).size.height
    return max(1, Int(min(Double(lines), bounds.height / max(height, 1))))
  }
}
