import Geometry

/// Samples a quad's bitmap along rows, block by block, each pixel at its exact place. A block's areas of one colour, and slopes, come
/// first: the copies of the bitmap are chosen for the pixels between them alone.
///
/// The place is `(u, v) = (a, b) / q` with `a`, `b` and `q` linear along the row: four divisions cost one instruction.
/// They are in single precision, a product away from numbers that are exact where the block begins: over its length they err by less
/// than a hundredth of a texel, in a bitmap of up to 4,096. Only additions, products and quotients are used, each rounded by
/// itself as IEEE 754 says (the compiler never joins two of them into one), so that all machines agree on every bit.
struct BlockSampler {
  /// The longest block, in pixels.
  static let limit = 512

  private let map: Homography
  private let density: Double
  private let densityRoot: Double
  private let levels: UnsafePointer<Texels>
  private let deepest: Int
  private let ahead: (u: Int, v: Int)
  /// Lays the light on each run of pixels that is sampled in one way, while it is in the cache.
  private let ink: Ink
  private var flats: FlatFinder?

  /// The copy that is sampled, and how many of the bitmap's texels one of its own is.
  private var level = 0
  private var size = 1.0
  /// 128 · 2^-level: `a` and `b` are in 128ths of a texel, from the middle of the first one on.
  private var unit = 128.0
  private var larger, smaller: Sampler
  /// True where the next copy is sampled as well.
  private var needsTwo = false
  /// The first of the block's fours that other copies may have to be chosen for; 0 as long as none have been.
  private var zoneEnd = 0
  /// So far from an area's side, in texels, nothing but the area is read, where a block's least q is `from` or more and below `to`.
  private var reach: (margin: Float, from: Double, to: Double) = (0, .infinity, .infinity)
  /// What is added to the first of four pixels' numbers for each of them.
  private var lanesA = SIMD4<Float>.zero
  private var lanesB = SIMD4<Float>.zero
  private var lanesQ = SIMD4<Float>.zero
  /// From four pixels to the next four.
  private var steps = SIMD4<Float>.zero
  /// The numbers of the block's first four pixels, for the copy that is sampled.
  private var a = SIMD4<Float>.zero
  private var b = SIMD4<Float>.zero
  private var c = SIMD4<Float>.zero
  /// The place of the block's first pixel, in texels times q; q; and the number of pixels.
  private var first = SIMD4<Double>.zero
  /// That place in single precision, in texels from the middle of the first one on, times q; and q.
  private var place = SIMD4<Float>.zero
  /// What that changes by from pixel to pixel.
  private let growth: SIMD4<Float>
  /// The number of fours over which q changes by less than an eighth: a colour, by which numbers ever it changes on the way, is then
  /// at most a thirtieth of that off. None where that isn't so of four of them, and where what is opaque doesn't stay so.
  private var stretch = 0
  /// 128ths of a texel of the larger copy under a pixel where q is 1.
  private var mixture: Float = 0
  /// The q from which on, and up to which, this copy is shown alone; and from which on with the next one.
  private var leastAlone = 0.0
  private var mostAlone = 0.0
  private var leastMixed = 0.0
  /// 1 / the change of q from pixel to pixel; not a number's end where there is none.
  private let perSlope: Double

  /// - Parameters x, y: a place that will be sampled, one of the first.
  init(_ quad: PreparedQuad, _ ink: Ink, x: Double, y: Double) {
    self.ink = ink
    (map, density, levels, deepest) = (quad.map, quad.density, quad.levels, quad.levelCount &- 1)
    densityRoot = density.cubeRoot
    perSlope = map.m13 == 0 ? -.infinity : 1 / map.m13
    ahead = quad.ahead(x: x, y: y)
    flats = quad.flats
    growth = SIMD4(Float(map.m11 - 0.5 * map.m13), Float(map.m12 - 0.5 * map.m13), Float(map.m13), 0)
    larger = Sampler(levels[0], ahead: ahead)
    smaller = larger
    use(0)
  }

