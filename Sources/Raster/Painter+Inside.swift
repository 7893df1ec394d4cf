extension Painter {
  /// Paints pixels that the quad wholly covers: the exact division at the ends of short runs, straight lines between.
  func paintInside(_ quad: PreparedQuad, _ ink: Ink, _ y: Int, _ columns: Range<Int>, _ span: RowSpan) {
    let map = quad.map
    let centreY = Double(y) + 0.5
    let (rowU, rowV, rowQ) = (
      centreY * map.m21 + map.m31, centreY * map.m22 + map.m32, centreY * map.m23 + map.m33
    )
    /// The place in the bitmap, with 16 fractional bits, and 1 / q.
    @inline(__always) func place(_ x: Int) -> (u: Int, v: Int, k: Double) {
      let centre = Double(x) + 0.5
      let k = 1 / (rowQ + centre * map.m13)
      let fixed = k * 65536
      return (
        TexelPlace.fixed((rowU + centre * map.m11) * fixed), TexelPlace.fixed((rowV + centre * map.m12) * fixed), k
      )
    }

    let row = target.base + y * target.stride
    let shift = Int(span.shift)
    let runLength = 1 << shift
    let innerEnd = Int(span.innerEnd)
    // Runs begin at multiples of their length, wherever the clip begins.
    var start = max(columns.lowerBound & -runLength, Int(span.innerStart))
    var here = place(start)
    // The bitmap's step from row to row; it changes little along the row.
    let step = (
      u: TexelPlace.fixed(map.m21 * here.k * 65536) &- TexelPlace.fixed(map.m23 * here.k * Double(here.u)),
      v: TexelPlace.fixed(map.m22 * here.k * 65536) &- TexelPlace.fixed(map.m23 * here.k * Double(here.v))
    )
    var level = 0
    var nextWeight: Int16 = 0
    while start < columns.upperBound {
      let end = min((start & -runLength) &+ runLength, innerEnd)
      let next = place(end)
      let length = end &- start
      var run = Run(
        count: min(end, columns.upperBound) &- start, u: here.u, v: here.v, du: next.u &- here.u, dv: next.v &- here.v,
        rowU: step.u, rowV: step.v)
      if length == runLength {
        (run.du, run.dv) = (run.du &>> shift, run.dv &>> shift)
      } else {
        (run.du, run.dv) = (run.du / length, run.dv / length)
      }
      let skipped = max(columns.lowerBound &- start, 0)
      if quad.levelCount > 1 {
        let choice = MipChoice(density: quad.density * here.k * here.k * here.k)
        level = min(choice.level, quad.levelCount &- 1)
        nextWeight = level &+ 1 < quad.levelCount ? choice.weight : 0
      }
      run.scaled(toLevel: level, skipping: skipped).sample(quad.levels[level], into: pairs)
      if nextWeight > 0 {
        let smaller = run.scaled(toLevel: level &+ 1, skipping: skipped)
        smaller.sample(quad.levels[level &+ 1], mixing: nextWeight, into: pairs)
      }
      ink.paint(row + (start &+ skipped), run.count &- skipped, pairs)
      start = end
      here = next
    }
  }
}
