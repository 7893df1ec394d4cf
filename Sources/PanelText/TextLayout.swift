import CPangoCairo
import PanelGeometry
import PanelRaster

/// A run of text in one font and color.
public struct TextSpan {
  public var string: String
  public var font: Font
  public var color: Color

  public init(_ string: String, font: Font, color: Color) {
    (self.string, self.font, self.color) = (string, font, color)
  }
}

/// One or more lines of text in any script, shaped and measured by Pango. All lengths are in points.
public final class TextLayout {
  /// The text's size, from its left to its right edge and from the first line's top to the last line's bottom.
  public let size: Size
  /// The bounding box of the ink, relative to the text's top left. Computing it reads the outline of each glyph.
  public private(set) lazy var inkBounds = measureInk()
  /// The distance from the top to the first line's baseline.
  public var baseline: Double { points(lines.first?.baseline ?? 0) }

  private let spans: [TextSpan]
  private let shaped: ShapedText
  /// The lines of `shaped`, positioned.
  private let lines: [TextLine]
  /// The scale from the font size used for shaping to this text's size.
  private let factor: Double
  private let maxWidth: Double?
  private let alignment: TextAlignment
  /// The empty space left of all lines: right-to-left lines are aligned with `maxWidth`.
  private let indent: Double

  /// - Parameters:
  ///   - spans: the text; all spans use the family and size of the largest.
  ///   - maxWidth: in points; the last line ends with an ellipsis if it would be wider.
  ///   - lines: the largest number of lines.
  ///   - alignment: the alignment of each line within `maxWidth`.
  public init(_ spans: [TextSpan], maxWidth: Double? = nil, lines: Int = 1, alignment: TextAlignment = .leading) {
    (self.maxWidth, self.alignment) = (maxWidth, alignment)
    // All spans use the largest span's size and family; only weight and color vary.
    let font = spans.max { $0.font.size < $1.font.size }?.font ?? Font(size: 12)
    self.spans = spans.isEmpty ? [TextSpan("", font: font, color: .white)] : spans
    let factor = font.size > 0 ? font.size / ShapedText.referenceSize : 0
    let availableWidth = maxWidth.map { Self.units($0 / factor) }
    shaped = ShapedText(self.spans, font: font, maxWidth: availableWidth, maxLines: lines)
    var placed = shaped.lines
    var y: Int32 = 0
    for index in placed.indices {
      placed[index].y = y
      placed[index].x = Self.leftEdge(
        of: placed[index], among: placed, alignment, in: availableWidth, isMirrored: false)
      y += placed[index].height
    }
    let left = placed.map(\.x).min() ?? 0
    let width = (placed.map { $0.x + $0.width }.max() ?? 0) - left
    size = Size(Self.points(width) * factor, Self.points(y) * factor)
    indent = alignment == .leading ? Self.points(left) * factor : 0
    (self.lines, self.factor) = (placed, factor)
  }

  public convenience init(_ string: String, font: Font, color: Color = .white) {
    self.init([TextSpan(string, font: font, color: color)])
  }

  public var isTruncated: Bool { shaped.isTruncated }

  /// The smallest factor by which a title shrinks to fit: 17 points become 12. Smaller text is hard to read on a
  /// wall-mounted panel, so an ellipsis says more.
  public static let minimumTitleScale = 0.7

  /// Returns the text, in a smaller size if it would be wider than `width`.
  ///
  /// - Parameters:
  ///   - width: in points.
  ///   - minimumScale: the smallest factor. If that doesn't suffice, the text ends with an ellipsis.
  public func shrunk(toFit width: Double, minimumScale: Double = 0) -> TextLayout {
    guard size.width > width, size.width > 0, width > 0 else { return self }
    // Advances aren't exactly proportional to the size; slightly less than the ratio fits in a single step.
    let factor = width / size.width * 0.995
    let smaller = spans.map { span in
      var span = span
      span.font.size *= max(factor, minimumScale)
      return span
    }
    return TextLayout(smaller, maxWidth: factor < minimumScale ? width : nil)
  }

  /// Draws the text with its top left at a point.
  ///
  /// - Parameters:
  ///   - context: the Cairo context.
  ///   - point: in points.
  ///   - isMirrored: true if the output will be shown mirrored. The text is then drawn mirrored within its bounds, so
  ///     it remains readable, and its lines begin at the right.
  func show(_ context: OpaquePointer, at point: Point, isMirrored: Bool) {
    // After a scale of zero, Cairo would draw nothing more.
    guard factor > Self.minimumFactor else { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_translate(context, isMirrored ? point.x + (maxWidth ?? size.width) : point.x - indent, point.y)
    cairo_scale(context, isMirrored ? -factor : factor, factor)
    let availableWidth = maxWidth.map { Self.units($0 / factor) }
    for line in lines {
      var x =
        isMirrored ? Self.leftEdge(of: line, among: lines, alignment, in: availableWidth, isMirrored: true) : line.x
      for run in line.runs {
        let color = spans[shaped.span(of: run)].color
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        cairo_move_to(context, Self.points(x), Self.points(line.baseline))
        pango_cairo_show_glyph_string(context, run.font, run.glyphs)
        x += run.width
      }
    }
  }

  /// The factor at which the text is as small as a Pango unit.
  private static let minimumFactor = 1 / ShapedText.referenceSize / Double(CPANGO_SCALE)

  /// Returns the position of a line's left end, in Pango units, within `availableWidth` or else the widest line.
  /// Leading is the side at which the line's script begins.
  private static func leftEdge(
    of line: TextLine, among lines: [TextLine], _ alignment: TextAlignment, in availableWidth: Int32?, isMirrored: Bool
  ) -> Int32 {
    let remainingWidth = (availableWidth ?? lines.map(\.width).max() ?? 0) - line.width
    guard alignment != .center else { return remainingWidth / 2 }
    // If mirrored, the first line begins at the right, regardless of its script.
    let beginsAtRight = isMirrored ? line.isRightToLeft == lines.first?.isRightToLeft : line.isRightToLeft
    return (alignment == .leading) == beginsAtRight ? remainingWidth : 0
  }

  private func measureInk() -> Rect {
    let parts = lines.compactMap(\.ink).map { Rect(points($0.x), points($0.y), points($0.width), points($0.height)) }
    guard let first = parts.first else { return .zero }
    let ink = parts.dropFirst().reduce(first) { $0.union($1) }
    return Rect(ink.minX - indent, ink.minY, ink.width, ink.height)
  }

  private func points(_ units: Int32) -> Double { Self.points(units) * factor }

  private static func points(_ units: Int32) -> Double { Double(units) / Double(CPANGO_SCALE) }

  private static func units(_ points: Double) -> Int32 {
    Int32(clamping: min(max(points, 0), 1e6) * Double(CPANGO_SCALE))
  }
}
