import CPangoCairo
import Glibc

/// A text as Pango shaped it and broke it into lines, in a font of `lookedUpSize`. All lengths are in Pango's units.
///
/// Pango's layout measures each font that is in it, by shaping a sentence of the language and reading the outline of every
/// letter: with that a first frame took a fourteenth more instructions. Most of what a panel says is a line in Inter's letters,
/// which is shaped without one.
final class ShapedText {
  private(set) var lines: [TextLine] = []
  /// True where not all of it found room, and it ends with an ellipsis.
  private(set) var isCut = false

  private var text: [UInt8] = []
  /// The bytes at which the spans end.
  private var ends: [Int] = []
  /// What the lines' runs are: of a line that was shaped here.
  private var items: [PangoGlyphItem] = []
  /// What owns the lines' runs otherwise.
  private var layout: OpaquePointer?

  /// Pango looks a font up for each of its sizes. Without hints a text is the same in all of them. In points; the larger it
  /// is, the less is lost to Pango's units.
  static let lookedUpSize = 64.0

  /// - Parameters:
  ///   - font: its family is all spans'; the weight is each one's own.
  ///   - room: the last line ends with an ellipsis where it would be wider.
  ///   - count: the largest number of lines.
  init(_ spans: [TextSpan], font: Font, room: Int32?, count: Int) {
    for span in spans {
      // A NUL would end the text in the middle.
      text.append(contentsOf: span.string.utf8.filter { $0 != 0 })
      ends.append(text.count)
    }
    let isInInter = FontConfiguration.isInInter(spans)
    if isInInter, !text.contains(where: { $0 < 0x20 }) {
      shapeLine(attributes(spans, font))
      if lines[0].width <= room ?? .max { return }
      freeItems()
    }
    layOut(attributes(spans, font), isInInter: isInInter, room: room, count: count)
  }

  deinit {
    freeItems()
    if let layout { g_object_unref(UnsafeMutableRawPointer(layout)) }
  }

  /// The span that a run is from.
  func span(of run: TextLine.Run) -> Int { ends.firstIndex { run.offset < $0 } ?? 0 }

  private func freeItems() {
    for item in items {
      pango_glyph_string_free(item.glyphs)
      pango_item_free(item.item)
    }
    items = []
  }

  /// - Returns: a list for whoever takes it to unref.
  private func attributes(_ spans: [TextSpan], _ font: Font) -> OpaquePointer? {
    let attributes = pango_attr_list_new()
    let description = pango_font_description_new()
    defer { pango_font_description_free(description) }
    pango_font_description_set_family(description, font.family)
    pango_font_description_set_absolute_size(description, Self.lookedUpSize * Double(CPANGO_SCALE))
    for (index, span) in spans.enumerated() {
      func insert(_ attribute: OpaquePointer?) {
        guard let attribute else { return }
        let range = UnsafeMutableRawPointer(attribute).assumingMemoryBound(to: PangoAttributeRange.self)
        range.pointee.start_index = UInt32(index > 0 ? ends[index - 1] : 0)
        // With nothing in it the last one says how high a line is.
        range.pointee.end_index = index < spans.count - 1 ? UInt32(ends[index]) : .max
        pango_attr_list_insert(attributes, attribute)
      }
      pango_font_description_set_weight(description, Int32(span.font.weight))
      insert(pango_attr_font_desc_new(description))
      if span.font.hasMonospacedDigits { insert(pango_attr_font_features_new("tnum")) }
      // In a colour that nobody sees, so that no run is of two spans.
      insert(pango_attr_foreground_new(UInt16(clamping: index), 0, 0))
    }
    return attributes
  }

  // MARK: A line

  private func shapeLine(_ attributes: OpaquePointer?) {
    defer { pango_attr_list_unref(attributes) }
    // Of nothing there is no item that says how high it is.
    let isEmpty = text.isEmpty
    let characters = isEmpty ? [UInt8(ascii: " ")] : text
    characters.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let list = pango_itemize(TextContext.inter, start, 0, Int32(bytes.count), attributes, nil)
      var next = list
      while let item = next?.pointee.data?.assumingMemoryBound(to: PangoItem.self) {
        let glyphs = pango_glyph_string_new()
        pango_shape_item(item, start, Int32(bytes.count), nil, glyphs, Int32(CPANGO_SHAPE_NONE))
        items.append(PangoGlyphItem(item: item, glyphs: glyphs))
        next = next?.pointee.next
      }
      g_list_free(list)
    }
    let line = TextLine(items.compactMap(TextLine.Run.init), isRightToLeft: false)
    lines = [isEmpty ? line.withoutRuns : line]
  }

  // MARK: Lines

  private func layOut(_ attributes: OpaquePointer?, isInInter: Bool, room: Int32?, count: Int) {
    defer { pango_attr_list_unref(attributes) }
    guard let layout = pango_layout_new(isInInter ? TextContext.inter : TextContext.all) else { return }
    self.layout = layout
    text.withUnsafeBytes { bytes in
      pango_layout_set_text(layout, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
    }
    pango_layout_set_attributes(layout, attributes)
    if let room {
      pango_layout_set_width(layout, room)
      pango_layout_set_ellipsize(layout, Int32(CPANGO_ELLIPSIZE_END))
      if count > 1 {
        pango_layout_set_height(layout, -Int32(count))
        // Between words; within one, such as a path, that is longer than a line.
        pango_layout_set_wrap(layout, Int32(CPANGO_WRAP_WORD_CHAR))
      }
    }
    lines = (0..<pango_layout_get_line_count(layout)).compactMap { index in
      guard let line = pango_layout_get_line_readonly(layout, index) else { return nil }
      var runs: [TextLine.Run] = []
      var next = line.pointee.runs
      while let run = next?.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self) {
        if let run = TextLine.Run(run.pointee) { runs.append(run) }
        next = next?.pointee.next
      }
      let isRightToLeft = pango_layout_line_get_resolved_direction(line) == CPANGO_DIRECTION_RTL
      guard runs.isEmpty else { return TextLine(runs, isRightToLeft: isRightToLeft) }
      var room = PangoRectangle()
      pango_layout_line_get_extents(line, nil, &room)
      return TextLine(room: room, isRightToLeft: isRightToLeft)
    }
    isCut = pango_layout_is_ellipsized(layout) != 0
  }
}