  private mutating func use(_ level: Int) {
    self.level = level
    let shrink = Double(bitPattern: UInt64(1023 &- level) &<< 52)
    size = 1 / (shrink * shrink)
    unit = 128 * shrink
    func sampler(_ level: Int) -> Sampler { Sampler(levels[level], ahead: (ahead.u &>> level, ahead.v &>> level)) }
    larger = sampler(level)
    smaller = sampler(min(level &+ 1, deepest))
    let (da, db, dq) = (
      Float(map.m11 * unit - 64 * map.m13), Float(map.m12 * unit - 64 * map.m13), Float(map.m13)
    )
    let lanes = SIMD4<Float>(0, 1, 2, 3)
    (lanesA, lanesB, lanesQ) = (lanes * da, lanes * db, lanes * dq)
    steps = 4 * SIMD4(da, db, dq, 0)
    mixture = Float(density / size * 128)
    let root = root(level)
    leastAlone = level < deepest ? root * Self.leastAlone : -.infinity
    leastMixed = level < deepest ? root * Self.leastMixed : -.infinity
    mostAlone = level > 0 ? root * Self.mostAlone : .infinity
  }

  /// The q at which a pixel has one of a copy's texels: it has `density / q³` of the bitmap's, and a quarter of that of each next copy's.
  @inline(__always) private func root(_ level: Int) -> Double { densityRoot * Self.quarterRoot(level) }

  /// In parts of that q: from there on a copy is shown alone, and up to there; and from there on with the next one.
  private static let leastAlone = 0.7368062997280773
  private static let mostAlone = 1.0455159171494204
  private static let leastMixed = 0.6587336560083495

  /// The third root of ¼ to a power: of each three of its factors one is left, and beside those ∛16 or ∛4 of one too many.
  @inline(__always) private static func quarterRoot(_ power: Int) -> Double {
    let (thirds, more) = ((power &+ 2) / 3, power % 3)
    let root = Double(bitPattern: UInt64(1023 &- 2 &* thirds) &<< 52)
    return more == 0 ? root : root * (more == 1 ? 2.5198420997897464 : 1.5874010519681994)
  }

  /// Samples `count` pixels from the one with this centre on, or fewer: those before the plane is seen nearly edge-on. Returns how many;
  /// none where that is so of the first.
  ///
  /// - Parameters:
  ///   - wanted: the number of pixels that are needed. Neither it nor anything else may depend on the clip but this.
  ///   - run: gets the pixels, with all changes made to them, and up to three more.
  @inline(never) mutating func sample(
    x: Double, y: Double, count: Int, wanted: Int, into run: UnsafeMutablePointer<UInt32>
  ) -> Int {
    let u = x * map.m11 + (y * map.m21 + map.m31)
    let v = x * map.m12 + (y * map.m22 + map.m32)
    let q = x * map.m13 + (y * map.m23 + map.m33)
    let count = deepest > 0 ? inSight(q, count) : count
    guard count > 0 else { return 0 }
    (first, zoneEnd) = (SIMD4(u, v, q, Double(count)), 0)
    let fours = UnsafeMutableRawPointer(run).assumingMemoryBound(to: SIMD4<UInt32>.self)
    let end = (min(count, wanted) &+ 3) &>> 2
    let margin = flats == nil ? 0 : margin(q, count)
    guard flats?.begin(u, v, q, count: count, margin: margin) ?? false else {
      sample(fours, 0, end, .mixed)
      return count
    }
    begin(u, v, q, count)
    // What is left after an area is mostly its border, and sampled in less time than the next area is found. (The wanted pixels
    // have no say in it.)
    let last = (count &+ 3) &>> 2 &- FlatFinder.atLeast
    var start = 0
    while start < end {
      guard start < last || start == 0 else {
        sample(fours, start, end, .mixed)
        break
      }
      let next = flats!.next(start)
      if start < next.start { sample(fours, start, min(next.start, end), .mixed) }
      start = next.start
      let areaEnd = min(next.end, end)
      guard start < areaEnd else { continue }
      switch next.kind {
      case .flat:
        let flat = SIMD4(repeating: ink.pixel(next.area.pointee.texel))
        for index in start..<areaEnd { fours[index] = flat }
      case .slope where stretch > 0:
        fill(
          fours, start, areaEnd, with: next.area.pointee.slope, SlopeRun.Dither(column: Int(x.down), row: Int(y.down)))
      case let kind: sample(fours, start, areaEnd, kind)
      }
      start = areaEnd
    }
    return count
  }

