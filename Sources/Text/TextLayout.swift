import CPangoCairo
import Geometry
import Raster

/// A run of text with one look.
public struct TextSpan {
  public var string: String
  public var font: Font
  public var color: Color

  public init(_ string: String, font: Font, color: Color) {
    (self.string, self.font, self.color) = (string, font, color)
  }
}

/// A line of text, or a few, shaped and measured; in any script, by Pango. All lengths are points.
public final class TextLayout {
  /// The room that the line takes, from its left to its right and from its ascent to its descent.
  public let size: Size
  /// The bounds of the ink, from the line's top left. To find them each letter's outline is read.
  public private(set) lazy var inkBounds = findInk()
  /// From the line's top to its baseline.
  public var baseline: Double { points(lines.first?.baseline ?? 0) }

  private let spans: [TextSpan]
  private let shaped: ShapedText
  /// Those of what was shaped, placed.
  private let lines: [TextLine]
  /// What was shaped is in a font of a size of its own; times this it is the text.
  private let factor: Double
  private let maxWidth: Double?
  private let alignment: TextAlignment
  /// The room to the left of all lines: those that begin at the right are set against `maxWidth`.
  private let indent: Double

  /// - Parameters:
  ///   - maxWidth: the last line ends with an ellipsis where it would be wider.
  ///   - lines: the largest number of lines.
  ///   - alignment: the line's place within `maxWidth`.
  public init(_ spans: [TextSpan], maxWidth: Double? = nil, lines: Int = 1, alignment: TextAlignment = .leading) {
    (self.maxWidth, self.alignment) = (maxWidth, alignment)
    // The largest span's size and family are those of all; only weight and colour differ between spans.
    let font = spans.max { $0.font.size < $1.font.size }?.font ?? Font(size: 12)
    self.spans = spans.isEmpty ? [TextSpan("", font: font, color: .white)] : spans
    let factor = font.size > 0 ? font.size / ShapedText.referenceSize : 0
    let room = maxWidth.map { Self.units($0 / factor) }
    shaped = ShapedText(self.spans, font: font, maxWidth: room, maxLines: lines)
    var placed = shaped.lines
    var y: Int32 = 0
    for index in placed.indices {
      placed[index].y = y
      placed[index].x = Self.place(of: placed[index], among: placed, alignment, in: room, isMirrored: false)
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

  /// True where not all of it found room, and it ends with an ellipsis.
  public var isCut: Bool { shaped.isTruncated }

  /// The part of its size that somebody's title keeps, however little room there is: 12 points of 17. A smaller one is a
  /// hairline on a wall, and an ellipsis says more.
  public static let leastPart = 0.7

  /// The same text, smaller where it would be wider than `width`.
  ///
  /// - Parameter least: the part of its size below which it ends with an ellipsis instead.
  public func shrunk(toFit width: Double, least: Double = 0) -> TextLayout {
    guard size.width > width, size.width > 0, width > 0 else { return self }
    // Advances aren't quite proportional to the size; a hair less than the ratio fits in one step.
    let factor = width / size.width * 0.995
    let smaller = spans.map { span in
      var span = span
      span.font.size *= max(factor, least)
      return span
    }
    return TextLayout(smaller, maxWidth: factor < least ? width : nil)
  }

  /// Draws the text with its top left at a point.
  ///
  /// - Parameter isMirrored: true where what is drawn is shown mirrored, which the text isn't to be: it is drawn the
  ///   other way round in its room, and its lines begin at the right.
  func show(_ context: OpaquePointer, at point: Point, isMirrored: Bool) {
    // Cairo would draw nothing any more after a scale of zero.
    guard factor > Self.leastFactor else { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_translate(context, isMirrored ? point.x + (maxWidth ?? size.width) : point.x - indent, point.y)
    cairo_scale(context, isMirrored ? -factor : factor, factor)
    let room = maxWidth.map { Self.units($0 / factor) }
    for line in lines {
      var x = isMirrored ? Self.place(of: line, among: lines, alignment, in: room, isMirrored: true) : line.x
      for run in line.runs {
        let color = spans[shaped.span(of: run)].color
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        cairo_move_to(context, Self.points(x), Self.points(line.baseline))
        pango_cairo_show_glyph_string(context, run.font, run.glyphs)
        x += run.width
      }
    }
  }

  /// Of a size that is less than one of Pango's units.
  private static let leastFactor = 1 / ShapedText.referenceSize / Double(CPANGO_SCALE)

  /// The place of a line's left end, in Pango's units, in the room that there is or that the widest one takes. It begins at
  /// the side where its script does.
  private static func place(
    of line: TextLine, among lines: [TextLine], _ alignment: TextAlignment, in room: Int32?, isMirrored: Bool
  ) -> Int32 {
    let spare = (room ?? lines.map(\.width).max() ?? 0) - line.width
    guard alignment != .center else { return spare / 2 }
    // Where all is mirrored the first line begins at the right, whatever its script.
    let beginsAtRight = isMirrored ? line.isRightToLeft == lines.first?.isRightToLeft : line.isRightToLeft
    return (alignment == .leading) == beginsAtRight ? spare : 0
  }

  private func findInk() -> Rect {
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
