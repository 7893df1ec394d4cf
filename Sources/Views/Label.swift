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
      canvas.draw(layout, centeredVerticallyIn: bounds)
    } else if centersInk {
      canvas.draw(layout, inkCenteredIn: bounds)
    } else {
      canvas.draw(layout, at: textFrame.origin)
    }
  }

  /// As it is drawn.
  private var layout: TextLayout {
    roomForLines > 1
      ? TextLayout(
        [TextSpan(text, font: font, color: color)], maxWidth: bounds.width, lines: roomForLines, alignment: alignment)
      : TextLayout(text, font: font, color: color).shrunk(toFit: bounds.width, least: TextLayout.leastPart)
  }

  /// True where the text ends with an ellipsis.
  public final var isCut: Bool { layout.isCut }

  /// The place of the text; of several lines, as wide as the widest one's ink.
  public final var textFrame: Rect {
    let layout = layout
    let size = centersInk ? layout.inkBounds.size : layout.size
    let y = bounds.midY - size.height / 2
    guard roomForLines == 1 else {
      return Rect(bounds.minX + layout.inkBounds.minX, y, layout.inkBounds.width, size.height)
    }
    let spare = bounds.width - size.width
    let x =
      switch centersInk ? .center : alignment {
      case .leading: 0.0
      case .center: spare / 2
      case .trailing: spare
      }
    return Rect(bounds.minX + x, y, size.width, size.height)
  }

  private var roomForLines: Int {
    guard lines > 1 else { return 1 }
    let height = TextLayout("", font: font).size.height
    return max(1, Int(min(Double(lines), bounds.height / max(height, 1))))
  }
}