  /// Samples some of the block's fours, of one kind, by one copy or by two.
  private mutating func sample(
    _ fours: UnsafeMutablePointer<SIMD4<UInt32>>, _ start: Int, _ end: Int, _ kind: FlatMap.Kind
  ) {
    var start = start
    while start < end {
      if start >= zoneEnd { enterZone(at: start) }
      let next = min(end, zoneEnd)
      if kind != .mixed, level <= Self.deepestSmooth {
        sampleSmooth(fours, start, next)
      } else if needsTwo {
        sampleTwo(fours, start, next)
      } else {
        sampleOne(fours, start, next)
      }
      ink.change(fours, start, next, areOpaque: kind == .smoothOpaque || kind == .slope)
      start = next
    }
  }

  /// Up to this copy the nearest texel of what is smooth is no more than two levels off: in the next ones a texel is too far
  /// from the next.
  private static let deepestSmooth = 1

  /// Begins a block whose slopes may be worked out.
  @inline(__always) private mutating func begin(_ u: Double, _ v: Double, _ q: Double, _ count: Int) {
    place = SIMD4(Float(u - 0.5 * q), Float(v - 0.5 * q), Float(q), 0)
    // Up to the end of the last stretch that begins in the block.
    let (firstQ, lastQ) = (place.z, place.z + growth.z * Float(Int32(truncatingIfNeeded: count &+ 64)))
    let (leastQ, slant) = (firstQ < lastQ ? firstQ : lastQ, abs(growth.z))
    stretch = !ink.isWhole || slant * 128 >= leastQ ? 0 : slant * 512 < leastQ ? 16 : slant * 256 < leastQ ? 8 : 4
  }

  /// Works colours out: exactly at the ends of each stretch, and evenly in between. (It changes nothing; but if it said so, the whole
  /// sampler would be copied for it.)
  private mutating func fill(
    _ fours: UnsafeMutablePointer<SIMD4<UInt32>>, _ start: Int, _ end: Int, with slope: Slope, _ dither: SlopeRun.Dither
  ) {
    let light = ink.light * 256
    let first = slope.numerator(place.x, place.y, place.z) * light
    let change = slope.numerator(growth.x, growth.y, growth.z) * light
    func color(at pixel: Float) -> SIMD4<Float> { (first + change * pixel) / (place.z + growth.z * pixel) }
    let length = Float(Int32(truncatingIfNeeded: stretch &<< 2))
    let part = 1 / length
    var index = start
    var pixel = Float(Int32(truncatingIfNeeded: start &<< 2))
    var here = color(at: pixel)
    while index < end {
      pixel += length
      let there = color(at: pixel)
      var run = SlopeRun(from: here, step: (there - here) * part, dither: dither)
      let next = min(index &+ stretch, end)
      while index < next {
        fours[index] = run.next()
        index &+= 1
      }
      here = there
    }
  }

  /// Takes the nearest texel of the larger copy: it is as near to what the mixtures would be as their own rounding.
  @inline(__always) private mutating func sampleSmooth(
    _ fours: UnsafeMutablePointer<SIMD4<UInt32>>, _ start: Int, _ end: Int
  ) {
    forEach(start, end) { index, a, b, c in
      let k = 0x1p-7 / c
      fours[index] = larger.nearest(a * k, b * k)
    }
  }

  @inline(__always) private mutating func sampleOne(
    _ fours: UnsafeMutablePointer<SIMD4<UInt32>>, _ start: Int, _ end: Int
  ) {
    forEach(start, end) { index, a, b, c in
      let k = 1 / c
      fours[index] = larger.pixels(a * k, b * k).pixels
    }
  }

  @inline(__always) private mutating func sampleTwo(
    _ fours: UnsafeMutablePointer<SIMD4<UInt32>>, _ start: Int, _ end: Int
  ) {
    forEach(start, end) { index, a, b, c in
      let k = 1 / c
      let (x, y) = (a * k, b * k)
      fours[index] =
        larger.pixels(x, y).mixed(with: smaller.pixels(x * 0.5 - 32, y * 0.5 - 32), weights(k)).pixels
    }
  }

  /// Calls `body` with the numbers of each four. They depend on its place in the block alone, not on what was sampled before it.
  @inline(__always) private func forEach(
    _ start: Int, _ end: Int, _ body: (Int, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) -> Void
  ) {
    var place = SIMD4(repeating: Float(Int32(truncatingIfNeeded: start)))
    for index in start..<end {
      body(index, a + place * steps.x, b + place * steps.y, c + place * steps.z)
      place += 1
    }
  }

