extension Frame {
  /// Works out the row that a quad shows in each of its rows, as long as any of them needs it.
  func addSwatch(_ quad: inout PreparedQuad) {
    var (start, end) = (Int.max, Int.min)
    for row in 0..<quad.rows.count {
      let span = spans.base[quad.spans + row]
      guard span.innerStart < span.innerEnd else { continue }
      (start, end) = (min(start, Int(span.innerStart)), max(end, Int(span.innerEnd)))
    }
    guard start < end else { return }
    quad.swatch = swatches.extend(by: end - start)
    quad.swatchStart = start
    let ink = Ink(quad)
    for x in start..<end {
      let texel = quad.texel(atX: x, y: quad.rows.lowerBound)
      swatches.base[quad.swatch + x - start] = quad.isOpaque ? ink.pixel(texel) : texel
    }
  }
}
