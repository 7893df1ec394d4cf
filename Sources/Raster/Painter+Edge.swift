import Geometry

extension Painter {
  /// Paints pixels that the quad covers in part, each with its own exact coverage: `pixel` has all changes made to it.
  ///
  /// - Parameter only: the number of the quad's edge that alone cuts them, below zero where there may be several.
  @inline(__always) func paintEdge(
    _ quad: PreparedQuad, _ y: Int, _ columns: Range<Int>, only: Int16, _ pixel: (Int) -> UInt32
  ) {
    let row = target.base + y * target.stride
    let centreY = Double(y) + 0.5
    let edge = edges + (quad.edges &+ max(Int(only), 0))
    for x in columns {
      let centreX = Double(x) + 0.5
      let own =
        only >= 0
        ? edge.pointee.coverage(at: edge.pointee.distance(centreX, centreY))
        : (edges + quad.edges).coverage(count: quad.outline.count, x: centreX, y: centreY)
      guard own > 0 else { continue }
      let pixel = pixel(x) | (quad.isOpaque ? 0xFF00_0000 : 0)
      let part = quad.neighbours.isEmpty ? own : coverage(quad, own, pixel, x, y)
      let coverage = (part * 256 + 0.5).down
      if coverage > 0 { Ink.paint(row + x, pixel, coverage: UInt16(truncatingIfNeeded: coverage)) }
    }
  }

  /// The part of the pixel that the quad must cover so that, once its later neighbours have covered their parts of it,
  /// just the quad's own part is left: two faces that share an edge then show nothing of the ground beneath.
  private func coverage(
    _ quad: PreparedQuad, _ own: Double, _ pixel: UInt32, _ x: Int, _ y: Int
  ) -> Double {
    var left = 1.0
    for index in quad.neighbours {
      let other = quads + Int(neighbours[index])
      let rows = other.pointee.rows
      guard rows.contains(y), spans[other.pointee.spans &+ y &- rows.lowerBound].contains(x) else { continue }
      // Along a cut the other piece is as translucent as this one.
      let alpha = other.pointee.hasOpaqueBitmap ? other.pointee.opacity : Double(pixel >> 24) / 255
      left -=
        alpha
        * (edges + other.pointee.edges).coverage(
          count: other.pointee.outline.count, x: Double(x) + 0.5, y: Double(y) + 0.5)
    }
    // What the neighbours leave is at least the quad's own part; rounding must not make more of it than all.
    return own < left ? own / left : 1
  }
}
