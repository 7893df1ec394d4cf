import PanelGeometry
import PanelRaster
import PanelText

/// One or more lines of text. A single line that doesn't fit is shrunk down to `TextLayout.minimumTitleScale`, then
/// truncated.
open class Label: View {
  public final var text = "" { didSet { if text != oldValue { textDidChange() } } }
  public final var font = Font(size: 17) { didSet { if font != oldValue { sizeDidChange() } } }
  public final var color = Color.white { didSet { if color != oldValue { setNeedsDisplay() } } }

  public final var alignment = TextAlignment.center { didSet { if alignment != oldValue { setNeedsDisplay() } } }

  /// The maximum number of lines, if the bounds are high enough. Several lines are wrapped and never shrunk.
  public final var lines = 1 { didSet { if lines != oldValue { sizeDidChange() } } }

  /// True to center the ink instead of the line. Suits a single large numeral, which has no descender.
  public final var centersInk = false { didSet { if centersInk != oldValue { setNeedsDisplay() } } }

  class override var defaultHuggingPriority: Double { 251 }

  open override var drawsContents: Bool { true }

  /// Returns the text's size, rounded up to whole points. As in UIKit, a single line ignores the available width.
  open override func sizeThatFits(_ size: Size) -> Size {
    let width = lines > 1 && size.width > 0 && size.width.isFinite ? size.width : nil
    return TextLayout([TextSpan(text, font: font, color: color)], maxWidth: width, lines: lines).size.roundedUp
  }

  override func baseline(in size: Size) -> Double {
    (size.height - sizeThatFits(size).height) / 2 + TextLayout(text, font: font).baseline
  }

  private func sizeDidChange() {
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  open override func draw(_ canvas: Canvas) {
    let layout = prepared.flatMap { $0.look == look ? $0.layout : nil } ?? layout
    prepared = nil
    let origin = origin(of: layout)
    lastDrawn = (layout, origin)
    canvas.draw(layout, at: origin)
  }

  /// The last drawn layout and its position. The ink is measured only when the text changes.
  private final var lastDrawn: (layout: TextLayout, origin: Point)?
  /// The layout for the next drawing, valid until something else changes.
  private final var prepared: (look: Look, layout: TextLayout)?

  private struct Look: Equatable {
    let text: String, font: Font, color: Color, alignment: TextAlignment, lines: Int, centersInk: Bool, bounds: Rect
  }

  private var look: Look {
    Look(
      text: text, font: font, color: color, alignment: alignment, lines: lines, centersInk: centersInk, bounds: bounds)
  }

  /// Invalidates only the old and the new ink.
  private func textDidChange() {
    invalidateIntrinsicContentSize()
    guard let lastDrawn, window != nil else { return setNeedsDisplay() }
    let layout = layout
    prepared = (look, layout)
    // Two points for antialiasing and hinting.
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

  private var layout: TextLayout {
    lineCount > 1
      ? TextLayout(
        [TextSpan(text, font: font, color: color)], maxWidth: bounds.width, lines: lineCount, alignment: alignment)
      : TextLayout(text, font: font, color: color).shrunk(
        toFit: bounds.width, minimumScale: TextLayout.minimumTitleScale)
  }

  /// True if the text is truncated.
  public final var isCut: Bool { layout.isTruncated }

  /// The frame of the text. For several lines, it is as wide as the widest line's ink.
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
