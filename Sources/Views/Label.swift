import Geometry
import Raster
import Text

/// A line of text, or a few, in any script, as large as its font says. One that would not fit is smaller, down to
/// `TextLayout.leastPart`, and then ends with an ellipsis.
open class Label: View {
  public final var text = "" { didSet { if text != oldValue { textDidChange() } } }
  public final var font = Font(size: 17) { didSet { if font != oldValue { setNeedsDisplay() } } }
  public final var color = Color.white { didSet { if color != oldValue { setNeedsDisplay() } } }

  public final var alignment = TextAlignment.center { didSet { if alignment != oldValue { setNeedsDisplay() } } }

  /// The most lines, as far as the bounds are high enough for them. More than one are wrapped and never smaller.
  public final var lines = 1 { didSet { if lines != oldValue { setNeedsDisplay() } } }

  /// True to centre the ink rather than the line: right for a single large numeral, which has no descender.
  public final var centersInk = false { didSet { if centersInk != oldValue { setNeedsDisplay() } } }

  open override var drawsContents: Bool { true }

  open override func draw(_ canvas: Canvas) {
    let layout = prepared.flatMap { $0.look == look ? $0.layout : nil } ?? layout
    prepared = nil
    let origin = origin(of: layout)
    lastDrawn = (layout, origin)
    canvas.draw(layout, at: origin)
  }

  /// Drawn last, and where. Its ink is measured when the text changes: most never do.
  private final var lastDrawn: (layout: TextLayout, origin: Point)?
  /// Made already for the prepared drawing, unless something else changes before it.
  private final var prepared: (look: Look, layout: TextLayout)?

  /// All that the drawing depends on.
  private struct Look: Equatable {
    let text: String, font: Font, color: Color, alignment: TextAlignment, lines: Int, centersInk: Bool, bounds: Rect
  }

  private var look: Look {
    Look(
      text: text, font: font, color: color, alignment: alignment, lines: lines, centersInk: centersInk, bounds: bounds)
  }

  /// Has no more drawn anew than the ink that there was and the ink that there will be.
  private func textDidChange() {
    guard let lastDrawn, window != nil else { return setNeedsDisplay() }
    let layout = layout
    prepared = (look, layout)
    // Smoothed edges, and what hinting moves.
    let ink = ink(of: lastDrawn.layout, at: lastDrawn.origin).union(ink(of: layout, at: origin(of: layout)))
    setNeedsDisplay(ink.insetBy(-2, -2))
  }

  private func ink(of layout: TextLayout, at origin: Point) -> Rect {
    Rect(origin: origin + layout.inkBounds.origin, size: layout.inkBounds.size)
  }

  private func origin(of layout: TextLayout) -> Point {
    let y = bounds.midY - layout.size.height / 2
    guard lineCount == 1 else { return Point(bounds.minX, y) }
    guard !centersInk else { return Point(bounds.midX - layout.inkBounds.midX, bounds.midY - layout.inkBounds.midY) }
    let spare = bounds.width - layout.size.width
    switch alignment {
    case .leading: return Point(bounds.minX, y)
    case .center: return Point(bounds.minX + spare / 2, y)
    case .trailing: return Point(bounds.minX + spare, y)
    }
  }

  /// As it is drawn.
  private var layout: TextLayout {
    lineCount > 1
      ? TextLayout(
        [TextSpan(text, font: font, color: color)], maxWidth: bounds.width, lines: lineCount, alignment: alignment)
      : TextLayout(text, font: font, color: color).shrunk(toFit: bounds.width, least: TextLayout.leastPart)
  }

  /// True where the text ends with an ellipsis.
  public final var isCut: Bool { layout.isCut }

  /// The place of the text; of several lines, as wide as the widest one's ink.
  public final var textFrame: Rect {
    let layout = layout
    let origin = origin(of: layout)
    let ink = ink(of: layout, at: origin)
    guard lineCount == 1 else { return Rect(ink.minX, origin.y, ink.width, layout.size.height) }
    return centersInk ? ink : Rect(origin.x, origin.y, layout.size.width, layout.size.height)
  }

  private var lineCount: Int {
    guard lines > 1 else { return 1 }
    let height = TextLayout("", font: font).size.height
    return max(1, Int(clamping: min(Double(lines), bounds.height / max(height, 1))))
  }
}
