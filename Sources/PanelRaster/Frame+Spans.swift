import PanelGeometry

extension Frame {
  /// Appends a span for each row: the pixels that the outline touches, and those that it wholly covers. Returns the
  /// rows inside the clip, and the index of the first span.
  func appendSpans(_ outline: Outline, firstEdge: Int, _ clip: PixelRect) -> (rows: Range<Int>, firstSpan: Int) {
    let bounds = outline.pixelBounds.intersection(clip)
    let rows = bounds.minY..<bounds.maxY
    let firstSpan = spans.appendUninitialized(count: rows.count)
    let edges = UnsafeBufferPointer(start: edges.base + firstEdge, count: outline.count)
    let output = spans.base + firstSpan
    // Between upright edges only the first and last rows may differ from the others.
    let isUpright = edges.allSatisfy { $0.b == 0 || $0.xPerDistance == 0 }
    let (second, last) = (rows.lowerBound + 1, rows.upperBound - 2)
    for y in rows {
      let index = y - rows.lowerBound
      let isLikeTheRowAbove = isUpright && y > second && y < last
      output[index] = isLikeTheRowAbove ? output[index - 1] : RowSpan(edges, y, width: Double(target.width))
    }
    return (rows, firstSpan)
  }

  /// Finds the pixels inside the clip that no quad above covers, and returns their number.
  func findVisibleParts(_ rows: Range<Int>, firstSpan: Int, _ clip: PixelRect) -> Int {
    let columns = Int32(clamping: clip.minX)..<Int32(clamping: clip.maxX)
    var count = 0
    for y in rows {
      let span = spans.base + (firstSpan &+ y &- rows.lowerBound)
      let (left, right) = (max(span.pointee.start, columns.lowerBound), min(span.pointee.end, columns.upperBound))
      guard !covered.isEmpty(y) else {
        count &+= Int(max(right &- left, 0))
        continue
      }
      let start = visibleParts.count
      if left < right { covered.appendVisible(left..<right, of: y, to: visibleParts) }
      for index in start..<visibleParts.count { count &+= visibleParts.base[index].count }
      span.pointee.visible = Int32(truncatingIfNeeded: start)..<Int32(truncatingIfNeeded: visibleParts.count)
    }
    return count
  }

  /// Marks the pixels that are wholly covered as hidden for the quads beneath.
  ///
  /// - Parameter part: the pixels in which the quad hides others.
  func cover(_ rows: Range<Int>, firstSpan: Int, in part: PixelRect) {
    let columns = part.minX..<part.maxX
    for y in rows.clamped(to: part.minY..<part.maxY) {
      let inner = spans.base[firstSpan + y - rows.lowerBound].inner(within: columns)
      covered.cover(Int32(clamping: inner.lowerBound)..<Int32(clamping: inner.upperBound), of: y)
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
