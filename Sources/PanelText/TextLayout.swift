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
///
/// A text that exceeds `TextLimit` is cut.
public final class TextLayout {
  /// The text's size, from its left to its right edge and from the first line's top to the last line's bottom.
  public let size: Size
  /// The bounding box of the glyphs' shapes (Pango's ink rectangle), relative to the text's top left. Slow to compute,
  /// because it depends on the outline of each glyph.
  public private(set) lazy var inkBounds = measureInk()
  /// The distance from the top to the first line's baseline.
  public var baseline: Double { points(lines.first?.baseline ?? 0) }

  /// The height of the first line.
  public var lineHeight: Double { points(lines.first?.height ?? 0) }

  private let spans: [TextSpan]
  let shaped: ShapedText
  /// The lines of `shaped`, positioned.
  private let lines: [TextLine]
  /// The scale from the font size used for shaping to this text's size.
  private let sizeFactor: Double
  private let maxWidth: Double?
  /// The width in which lines are aligned, in Pango units: `maxWidth`, or the widest line's width.
  private let availableWidth: Int

  /// - Parameters:
  ///   - spans: the text; all spans use the family and size of the largest.
  ///   - maxWidth: in points; the last line ends with an ellipsis if it would be wider. `nil` for `maximumWidth`.
  ///   - lines: the largest number of lines of each paragraph. Without `maxWidth`, lines don't wrap.
  ///   - alignment: the alignment of each line within `maxWidth`, whatever its script. `leading` is the left side, or the
  ///     right one if the text is drawn mirrored.
  public init(_ spans: [TextSpan], maxWidth: Double? = nil, lines: Int = 1, alignment: TextAlignment = .leading) {
    self.maxWidth = maxWidth
    // All spans use the largest span's size and family; only weight and color vary.
    let font = spans.max { $0.font.size < $1.font.size }?.font ?? Font(size: 12)
    self.spans = spans.isEmpty ? [TextSpan("", font: font, color: .white)] : spans
    let sizeFactor = font.size > 0 ? font.size / ShapedText.referenceSize : 0
    let maxUnits = Self.units(min(maxWidth ?? .infinity, Self.maximumWidth) / sizeFactor)
    shaped = ShapedText(self.spans, font: font, maxWidth: maxUnits, maxLines: maxWidth == nil ? 1 : lines)
    var positioned = shaped.lines
    availableWidth = maxWidth == nil ? positioned.map(\.width).max() ?? 0 : Int(maxUnits)
    var y = 0
    for index in positioned.indices {
      let remainingWidth = availableWidth - positioned[index].width
      positioned[index].y = y
      switch alignment {
      case .leading: positioned[index].x = 0
      case .center: positioned[index].x = remainingWidth / 2
      case .trailing: positioned[index].x = remainingWidth
      }
      y += positioned[index].height
    }
    let left = positioned.map(\.x).min() ?? 0
    let width = (positioned.map { $0.x + $0.width }.max() ?? 0) - left
    size = Size(Self.points(width) * sizeFactor, Self.points(y) * sizeFactor)
    (self.lines, self.sizeFactor) = (positioned, sizeFactor)
  }

  public convenience init(_ string: String, font: Font, color: Color = .white) {
    self.init([TextSpan(string, font: font, color: color)])
  }

  /// The maximum width of a line: no panel is wider, and Pango's 32 bits overflow at 32,768 times the font's size.
  static let maximumWidth = Double(PanelLimits.maximumSide)

  /// Whether the text was too long and ends with an ellipsis.
  public var isTruncated: Bool { shaped.isTruncated }

  /// Returns the characters of a text that no installed font has, each once, in order. A box takes the place of each.
  public static func missingCharacters(in text: String) -> [Character] {
    var seen: Set<Character> = []
    let font = Font(size: ShapedText.referenceSize)
    return Array(text).filter { character in
      // Every font has the printable characters of ASCII.
      guard !character.isASCII, seen.insert(character).inserted else { return false }
      let span = TextSpan(String(character), font: font, color: .black)
      return ShapedText([span], font: font, maxWidth: units(maximumWidth), maxLines: 1).hasMissingGlyphs
    }
  }

