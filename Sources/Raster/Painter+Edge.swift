import Geometry

extension Painter {
  /// Paints pixels that the quad covers in part, each with its own exact place and coverage.
  func paintEdge(_ quad: PreparedQuad, _ ink: Ink, _ y: Int, _ columns: Range<Int>) {
    let row = target.base + y * target.stride
    let map = quad.map
    let centreY = Double(y) + 0.5
    for x in columns {
      let centreX = Double(x) + 0.5
      let own = (edges + quad.edges).coverage(count: quad.outline.count, x: centreX, y: centreY)
      guard own > 0 else { continue }
      let pixel = sample(quad, map.homogeneous(Point(centreX, centreY)))
      let part = quad.neighbours.isEmpty ? own : coverage(quad, own, pixel, centreX, centreY)
      let coverage = UInt16(part * 256 + 0.5)
      if coverage > 0 { ink.paint(row + x, pixel, coverage: coverage) }
    }
  }

  /// The part of the pixel that the quad must cover so that, once its later neighbours have covered their parts of it,
  /// just the quad's own part is left: two faces that share an edge then show nothing of the ground beneath.
  private func coverage(
    _ quad: PreparedQuad, _ own: Double, _ pixel: PixelPair, _ x: Double, _ y: Double
  ) -> Double {
    var left = 1.0
    for index in quad.neighbours {
      let other = quads + Int(neighbours[index])
      // Along a cut the other piece is as translucent as this one.
      let alpha = other.pointee.hasOpaqueBitmap ? 1 : Double(pixel.first >> 24) / 255
      left -=
        alpha * other.pointee.opacity
        * (edges + other.pointee.edges).coverage(count: other.pointee.outline.count, x: x, y: y)
    }
    // What the neighbours leave is at least the quad's own part; rounding must not make more of it than all.
    return own < left ? own / left : 1
  }

  /// The texel under a target pixel, by the exact division.
  @inline(__always) private func sample(_ quad: PreparedQuad, _ p: SIMD3<Double>) -> PixelPair {
    if let color = quad.color { return PixelPair(UInt64(color)) }
    // Just outside of the outline the plane may already be behind the eye; the nearest texel will do.
    let k = p.z > 1e-300 ? 1 / p.z : 0
    let place = TexelPlace(u: TexelPlace.fixed(p.x * k * 65536), v: TexelPlace.fixed(p.y * k * 65536))
    guard quad.levelCount > 1 else { return quad.levels[0].sample(place.scaled(toLevel: 0)) }
    let choice = MipChoice(density: quad.density * k * k * k)
    let level = min(choice.level, quad.levelCount - 1)
    let texel = quad.levels[level].sample(place.scaled(toLevel: level))
    guard choice.weight > 0, level + 1 < quad.levelCount else { return texel }
    let next = quad.levels[level + 1].sample(place.scaled(toLevel: level + 1))
    return texel.mixed(with: next, SIMD8(repeating: choice.weight))
  }
}
