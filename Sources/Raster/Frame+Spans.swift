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
    for y in rows {
      let centre = Double(y) + 0.5
      var touched = (start: 0.0, end: width)
      var inner = touched
      for edge in edges {
        let offset = edge.b * centre + edge.c
        if edge.stretch != 0 {
          // The pixels whose centre, x + 0.5, has at least the distance. (Not by `min` and `max`, which take several
          // instructions for what isn't a number.)
          let crossing = -offset * edge.stretch - 0.5
          if edge.stretch > 0 {
            let (outermost, innermost) = (crossing - edge.fringe, crossing + edge.fringe)
            touched.start = outermost > touched.start ? outermost : touched.start
            inner.start = innermost > inner.start ? innermost : inner.start
          } else {
            let (outermost, innermost) = (crossing + edge.fringe + 1, crossing - edge.fringe + 1)
            touched.end = outermost < touched.end ? outermost : touched.end
            inner.end = innermost < inner.end ? innermost : inner.end
          }
        } else {
          let reach = edge.reach - Edge.tolerance
          if offset < -reach { touched.end = -1 }
          if offset < reach { inner.end = -1 }
        }
      }
      output[y - rows.lowerBound] = RowSpan(touched, inner, width: width)
    }
  }
}

extension RowSpan {
  fileprivate init(
    _ touched: (start: Double, end: Double), _ inner: (start: Double, end: Double), width: Double
  ) {
    let (start, end) = (min(touched.start, width).up, max(touched.end, 0).down)
    let (innerStart, innerEnd) = (min(inner.start, width).up, max(inner.end, 0).down)
    if start >= end {
      self.init(start: 0, innerStart: 0, innerEnd: 0, end: 0)
    } else if innerStart >= innerEnd {
      self.init(start: start, innerStart: end, innerEnd: end, end: end)
    } else {
      self.init(start: start, innerStart: innerStart, innerEnd: innerEnd, end: end)
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
