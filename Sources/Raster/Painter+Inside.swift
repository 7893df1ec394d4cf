extension Painter {
  /// Paints pixels that the quad wholly covers: the exact division at the ends of short runs, straight lines between.
  func paintInside(_ quad: PreparedQuad, _ y: Int, _ columns: Range<Int>, _ span: RowSpan) {
    let map = quad.map
    let centreY = Double(y) + 0.5
    let (rowU, rowV, rowQ) = (
      centreY * map.m21 + map.m31, centreY * map.m22 + map.m32, centreY * map.m23 + map.m33
    )
    let shift = Int(span.shift)
    let runLength = 1 << shift
    let (innerStart, innerEnd) = (Int(span.innerStart), Int(span.innerEnd))

    func place(_ x: Int) -> (u: Int, v: Int, k: Double) {
      let centre = Double(x) + 0.5
      let k = 65536 / (rowQ + centre * map.m13)
      return (TexelPlace.fixed((rowU + centre * map.m11) * k), TexelPlace.fixed((rowV + centre * map.m12) * k), k)
    }

    var run = Run(quad: quad, row: target.base + y * target.stride)
    // Runs begin at multiples of their length, wherever the clip begins.
    var runStart = max(columns.lowerBound & -runLength, innerStart)
    var (u, v, k) = place(runStart)
    var x = columns.lowerBound
    while x < columns.upperBound {
      let runEnd = min((x & -runLength) + runLength, innerEnd)
      let (nextU, nextV, nextK) = place(runEnd)
      let length = runEnd - runStart
      if length == runLength {
        run.step = ((nextU &- u) >> shift, (nextV &- v) >> shift)
      } else {
        run.step = ((nextU &- u) / length, (nextV &- v) / length)
      }
      let skipped = x - runStart
      run.start = (u &+ skipped &* run.step.u, v &+ skipped &* run.step.v)
      run.columns = (x, min(runEnd, columns.upperBound))
      if quad.levelCount > 1 {
        let scale = k / 65536
        run.chooseLevel(MipChoice(density: quad.density * scale * scale * scale))
      }
      run.paint()
      x = runEnd
      runStart = runEnd
      (u, v, k) = (nextU, nextV, nextK)
    }
  }
}

/// A short stretch of a row along which the place in the bitmap moves in equal steps.
struct Run {
  let quad: PreparedQuad
  let row: UnsafeMutablePointer<UInt32>
  var start = (u: 0, v: 0)
  var step = (u: 0, v: 0)
  var columns = (start: 0, end: 0)
  var level = 0
  /// Of the next smaller copy, of 128.
  var nextWeight: Int16 = 0

  init(quad: PreparedQuad, row: UnsafeMutablePointer<UInt32>) {
    self.quad = quad
    self.row = row
  }

  mutating func chooseLevel(_ choice: MipChoice) {
    level = min(choice.level, quad.levelCount - 1)
    nextWeight = level + 1 < quad.levelCount ? choice.weight : 0
  }

  func paint() {
    let texels = quad.levels[level]
    let place = TexelPlace(u: start.u, v: start.v).scaled(toLevel: level)
    let (du, dv) = (step.u >> level, step.v >> level)
    var (u, v) = (place.u, place.v)
    let scale = Ink(quad).scale
    let isOpaque = quad.isOpaque
    var x = columns.start
    while x < columns.end {
      var pixel = texels.clampedSample(TexelPlace(u: u, v: v))
      if nextWeight > 0 {
        let i = x - columns.start
        let next = TexelPlace(u: start.u + step.u * i, v: start.v + step.v * i).scaled(toLevel: level + 1)
        pixel = pixel.mixed(
          with: quad.levels[level + 1].clampedSample(next), PixelPair(repeating: nextWeight))
      }
      pixel = pixel.scaled(by: scale)
      if !isOpaque { pixel = pixel.over(PixelPair(UInt64(row[x]))) }
      row[x] = UInt32(truncatingIfNeeded: pixel.pixels)
      u &+= du
      v &+= dv
      x += 1
    }
  }
}
