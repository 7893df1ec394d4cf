import Geometry

extension Frame {
  /// Works out which pixels of each row the quad touches, and which it wholly covers.
  func appendSpans(_ quad: inout PreparedQuad, _ clip: PixelRect) {
    let bounds = quad.outline.pixelBounds.intersection(clip)
    quad.rows = bounds.minY..<bounds.maxY
    quad.spans = spans.extend(by: quad.rows.count)
    let edges = UnsafePointer(edges.base + quad.edges)
    let count = quad.outline.count
    for y in quad.rows {
      let centre = Double(y) + 0.5
      var touched = (start: 0.0, end: Double(target.width))
      var inner = touched
      for index in 0..<count {
        let edge = edges[index]
        let offset = edge.b * centre + edge.c
        let reach = edge.reach - Edge.tolerance
        if abs(edge.a) > 1e-9 {
          // The pixels whose centre, x + 0.5, has at least the distance.
          let k = 1 / edge.a
          let outermost = (-reach - offset) * k - 0.5
          let innermost = (reach - offset) * k - 0.5
          if edge.a > 0 {
            touched.start = max(touched.start, outermost)
            inner.start = max(inner.start, innermost)
          } else {
            touched.end = min(touched.end, outermost + 1)
            inner.end = min(inner.end, innermost + 1)
          }
        } else {
          if offset < -reach { touched.end = -1 }
          if offset < reach { inner.end = -1 }
        }
      }
      spans.base[quad.spans + y - quad.rows.lowerBound] = quad.span(y, touched, inner)
    }
  }
}

extension PreparedQuad {
  fileprivate func span(
    _ y: Int, _ touched: (start: Double, end: Double), _ inner: (start: Double, end: Double)
  ) -> RowSpan {
    let (start, end) = (touched.start.rounded(.up), touched.end.rounded(.down))
    guard start < end else { return RowSpan(start: 0, innerStart: 0, innerEnd: 0, end: 0, shift: 0) }
    let (innerStart, innerEnd) = (inner.start.rounded(.up), inner.end.rounded(.down))
    guard innerStart < innerEnd else {
      return RowSpan(start: Int32(start), innerStart: Int32(end), innerEnd: Int32(end), end: Int32(end), shift: 0)
    }
    let shift = isSampled ? linearShift(Double(y) + 0.5, innerStart, innerEnd) : 4
    return RowSpan(
      start: Int32(start), innerStart: Int32(innerStart), innerEnd: Int32(innerEnd), end: Int32(end),
      shift: Int32(shift))
  }

  /// The longest run, 2^shift pixels, over which a straight line errs by less than 1/16 texel, or, where the picture is
  /// shrunk, by less than 1/16 of what a pixel covers.
  ///
  /// A chord over n pixels errs by n²/8 times the second derivative, which is 2·q'·(u'·q − u·q')/q³: the bracket is the
  /// same all along a row, and q is least at one of the ends.
  private func linearShift(_ y: Double, _ start: Double, _ end: Double) -> Int {
    guard map.m13 != 0 else { return 4 }
    let u = y * map.m21 + map.m31
    let v = y * map.m22 + map.m32
    let q = y * map.m23 + map.m33
    let (first, last) = (q + start * map.m13, q + (end + 1) * map.m13)
    let (least, most) = (min(first, last), max(first, last))
    let bend = 2 * abs(map.m13) * max(abs(map.m11 * q - u * map.m13), abs(map.m12 * q - v * map.m13))
    var shift = 4
    var error = bend * 256 / 8
    let texels = (density / (most * most * most)).squareRoot()
    let allowed = least > 0 ? least * least * least / 16 * max(texels, 1) : 0
    while shift > 0, !(error < allowed) {
      shift -= 1
      error /= 4
    }
    return shift
  }
}
