import PanelGeometry

extension DrawPass {
  /// Appends an outline's spans inside the clip: the pixels that it touches, and those that it wholly covers.
  func appendSpans(_ outline: Outline, firstEdge: Int, _ clip: PixelRect) -> SpanList {
    let bounds = outline.pixelBounds
    let rows = (bounds.minY..<bounds.maxY).clamped(to: clip.minY..<clip.maxY)
    let edges = UnsafeBufferPointer(start: edges.base + firstEdge, count: outline.count)
    func span(_ y: Int) -> RowSpan { RowSpan(edges, y, width: Double(target.width)) }
    if edges.allSatisfy({ $0.b == 0 || $0.xPerDistance == 0 }) {
      let (top, bottom) = (bounds.minY, bounds.maxY - 1)
      let first = spans.count
      for y in [top, top + 1, bottom] { spans.append(span(y)) }
      // All rows of a rectangle of whole pixels are equal.
      let spans = self.spans.base + first
      let isWhole = spans[0] == spans[1] && spans[1] == spans[2]
      return SpanList(rows: rows, first: first, uprightFrom: isWhole ? .min : top, to: isWhole ? .max : bottom)
    }
    let first = spans.appendUninitialized(count: rows.count)
    for y in rows { spans.base[first &+ y &- rows.lowerBound] = span(y) }
    return SpanList(rows: rows, first: first)
  }

  /// Finds the rows and columns inside the clip that no quad above covers. Returns their indices in `uncoveredRows`.
  func findUncoveredRows(_ list: SpanList, _ clip: PixelRect) -> Range<Int> {
    let firstIndex = uncoveredRows.count
    let columns = Int32(clamping: clip.minX)..<Int32(clamping: clip.maxX)
    var y = list.rows.lowerBound
    while y < list.rows.upperBound {
      let span = spans.base[list.index(y)]
      let end = min(list.endOfEqualRows(y), covered.endOfRun(y))
      let rows = Int32(truncatingIfNeeded: y)..<Int32(truncatingIfNeeded: end)
      let visible = (span.start..<span.end).clamped(to: columns)
      if covered.isEmpty(y), !visible.isEmpty {
        let last = uncoveredRows.base + (uncoveredRows.count - 1)
        if uncoveredRows.count > firstIndex, last.pointee.parts == nil, last.pointee.rows.upperBound == rows.lowerBound
        {
          last.pointee.rows = last.pointee.rows.lowerBound..<rows.upperBound
        } else {
          uncoveredRows.append(UncoveredRows(rows: rows))
        }
      } else if !visible.isEmpty {
        let first = uncoveredParts.count
        covered.appendUncovered(visible, of: y, to: uncoveredParts)
        let parts = Int32(truncatingIfNeeded: first)..<Int32(truncatingIfNeeded: uncoveredParts.count)
        if !parts.isEmpty { uncoveredRows.append(UncoveredRows(rows: rows, parts: parts)) }
      }
      y = end
    }
    return firstIndex..<uncoveredRows.count
  }

  /// Marks the pixels that are wholly covered as hidden for the quads beneath.
  ///
  /// - Parameter part: the pixels in which the quad hides others.
  func cover(_ list: SpanList, in part: PixelRect) {
    let rows = list.rows.clamped(to: part.minY..<part.maxY)
    func cover(_ rows: Range<Int>) {
      let inner = spans.base[list.index(rows.lowerBound)].inner(within: part.minX..<part.maxX)
      covered.cover(Int32(clamping: inner.lowerBound)..<Int32(clamping: inner.upperBound), of: rows)
    }
    guard list.isUpright else {
      for y in rows.reversed() { cover(y..<y + 1) }
      return
    }
    var y = rows.lowerBound
    while y < rows.upperBound {
      let end = min(list.endOfEqualRows(y), rows.upperBound)
      cover(y..<end)
      y = end
    }
  }
}

/// Valid for numbers in Int32's range. `rounded` is a library call on processors without an instruction for it.
extension Double {
  @inline(__always) var ceilInt32: Int32 {
    // Adding 1.5 · 2⁵² rounds to a whole number, which is then in the low bits.
    let magic = 6_755_399_441_055_744.0
    let near = self + magic
    let whole = Int32(truncatingIfNeeded: near.bitPattern)
    return near - magic < self ? whole &+ 1 : whole
  }

  @inline(__always) var floorInt32: Int32 { 0 &- (-self).ceilInt32 }
}
