import CPangoCairo

/// Carets and selections in a text of a single line, as Pango places them. Offsets are in UTF-8 bytes, and positions in
/// points from the left edge of the text.
extension TextLayout {
  /// The places where a caret can stand, in ascending order.
  public var caretOffsets: [Int] { offsets { $0.is_cursor_position != 0 } }

  /// The offset that a caret at an offset would have after a deletion of what is before it: of a whole cluster, such as
  /// an emoji, or of a single character where marks were typed one by one, as in Thai.
  public func offsetAfterDeletion(before offset: Int) -> Int {
    let characters = offsets { _ in true }
    guard let index = characters.firstIndex(of: offset), index > 0 else { return 0 }
    let deletesCharacter = withAttributes { $0[index].backspace_deletes_character != 0 }
    let cluster = caretOffsets.last { $0 < offset } ?? 0
    guard deletesCharacter, !isEmoji(cluster..<offset) else { return cluster }
    return characters[index - 1]
  }

  /// The word at an offset, or else the character after it.
  public func word(at offset: Int) -> Range<Int> {
    let (starts, ends) = (offsets { $0.is_word_start != 0 }, offsets { $0.is_word_end != 0 })
    if let start = starts.last(where: { $0 <= offset }), let end = ends.first(where: { $0 > start }), offset <= end {
      return start..<end
    }
    let next = caretOffsets.first { $0 > offset } ?? offset
    return offset..<next
  }

  /// The beginning of the word before an offset, or the end of the word after it.
  public func wordBoundary(from offset: Int, forward: Bool) -> Int {
    forward
      ? offsets { $0.is_word_end != 0 }.first { $0 > offset } ?? shaped.text.count
      : offsets { $0.is_word_start != 0 }.last { $0 < offset } ?? 0
  }

  /// Returns the position of the caret. `secondary` is the place of a text in the other direction, and differs at a change of
  /// direction.
  public func caretPosition(at offset: Int) -> (primary: Double, secondary: Double) {
    var (strong, weak) = (PangoRectangle(), PangoRectangle())
    pango_layout_get_cursor_pos(shaped.layout, index(offset), &strong, &weak)
    return (points(Int(strong.x) - lineX), points(Int(weak.x) - lineX))
  }

  /// Returns the offset of the caret that is nearest to a position.
  public func caretOffset(at position: Double) -> Int {
    var (index, trailing): (Int32, Int32) = (0, 0)
    let x = position > 0 ? shapingUnits(position) : -1
    guard let line else { return 0 }
    _ = pango_layout_line_x_to_index(line, x, &index, &trailing)
    return self.offset(Int(index), trailing: Int(trailing))
  }

  /// Returns the offset of the caret one step to the left or the right, as the text is shown.
  public func caretOffset(movingFrom offset: Int, right: Bool) -> Int {
    var (index, trailing): (Int32, Int32) = (0, 0)
    pango_layout_move_cursor_visually(shaped.layout, 1, self.index(offset), 0, right ? 1 : -1, &index, &trailing)
    // At an end of the line.
    guard index >= 0, index < .max else { return offset }
    return self.offset(Int(index), trailing: Int(trailing))
  }

  /// Returns the parts of the line that a range of the text takes: several if it has both directions.
  public func positions(of range: Range<Int>) -> [ClosedRange<Double>] {
    guard let line, !range.isEmpty else { return [] }
    var ranges: UnsafeMutablePointer<Int32>?
    var count: Int32 = 0
    pango_layout_line_get_x_ranges(line, index(range.lowerBound), index(range.upperBound), &ranges, &count)
    defer { g_free(ranges) }
    guard let ranges else { return [] }
    return (0..<Int(count)).map { number in
      let (start, end) = (ranges[2 * number], ranges[2 * number + 1])
      return points(Int(start) - lineX)...points(max(Int(end), Int(start)) - lineX)
    }
  }

  /// True if the text begins at its right.
  public var isRightToLeft: Bool {
    line.map { pango_layout_line_get_resolved_direction($0) == UInt32(CPANGO_DIRECTION_RTL) } ?? false
  }

  private var line: UnsafeMutablePointer<PangoLayoutLine>? { pango_layout_get_line_readonly(shaped.layout, 0) }

  /// The left end of the line in Pango's layout, which aligns a text from right to left at the right.
  private var lineX: Int {
    guard let line else { return 0 }
    var (strong, x) = (PangoRectangle(), Int32(0))
    pango_layout_get_cursor_pos(shaped.layout, 0, &strong, nil)
    pango_layout_line_index_to_x(line, 0, 0, &x)
    return Int(strong.x) - Int(x)
  }

  private func index(_ offset: Int) -> Int32 { Int32(clamping: min(max(offset, 0), shaped.text.count)) }

  /// Returns the offset of a number of characters after an index.
  private func offset(_ index: Int, trailing: Int) -> Int {
    var (offset, remaining) = (index, trailing)
    while remaining > 0, offset < shaped.text.count {
      offset += 1
      while offset < shaped.text.count, shaped.text[offset] & 0xC0 == 0x80 { offset += 1 }
      remaining -= 1
    }
    return offset
  }

  /// The offsets of the characters, and of the end, whose attributes meet a condition.
  private func offsets(_ condition: (PangoLogAttr) -> Bool) -> [Int] {
    withAttributes { attributes in
      var (found, number): ([Int], Int) = ([], 0)
      for offset in 0...shaped.text.count {
        if offset < shaped.text.count, shaped.text[offset] & 0xC0 == 0x80 { continue }
        if number < attributes.count, condition(attributes[number]) { found.append(offset) }
        number += 1
      }
      return found
    }
  }

  private func withAttributes<Result>(_ body: (UnsafeBufferPointer<PangoLogAttr>) -> Result) -> Result {
    var count: Int32 = 0
    let attributes = pango_layout_get_log_attrs_readonly(shaped.layout, &count)
    return body(UnsafeBufferPointer(start: attributes, count: Int(count)))
  }

  /// True for an emoji. Pango would delete only the last character of a flag of letters.
  private func isEmoji(_ range: Range<Int>) -> Bool {
    let cluster = String(decoding: shaped.text[range], as: UTF8.self).unicodeScalars
    return cluster.count > 1 && cluster.first?.properties.isEmojiPresentation == true
  }
}
