import Geometry
import Raster
import Text

/// A line of text, in any script, as large as its font says and smaller where it would not fit.
open class Label: View {
  public final var text = "" { didSet { if text != oldValue { setNeedsDisplay() } } }
  public final var font = Font(size: 17) { didSet { if font != oldValue { setNeedsDisplay() } } }
  public final var color = Color.white { didSet { if color != oldValue { setNeedsDisplay() } } }

  public final var alignment = TextAlignment.center { didSet { if alignment != oldValue { setNeedsDisplay() } } }

  /// True to centre the ink rather than the line: right for a single large numeral, which has no descender.
  public final var centersInk = false { didSet { if centersInk != oldValue { setNeedsDisplay() } } }

  open override var drawsContents: Bool { true }

  open override func draw(_ canvas: Canvas) {
    let layout = TextLayout(text, font: font, color: color).shrunk(toFit: bounds.width)
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
}
