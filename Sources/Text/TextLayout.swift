import CPangoCairo
import Geometry
import Glibc
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
  public private(set) var size = Size.zero
  /// The bounds of the ink, from the line's top left.
  public private(set) var inkBounds = Rect.zero
  /// From the line's top to its baseline.
  public private(set) var baseline = 0.0

  let layout: OpaquePointer
  private let spans: [TextSpan]
  /// Pango's layout is in a font of `lookedUpSize`; times this it is the text.
  private let factor: Double
  private let maxWidth: Double?
  private let alignment: TextAlignment
  /// The room to the left of the line in what Pango made: it sets lines that begin at the right against `maxWidth`.
  private var indent = 0.0

  /// - Parameters:
  ///   - maxWidth: the last line ends with an ellipsis where it would be wider.
  ///   - lines: the largest number of lines.
  ///   - alignment: the line's place within `maxWidth`.
  public init(_ spans: [TextSpan], maxWidth: Double? = nil, lines: Int = 1, alignment: TextAlignment = .leading) {
    (self.spans, self.maxWidth, self.alignment) = (spans, maxWidth, alignment)
    layout = pango_layout_new(FontConfiguration.isInInter(spans) ? Self.interContext : Self.context)
    // One description carries the largest span's size and the family; only weight and colour differ between spans.
    let font = spans.max { $0.font.size < $1.font.size }?.font ?? Font(size: 12)
    factor = font.size > 0 ? font.size / Self.lookedUpSize : 0
    setText(font)
    if let maxWidth {
      pango_layout_set_width(layout, Self.units(maxWidth / factor))
      pango_layout_set_ellipsize(layout, Int32(CPANGO_ELLIPSIZE_END))
      if lines > 1 {
        pango_layout_set_height(layout, -Int32(lines))
        // Between words; within one, such as a path, that is longer than a line.
        pango_layout_set_wrap(layout, Int32(CPANGO_WRAP_WORD_CHAR))
      }
      let mode =
        switch alignment {
        case .leading: CPANGO_ALIGN_LEFT
        case .center: CPANGO_ALIGN_CENTER
        case .trailing: CPANGO_ALIGN_RIGHT
        }
      pango_layout_set_alignment(layout, Int32(mode))
    }
    measure()
  }

  public convenience init(_ string: String, font: Font, color: Color = .white) {
    self.init([TextSpan(string, font: font, color: color)])
  }

  /// True where not all of it found room, and it ends with an ellipsis.
  public var isCut: Bool { pango_layout_is_ellipsized(layout) != 0 }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

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
    guard isMirrored else {
      cairo_translate(context, point.x - indent, point.y)
      return showLayout(context, factor)
    }
    if maxWidth != nil, alignment != .center {
      // The side at which the lines begin is the other one now. Pango calls it the left where they run from the right.
      let isRightToLeft = pango_layout_get_direction(layout, 0) == 1
      let isAtRight = (alignment == .leading) != isRightToLeft
      pango_layout_set_alignment(layout, Int32(isAtRight ? CPANGO_ALIGN_RIGHT : CPANGO_ALIGN_LEFT))
    }
    cairo_translate(context, point.x + (maxWidth ?? size.width), point.y)
    showLayout(context, -factor)
  }

  private func showLayout(_ context: OpaquePointer, _ across: Double) {
    cairo_scale(context, across, factor)
    cairo_move_to(context, 0, 0)
    pango_cairo_show_layout(context, layout)
  }

  /// Pango looks a font up, and measures it, for each of its sizes: 2 ms of 36 until the first frame. Without hints a text is the
  /// same in all of them. In points; the larger it is, the less is lost to Pango's units.
  private static let lookedUpSize = 64.0

  /// Of a size that is less than one of Pango's units.
  private static let leastFactor = 1 / lookedUpSize / Double(CPANGO_SCALE)

  private func setText(_ font: Font) {
    var text: [UInt8] = []
    let attributes = pango_attr_list_new()
    defer { pango_attr_list_unref(attributes) }
    for span in spans {
      let start = text.count
      // A NUL would end the text in the middle.
      text.append(contentsOf: span.string.utf8.filter { $0 != 0 })
      func insert(_ attribute: OpaquePointer?) {
        guard let attribute else { return }
        let range = UnsafeMutableRawPointer(attribute).assumingMemoryBound(to: PangoAttributeRange.self)
        range.pointee.start_index = UInt32(start)
        range.pointee.end_index = UInt32(text.count)
        pango_attr_list_insert(attributes, attribute)
      }
      func channel(_ value: Double) -> UInt16 { UInt16(clamping: (min(max(value, 0), 1) * 65535).rounded()) }
      insert(
        pango_attr_foreground_new(channel(span.color.red), channel(span.color.green), channel(span.color.blue)))
      // An alpha of zero means "as it was" to Pango.
      insert(pango_attr_foreground_alpha_new(max(channel(span.color.alpha), 1)))
      insert(pango_attr_weight_new(Int32(span.font.weight)))
      if span.font.hasMonospacedDigits { insert(pango_attr_font_features_new("tnum")) }
    }
    let description = pango_font_description_new()
    defer { pango_font_description_free(description) }
    pango_font_description_set_family(description, font.family)
    pango_font_description_set_weight(description, Int32(font.weight))
    pango_font_description_set_absolute_size(description, Self.lookedUpSize * Double(CPANGO_SCALE))
    pango_layout_set_font_description(layout, description)
    text.withUnsafeBytes { bytes in
      pango_layout_set_text(layout, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
    }
    pango_layout_set_attributes(layout, attributes)
  }

  private func measure() {
    var (ink, logical) = (PangoRectangle(), PangoRectangle())
    pango_layout_get_extents(layout, &ink, &logical)
    size = Size(points(logical.width), points(logical.height))
    indent = alignment == .leading ? points(logical.x) : 0
    inkBounds = Rect(points(ink.x) - indent, points(ink.y), points(ink.width), points(ink.height))
    baseline = points(pango_layout_get_baseline(layout))
  }

  private func points(_ units: Int32) -> Double { Double(units) / Double(CPANGO_SCALE) * factor }

  private static func units(_ points: Double) -> Int32 {
    Int32(clamping: min(max(points, 0), 1e6) * Double(CPANGO_SCALE))
  }

  /// For texts in Inter alone, and for all others. One of each for each thread, as Pango's fonts are; it keeps those that were
  /// looked up.
  private static var interContext: OpaquePointer { context(interKey, FontConfiguration.inter?.configuration) }
  private static var context: OpaquePointer { context(key, FontConfiguration.all) }

  private static let interKey = makeKey()
  private static let key = makeKey()

  private static func makeKey() -> pthread_key_t {
    var key = pthread_key_t()
    pthread_key_create(&key) { context in if let context { g_object_unref(context) } }
    return key
  }

  private static func context(_ key: pthread_key_t, _ configuration: OpaquePointer?) -> OpaquePointer {
    if let context = pthread_getspecific(key) { return OpaquePointer(context) }
    let context = makeContext(configuration)
    pthread_setspecific(key, UnsafeRawPointer(context))
    return context
  }

  private static func makeContext(_ configuration: OpaquePointer?) -> OpaquePointer {
    let map = pango_cairo_font_map_new()!
    defer { g_object_unref(UnsafeMutableRawPointer(map)) }
    pango_fc_font_map_set_config(map, configuration)
    let context = pango_font_map_create_context(map)!
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    // A face is turned and the panel scaled: hints made for one pixel grid would be wrong in every other.
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango_cairo_context_set_font_options(context, options)
    pango_context_set_round_glyph_positions(context, 0)
    return context
  }
}