  /// The smallest factor by which a title shrinks to fit: 17 points become 12. Smaller text is so hard to read on a
  /// wall-mounted panel that truncating the title is better.
  public static let minimumTitleScale = 0.7

  /// Returns the text, in a smaller size if it would be wider than `width`.
  ///
  /// - Parameters:
  ///   - width: in points.
  ///   - minimumScale: the smallest factor. If that doesn't suffice, the text ends with an ellipsis.
  public func shrunk(toFit width: Double, minimumScale: Double = 0) -> TextLayout {
    guard size.width > width, size.width > 0, width > 0 else { return self }
    // Glyph widths aren't exactly proportional to the font's size. 0.5 % less than the ratio always fits.
    let scale = width / size.width * 0.995
    let smaller = spans.map { span in
      var span = span
      span.font.size *= max(scale, minimumScale)
      return span
    }
    return TextLayout(smaller, maxWidth: scale < minimumScale || isTruncated ? width : nil)
  }

  /// Draws the text with its top left at a point.
  ///
  /// - Parameters:
  ///   - context: the Cairo context.
  ///   - point: in points.
  ///   - isMirrored: true if the output will be shown mirrored. The text is then drawn mirrored within its bounds, so
  ///     it remains readable, and its lines begin at the right.
  func show(_ context: OpaquePointer, at point: Point, isMirrored: Bool) {
    // A context whose scale was set to 0 stays in an error state.
    guard sizeFactor > Self.minimumSizeFactor else { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_translate(context, isMirrored ? point.x + (maxWidth ?? size.width) : point.x, point.y)
    cairo_scale(context, isMirrored ? -sizeFactor : sizeFactor, sizeFactor)
    var (x, y) = (ShapedText.referenceSize, ShapedText.referenceSize)
    cairo_user_to_device_distance(context, &x, &y)
    guard max(abs(x), abs(y)) <= Self.maximumFontSize else { return }
    for line in lines {
      // If mirrored, the leading side is the right one.
      var x = isMirrored ? availableWidth - line.width - line.x : line.x
      for run in line.runs {
        let color = spans[shaped.span(of: run)].color
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        cairo_move_to(context, Self.points(x), Self.points(line.baseline))
        pango_cairo_show_glyph_string(context, run.font, run.glyphs)
        x += run.width
      }
    }
  }

  /// The factor at which the text would be as small as a Pango unit.
  private static let minimumSizeFactor = 1 / ShapedText.referenceSize / Double(CPANGO_SCALE)

  /// The largest font size to draw, in pixels: FreeType rejects a size of 65,536. Cairo would then reject the font at any
  /// size, and no more text would be drawn.
  private static let maximumFontSize = 65_000.0

  private func measureInk() -> Rect {
    let lineBounds = lines.compactMap(\.ink)
    guard let first = lineBounds.first else { return .zero }
    let (ink, scale) = (lineBounds.dropFirst().reduce(first) { $0.union($1) }, points(1))
    return Rect(ink.minX * scale, ink.minY * scale, ink.width * scale, ink.height * scale)
  }

  /// Converts a length in Pango units at the size used for shaping to points at this text's size.
  func points(_ units: Int) -> Double { Self.points(units) * sizeFactor }

  /// Converts points at this text's size to Pango units at the size used for shaping.
  func shapingUnits(_ points: Double) -> Int32 { sizeFactor > 0 ? Self.units(points / sizeFactor) : 0 }

  /// Converts Pango units to points.
  private static func points(_ units: Int) -> Double { Double(units) / Double(CPANGO_SCALE) }

  /// Converts points to Pango units.
  private static func units(_ points: Double) -> Int32 {
    Int32(clamping: min(max(points, 0), 1e6) * Double(CPANGO_SCALE))
  }
}
