import Geometry

extension Painter {
  /// Paints pixels of a row whose texels are sampled, block by block: what the quad covers in part and what it covers
  /// wholly alike.
  func paintSampled(_ quad: PreparedQuad, _ ink: Ink, _ y: Int, _ columns: Range<Int>, _ span: RowSpan) {
    let map = quad.map
    let centreY = Double(y) + 0.5
    let (rowU, rowV, rowQ) = (
      centreY * map.m21 + map.m31, centreY * map.m22 + map.m32, centreY * map.m23 + map.m33
    )
    // Blocks are counted from where the quad begins, wherever the clip does.
    var start = Int(span.start) &+ (columns.lowerBound &- Int(span.start)) & -Sampler.limit
    let ahead = quad.ahead(x: Double(start) + 0.5, y: centreY)
    var sampler = Sampler(quad, level: 0, ahead: ahead)
    var smaller = sampler
    while start < columns.upperBound {
      let end = min(start &+ Sampler.limit, columns.upperBound)
      let centreX = Double(start) + 0.5
      let (u, v, q) = (rowU + centreX * map.m11, rowV + centreX * map.m12, rowQ + centreX * map.m13)
      let copies = quad.copies(q, last: q + Double(min(Sampler.limit, Int(span.end) &- start) &- 1) * map.m13)
      if copies.lowerBound != sampler.level { sampler = Sampler(quad, level: copies.lowerBound, ahead: ahead) }
      let fours = UnsafeMutableRawPointer(run).assumingMemoryBound(to: SIMD4<UInt32>.self)
      var every = SIMD4<UInt32>(repeating: .max)
      sampler.sample(u: u, v: v, q: q, count: end &- start) { index, pixels, _ in
        fours[index] = pixels.pixels
        every &= fours[index]
      }
      // Each copy takes its part of each pixel; most often there are no more, or one.
      var level = copies.lowerBound
      while level < copies.upperBound {
        level &+= 1
        if level != smaller.level { smaller = Sampler(quad, level: level, ahead: ahead) }
        every = SIMD4(repeating: .max)
        smaller.sample(u: u, v: v, q: q, count: end &- start) { index, pixels, k in
          fours[index] = FourPixels(fours[index]).mixed(with: pixels, smaller.weights(k)).pixels
          every &= fours[index]
        }
      }
      // Most of a face with round corners is opaque.
      let isOpaque = (every[0] & every[1] & every[2] & every[3]) &>> 24 == 255
      paintBlock(quad, ink, y, max(start, columns.lowerBound)..<end, span, from: start, isOpaque)
      start = end
    }
  }

  /// Paints pixels whose texels lie in the painter's room, the one for the column `first` in front.
  private func paintBlock(
    _ quad: PreparedQuad, _ ink: Ink, _ y: Int, _ columns: Range<Int>, _ span: RowSpan, from first: Int,
    _ isOpaque: Bool
  ) {
    let inner = span.inner(within: columns)
    if columns.lowerBound < inner.lowerBound {
      paintEdge(quad, ink, y, columns.lowerBound..<inner.lowerBound) { run[$0 &- first] }
    }
    if !inner.isEmpty {
      ink.paint(
        target.base + (y &* target.stride &+ inner.lowerBound), inner.count, run + (inner.lowerBound &- first),
        isOpaque: isOpaque)
    }
    if inner.upperBound < columns.upperBound {
      paintEdge(quad, ink, y, inner.upperBound..<columns.upperBound) { run[$0 &- first] }
    }
  }
}

extension PreparedQuad {
  /// The copies of the bitmap that a block needs, by its first and its last pixel's q: the largest, and those that are
  /// mixed with it.
  @inline(__always) fileprivate func copies(_ first: Double, last: Double) -> ClosedRange<Int> {
    guard levelCount > 1 else { return 0...0 }
    let (most, least) = (max(first, last), min(first, last))
    let (largest, smallest) = (
      MipChoice(density: density / (most * most * most)), MipChoice(density: density / (least * least * least))
    )
    let deepest = min(smallest.weight > 0 ? smallest.level &+ 1 : smallest.level, levelCount &- 1)
    return min(largest.level, deepest)...deepest
  }

  /// Where the bitmap will be read four rows further down, in texels from where it is read at a place.
  fileprivate func ahead(x: Double, y: Double) -> (u: Int, v: Int) {
    let p = map.homogeneous(Point(x, y))
    let k = 4 / p.z
    let (u, v) = (p.x / p.z, p.y / p.z)
    return (
      TexelPlace.fixed(k * (map.m21 - u * map.m23)), TexelPlace.fixed(k * (map.m22 - v * map.m23))
    )
  }
}
