import CPangoCairo
import Testing

@testable import PanelText

/// Compares the carets of `TextLayout` with those of a layout that Pango makes at the text's own size, without a width,
/// attributes or scaling.
@Suite struct CaretTests {
  private static let texts: [String] = [
    "Cube kiosk, 21 °C", "office fluffy waffle", "nai\u{308}ve cafe\u{301} Z\u{334}\u{335}\u{336}a", "Việt Nga\u{303}",
    "مرحبا بالعالم", "السَّلَامُ عَلَيْكُمْ", "שלום עולם", "Hotel שלום 42 room", "אבג abc דהו 123", "قهوة cappuccino ٣٤",
    "नमस्ते क्षत्रिय", "हिन्दी में", "สวัสดีครับ น้ำ", "ปิ่นเกล้า", "👩‍👩‍👧‍👦 ok 👍🏽", "🇩🇪🇫🇷 1️⃣x", "e\u{301}", " ", "",
  ]
  private static let size = 20.0
  /// Positions at another size differ by Pango's rounding.
  private static let tolerance = 0.05

  @Test(arguments: texts) func caretsAreWherePangoPutsThem(_ text: String) throws {
    let (layout, pango) = (TextLayout(text, font: Font(size: Self.size)), try PangoLine(text, size: Self.size))
    #expect(layout.caretOffsets == pango.caretOffsets)
    for offset in pango.caretOffsets {
      let (ours, theirs) = (layout.caretPosition(at: offset), pango.carets(at: offset))
      let (strong, weak) = (abs(ours.primary - theirs.strong), abs(ours.secondary - theirs.weak))
      #expect(max(strong, weak) < Self.tolerance, "\(offset): \(ours), \(theirs)")
      // Before the character, whatever its direction.
      guard let edge = pango.edge(at: offset) else { continue }
      #expect(min(abs(ours.primary - edge), abs(ours.secondary - edge)) < Self.tolerance, "\(offset): \(edge)")
    }
    #expect(layout.isRightToLeft == pango.isRightToLeft)
  }

  @Test(arguments: texts) func hitsAreThoseOfPango(_ text: String) throws {
    let (layout, pango) = (TextLayout(text, font: Font(size: Self.size)), try PangoLine(text, size: Self.size))
    for x in stride(from: -5, to: layout.size.width + 5, by: 0.37) {
      // Between two carets, another rounding may decide.
      let theirs = [x - Self.tolerance, x, x + Self.tolerance].map { pango.caretOffset(at: $0) }
      let ours = layout.caretOffset(at: x)
      #expect(theirs.contains(ours), "\(x): \(ours), \(theirs)")
      #expect(pango.caretOffsets.contains(ours), "\(x): \(ours)")
    }
  }
}

/// A line of text that Pango alone shapes and measures. Positions are in points from its left edge.
private final class PangoLine {
  private let layout: OpaquePointer
  private let line: UnsafeMutablePointer<PangoLayoutLine>
  private let text: [UInt8]

  init(_ text: String, size: Double) throws {
    self.text = Array(text.utf8)
    let map = try #require(pango_cairo_font_map_new())
    let context = try #require(pango_font_map_create_context(map))
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
    layout = try #require(pango_layout_new(context))
    pango_layout_set_text(layout, text, -1)
    let font = pango_font_description_new()
    pango_font_description_set_family(font, Font(size: size).family)
    pango_font_description_set_absolute_size(font, size * Double(CPANGO_SCALE))
    let attributes = pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_font_desc_new(font))
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    pango_font_description_free(font)
    line = try #require(pango_layout_get_line_readonly(layout, 0))
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(UnsafeMutableRawPointer(map))
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

  var isRightToLeft: Bool { pango_layout_line_get_resolved_direction(line) == UInt32(CPANGO_DIRECTION_RTL) }

  /// The offsets in UTF-8 bytes of all characters, and of the end.
  private var offsets: [Int] { text.indices.filter { text[$0] & 0xC0 != 0x80 } + [text.count] }

  var caretOffsets: [Int] {
    var count: Int32 = 0
    let attributes = pango_layout_get_log_attrs_readonly(layout, &count)
    let all = UnsafeBufferPointer(start: attributes, count: Int(count))
    return zip(offsets, all).filter { $1.is_cursor_position != 0 }.map(\.0)
  }

  func carets(at offset: Int) -> (strong: Double, weak: Double) {
    var (strong, weak) = (PangoRectangle(), PangoRectangle())
    pango_layout_get_cursor_pos(layout, Int32(clamping: offset), &strong, &weak)
    return (points(strong.x), points(weak.x))
  }

  /// The leading edge of the character at an offset; `nil` at the end.
  func edge(at offset: Int) -> Double? {
    guard offset < text.count else { return nil }
    var x: Int32 = 0
    pango_layout_line_index_to_x(line, Int32(clamping: offset), 0, &x)
    return points(x)
  }

  func caretOffset(at x: Double) -> Int {
    var (index, trailing): (Int32, Int32) = (0, 0)
    let units = Int32(clamping: Int((x * Double(CPANGO_SCALE)).rounded(.down)))
    _ = pango_layout_line_x_to_index(line, units, &index, &trailing)
    let position = offsets.firstIndex(of: Int(index)) ?? 0
    return offsets[position + Int(trailing)]
  }

  private func points(_ units: Int32) -> Double { Double(units) / Double(CPANGO_SCALE) }
}
