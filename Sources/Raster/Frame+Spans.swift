import Geometry

extension Frame {
  /// Works out which pixels of each row the quad touches, and which it wholly covers.
  func appendSpans(_ quad: inout PreparedQuad, _ clip: PixelRect) {
    let bounds = quad.outline.pixelBounds.intersection(clip)
    let rows = bounds.minY..<bounds.maxY
    quad.rows = rows
    quad.spans = spans.extend(by: rows.count)
    let edges = UnsafeBufferPointer(start: edges.base + quad.edges, count: quad.outline.count)
    let output = spans.base + quad.spans
    // Between edges that stand or lie only the first and last rows may differ from the others.
    let isUpright = edges.allSatisfy { $0.b == 0 || $0.stretch == 0 }
    guard isUpright, rows.count > 4 else { return writeSpans(rows, edges, output) }
    let (first, last) = (rows.lowerBound + 2, rows.upperBound - 2)
    writeSpans(rows.lowerBound..<first, edges, output)
    writeSpans(last..<rows.upperBound, edges, output + rows.count - 2)
    guard output[1] == output[rows.count - 2] else { return writeSpans(first..<last, edges, output + 2) }
    (output + 2).update(repeating: output[1], count: last - first)
  }

  private func writeSpans(
    _ rows: Range<Int>, _ edges: UnsafeBufferPointer<Edge>, _ output: UnsafeMutablePointer<RowSpan>
  ) {
    let width = Double(target.width)
    for y in rows { output[y - rows.lowerBound] = RowSpan(edges, y, width: width) }
  }

  /// Has a quad wholly cover what a later one that shares a side with it covers the rest of: the two parts of such a pixel are all of it,
  /// and the later one is laid over the quad's whole pixel.
  func closeSeams(_ quad: PreparedQuad) {
    for index in quad.neighbours {
      let other = quads.base[Int(neighbours.base[index])]
      guard other.isOpaque, other.opacity == 1, let side = quad.outline.side(sharedWith: other.outline) else {
        continue
      }
      for y in quad.rows.clamped(to: other.rows) {
        let place = quad.spans + y - quad.rows.lowerBound
        spans.base[place].close(side.own, spans.base[other.spans + y - other.rows.lowerBound], side.other)
      }
    }
  }
}

/// Of numbers as small as a bitmap's sides: `rounded` is a call of the library where the processor has no instruction for it.
extension Double {
  /// The next whole number that isn't less.
  @inline(__always) var up: Int32 {
    let magic = 6_755_399_441_055_744.0
    let near = self + magic
    let whole = Int32(truncatingIfNeeded: near.bitPattern)
    return near - magic < self ? whole &+ 1 : whole
  }

  /// The next whole number that isn't greater.
  @inline(__always) var down: Int32 { 0 &- (-self).up }
}