  /// Four pixels of which one has several times as many texels as another: whoever sees such a plane sees few of it.
  private static let steepest = 10.0

  /// The number of a block's pixels, in fours, of which that isn't so.
  @inline(__always) private func inSight(_ q: Double, _ count: Int) -> Int {
    let (slope, limit) = (map.m13, abs(map.m13) * Self.steepest)
    guard limit < q else { return 0 }
    guard q + slope * Double(count) <= limit else { return count }
    return min((Int(((limit - q) * perSlope).down) &+ 4) & -4, count)
  }

  /// How far from a place the bitmap is read, at most, in a block.
  @inline(__always) private mutating func margin(_ q: Double, _ count: Int) -> Float {
    let lastQ = q + map.m13 * Double(count)
    let leastQ = lastQ < q ? lastQ : q
    if leastQ < reach.from || leastQ >= reach.to { findReach(leastQ) }
    return reach.margin
  }

  @inline(never) private mutating func findReach(_ q: Double) {
    var (level, size) = (0, 1.0)
    while level < deepest, q < root(level) * Self.leastMixed {
      level &+= 1
      size *= 2
    }
    let root = root(level)
    let isAlone = level == deepest || q >= root * Self.leastAlone
    // Half a texel of the smaller copy is read around a place. Areas begin at tiles: of a copy whose texels are larger, one may lie
    // on both sides of an area's.
    let texel = size * (isAlone ? 1 : 2)
    reach.margin = Float(0.5625 * texel + max(texel - Double(1 << FlatMap.shift), 0))
    reach.from = level == deepest ? -.infinity : root * (isAlone ? Self.leastAlone : Self.leastMixed)
    reach.to = isAlone ? (level == 0 ? .infinity : root * Self.mostAlone) : root * Self.leastAlone
  }

  /// Takes the copies up that a four needs, and finds those behind it that need the same.
  @inline(never) private mutating func enterZone(at four: Int) {
    if deepest > 0 { choose(four) } else { zoneEnd = .max }
    let q = first.z
    a = lanesA + Float(first.x * unit - 64 * q)
    b = lanesB + Float(first.y * unit - 64 * q)
    c = lanesQ + Float(q)
  }

  private mutating func choose(_ four: Int) {
    let slope = map.m13
    let q = first.z + slope * Double(four &<< 2)
    while q < leastMixed { use(level &+ 1) }
    while q >= mostAlone { use(level &- 1) }
    needsTwo = q < leastAlone
    let end = slope > 0 ? (needsTwo ? leastAlone : mostAlone) : (needsTwo ? leastMixed : leastAlone)
    // From the block's first pixel, so that it is the same from wherever one asks.
    let way = (end - first.z) * perSlope
    guard way < first.w else {
      zoneEnd = .max
      return
    }
    let within = Int((way > 0 ? way : 0).down) &+ 1
    // Beyond its end a mixture is all of one copy; but a copy alone never goes for a mixture.
    zoneEnd = needsTwo ? (within &+ 3) &>> 2 : within &>> 2
    guard zoneEnd <= four else { return }
    if !needsTwo, slope > 0 { use(level &- 1) }
    (needsTwo, zoneEnd) = (true, four &+ 1)
  }

  /// The weights of the smaller copy, 0…128, as `MipChoice` has them, for 1 / q.
  @inline(__always) private func weights(_ k: SIMD4<Float>) -> SIMD16<Int16> {
    let words = Sampler.fixed(k * k * k * mixture - 320, 128) & 255
    let weights = unsafeBitCast(words | words &<< 16, to: SIMD8<Int16>.self)
    return SIMD16(lowHalf: weights, highHalf: weights)
  }
}

extension Double {
  /// The third root of a positive number, by Newton: the C library's may differ from machine to machine.
  fileprivate var cubeRoot: Double {
    // A third of the exponent, near enough to have all digits after a few rounds.
    var root = Double(bitPattern: bitPattern / 3 + 0x2A9F_7893_782D_A1CE)
    for _ in 0..<5 { root = (2 * root + self / (root * root)) / 3 }
    return root
  }
}
