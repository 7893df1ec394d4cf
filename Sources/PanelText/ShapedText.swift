import CPangoCairo
import Glibc
import PanelGeometry

/// Text that Pango has shaped and broken into lines, in a font of `referenceSize`. Lengths are in Pango units.
final class ShapedText {
  private(set) var lines: [TextLine] = []
  /// `true` if the text was too long and ends with an ellipsis.
  var isTruncated: Bool { limit.isExceeded || pango_layout_is_ellipsized(layout) != 0 }

  /// True if no installed font has one of the characters, so that a box takes its place.
  var hasMissingGlyphs: Bool { pango_layout_get_unknown_glyphs_count(layout) > 0 }

  /// Owns the glyphs of `lines`.
  let layout: OpaquePointer
  private(set) var text: [UInt8] = []
  private var limit = TextLimit()
  /// The byte offset at which each span ends.
  private var spanEnds: [Int] = []

  /// The font size for shaping, in points. Because text without hinting scales exactly, shaping at one size suffices, and
  /// Pango looks up each font only once. Rounding to Pango units loses less at a large size.
  static let referenceSize = 64.0
  private static let emWidth = Int32(clamping: referenceSize * Double(CPANGO_SCALE))

  /// - Parameters:
  ///   - font: all spans use its family; each has its own weight.
  ///   - maxWidth: the last line of a paragraph ends with an ellipsis if it would be wider.
  ///   - maxLines: the largest number of lines of a paragraph.
  init(_ spans: [TextSpan], font: Font, maxWidth: Int32, maxLines: Int) {
    // GLib aborts if it is out of memory.
    // swift-format-ignore: NeverForceUnwrap
    layout = pango_layout_new(TextContext.current)!
    for span in spans {
      // Pango stops at a NUL.
      text.append(contentsOf: limit.prefix(of: span.string).utf8.filter { $0 != 0 })
      spanEnds.append(text.count)
    }
    text.withUnsafeBytes { bytes in
      pango_layout_set_text(layout, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
    }
    let attributes = attributes(spans, font)
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    // Pango aborts while it wraps some texts with combining marks, if a line is narrower than a space.
    pango_layout_set_width(layout, maxLines > 1 ? max(maxWidth, Self.emWidth) : maxWidth)
    pango_layout_set_ellipsize(layout, UInt32(CPANGO_ELLIPSIZE_END))
    if maxLines > 1 {
      pango_layout_set_height(layout, -Int32(clamping: maxLines))
      // A word that is longer than a line, such as a path, breaks anywhere.
      pango_layout_set_wrap(layout, UInt32(CPANGO_WRAP_WORD_CHAR))
    }
    lines = (0..<pango_layout_get_line_count(layout)).compactMap { index in
      pango_layout_get_line_readonly(layout, index).map(TextLine.init)
    }
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// The index of the span that a run belongs to.
  func span(of run: TextLine.Run) -> Int { spanEnds.firstIndex { run.offset < $0 } ?? 0 }

  /// Returns the attributes of all spans. The caller must unref the list.
  private func attributes(_ spans: [TextSpan], _ font: Font) -> OpaquePointer? {
    let attributes = pango_attr_list_new()
    let description = pango_font_description_new()
    defer { pango_font_description_free(description) }
    pango_font_description_set_family(description, font.family)
    pango_font_description_set_absolute_size(description, Self.referenceSize * Double(CPANGO_SCALE))
    for (index, span) in spans.enumerated() {
      func insert(_ attribute: OpaquePointer?) {
        guard let attribute else { return }
        let range = UnsafeMutableRawPointer(attribute).assumingMemoryBound(to: PangoAttributeRange.self)
        range.pointee.start_index = UInt32(index > 0 ? spanEnds[index - 1] : 0)
        // The last span reaches the end of the text, so that an empty text has a line height.
        range.pointee.end_index = index < spans.count - 1 ? UInt32(spanEnds[index]) : .max
        pango_attr_list_insert(attributes, attribute)
      }
      pango_font_description_set_weight(description, UInt32(clamping: span.font.weight))
      insert(pango_attr_font_desc_new(description))
      if span.font.hasMonospacedDigits { insert(pango_attr_font_features_new("tnum")) }
      // A different (unused) color per span keeps Pango from merging two spans into one run.
      insert(pango_attr_foreground_new(UInt16(clamping: index), 0, 0))
    }
    return attributes
  }
}
