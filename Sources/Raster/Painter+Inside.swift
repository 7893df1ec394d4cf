extension Painter {
  /// Paints pixels that the quad wholly covers: the exact division at the ends of short runs, straight lines between.
  func paintInside(_ quad: PreparedQuad, _ ink: Ink, _ y: Int, _ columns: Range<Int>, _ span: RowSpan) {
    let map = quad.map
    let centreY = Double(y) + 0.5
    let (rowU, rowV, rowQ) = (
      centreY * map.m21 + map.m31, centreY * map.m22 + map.m32, centreY * map.m23 + map.m33
    )
    func place(_ x: Int) -> (u: Int, v: Int, k: Double) {
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
    while start < columns.upperBound {
      let end = min((start & -runLength) &+ runLength, innerEnd)
      let next = place(end)
      let length = end &- start
      var run = Run(output: row + start, count: min(end, columns.upperBound) &- start, u: here.u, v: here.v, du: 0, dv: 0)
      if length == runLength {
        (run.du, run.dv) = ((next.u &- here.u) >> shift, (next.v &- here.v) >> shift)
      } else {
        (run.du, run.dv) = ((next.u &- here.u) / length, (next.v &- here.v) / length)
      }
      let skipped = max(columns.lowerBound &- start, 0)
      if quad.levelCount == 1 {
        paint(run.scaled(toLevel: 0, skipping: skipped), quad.levels[0], ink)
      } else {
        paint(run, skipped, quad, MipChoice(density: quad.density * here.k * here.k * here.k), ink)
      }
      start = end
      here = next
    }
  }

  @inline(__always) private func paint(_ run: Run, _ texels: Texels, _ ink: Ink) {
    if run.isInside(texels) {
      ink.paint(run.output, run.count, InsideSource(texels, run))
    } else {
      ink.paint(run.output, run.count, ClampedSource(texels, run))
    }
  }

  @inline(__always) private func paint(
    _ run: Run, _ skipped: Int, _ quad: PreparedQuad, _ choice: MipChoice, _ ink: Ink
  ) {
    let level = min(choice.level, quad.levelCount &- 1)
    let larger = quad.levels[level]
    let largerRun = run.scaled(toLevel: level, skipping: skipped)
    guard choice.weight > 0, level &+ 1 < quad.levelCount else { return paint(largerRun, larger, ink) }
    let smaller = quad.levels[level &+ 1]
    let smallerRun = run.scaled(toLevel: level &+ 1, skipping: skipped)
    let weight = SIMD8(repeating: choice.weight)
    if largerRun.isInside(larger), smallerRun.isInside(smaller) {
      ink.paint(
        largerRun.output, largerRun.count,
        MixedSource(
          larger: InsideSource(larger, largerRun), smaller: InsideSource(smaller, smallerRun), weight: weight))
    } else {
      ink.paint(
        largerRun.output, largerRun.count,
        MixedSource(
          larger: ClampedSource(larger, largerRun), smaller: ClampedSource(smaller, smallerRun), weight: weight))
    }
  }
}
