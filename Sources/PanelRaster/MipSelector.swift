/// Chooses a quad's mip levels along a row.
///
/// The number of texels in a pixel's area decides: a face that turns away shrinks in one direction only, and by its
/// shorter side it would be blurred along the other. Up to 2½ texels a pixel, level 0 is sampled alone; from there to
/// 3½, level 1 is blended in, so that nothing jumps while a face turns. For each further level these numbers are four
/// times as large. A pixel has `density / q³` texels, and q is linear along the row, so the next pixel at which the
/// choice changes is computed without examining others.
struct MipSelector {
  /// The level that a part of the row is sampled from.
  private(set) var level = 0
  /// True if the next level is blended in.
  private(set) var blendsNext = false
  /// The block's pixel, a multiple of four, up to which the choice is valid.
  private(set) var validUntil = 0

  private(set) var deepest: Int
  private let density: Double
  private let densityRoot: Double
  private let stepQ: Double
  /// The values of q between which the current level is sampled alone.
  private var minAloneQ = 0.0
  private var maxAloneQ = 0.0
  /// The smallest q at which the current level is blended with the next one.
  private var minBlendedQ = 0.0

  /// - Parameters:
  ///   - density: the number of texels of a pixel whose q is 1.
  ///   - minQ: the smallest q of a pixel that is drawn.
  ///   - stepQ: the change of q from pixel to pixel.
  init(density: Double, minQ: Double, stepQ: Double) {
    self.density = density
    self.stepQ = stepQ
    densityRoot = density.cubeRoot
    var (level, isAlone) = (MipLevels.limit, true)
    if minQ > 0 { (level, isAlone) = Self.level(densityRoot, minQ, deepest: level) }
    deepest = isAlone ? level : level &+ 1
    use(0)
  }

  /// Call it at the start of a block: no choice is valid yet.
  mutating func beginBlock() { validUntil = 0 }

  /// Limits the levels to those that exist.
  mutating func limit(toCount count: Int) {
    deepest = min(deepest, count &- 1)
    use(0)
  }

  /// The `mixture` that `cpixels_trilinear` takes: 128ths of a texel of the level under a pixel whose q is 1.
  var mixture: Float { Float(density / Double(bitPattern: UInt64(1023 &+ 2 &* level) &<< 52) * 128) }

  private mutating func use(_ level: Int) {
    self.level = level
    let unitQ = Self.unitQ(densityRoot, level)
    minAloneQ = level < deepest ? unitQ * Self.minAloneFactor : -.infinity
    minBlendedQ = level < deepest ? unitQ * Self.minBlendedFactor : -.infinity
    maxAloneQ = level > 0 ? unitQ * Self.maxAloneFactor : .infinity
  }

  /// Chooses for a block's pixels from `start`, a multiple of four, on. The choice doesn't depend on where sampling
  /// begins.
  ///
  /// - Parameters:
  ///   - q: of the block's first pixel.
  ///   - count: the number of the block's pixels.
  mutating func choose(_ start: Int, q first: Double, count: Int) {
    guard deepest > 0 else {
      validUntil = .max
      return
    }
    let q = first + stepQ * Double(start)
    while q < minBlendedQ { use(level &+ 1) }
    while q >= maxAloneQ { use(level &- 1) }
    blendsNext = q < minAloneQ
    let boundary = stepQ > 0 ? (blendsNext ? minAloneQ : maxAloneQ) : (blendsNext ? minBlendedQ : minAloneQ)
    let distance = stepQ == 0 ? .infinity : (boundary - first) / stepQ
    guard distance < Double(count) else {
      validUntil = .max
      return
    }
    let end = Int((distance > 0 ? distance : 0).floorInt32) &+ 1
    // Rounded up for a blend, which beyond its end still weights one level with 1 and is right; down for a level alone.
    validUntil = (blendsNext ? end &+ 3 : end) & -4
    guard validUntil <= start else { return }
    // The level alone doesn't last for four pixels: they are blended.
    if !blendsNext, stepQ > 0 { use(level &- 1) }
    (blendsNext, validUntil) = (true, start &+ 4)
  }

  /// The ratio of q to its change from pixel to pixel at which a plane is seen nearly edge-on: four pixels further, the
  /// number of texels in a pixel may be several times as large. Few pixels show so steep a plane.
  private static let edgeOnRatio = 10.0

  /// Returns how many of a row's next pixels aren't seen nearly edge-on: all, or a multiple of four.
  func countBeforeEdgeOn(q: Double, of count: Int) -> Int {
    guard deepest > 0 else { return count }
    let limit = abs(stepQ) * Self.edgeOnRatio
    guard limit < q else { return 0 }
    guard q + stepQ * Double(count) <= limit else { return count }
    return min((Int(((limit - q) / stepQ).floorInt32) &+ 4) & -4, count)
  }

  /// Returns how far around positions whose q is at least `q` the bitmap is read, in texels.
  func margin(minQ q: Double) -> Float {
    let (level, isAlone) = Self.level(densityRoot, q, deepest: deepest)
    // Half a texel of the deeper level, and a little for rounding. Areas begin at tiles, so a texel larger than a tile
    // may extend over an area's side.
    let texel = Float(1 &<< (isAlone ? level : level &+ 1))
    return 0.5625 * texel + max(texel - Float(1 &<< AreaMap.tileShift), 0)
  }

  /// Returns the level at a q, and whether it is sampled alone.
  private static func level(_ densityRoot: Double, _ q: Double, deepest: Int) -> (Int, isAlone: Bool) {
    var level = 0
    while level < deepest, q < unitQ(densityRoot, level) * minBlendedFactor { level &+= 1 }
    return (level, level == deepest || q >= unitQ(densityRoot, level) * minAloneFactor)
  }

  /// Returns the q at which a pixel has one of a level's texels.
  private static func unitQ(_ densityRoot: Double, _ level: Int) -> Double {
    // densityRoot / 4^(level / 3): a power of ¼, with the exponent rounded up, times 1, ∛16 or ∛4.
    let (exponent, remainder) = ((level &+ 2) / 3, level % 3)
    let unitQ = densityRoot * Double(bitPattern: UInt64(1023 &- 2 &* exponent) &<< 52)
    return remainder == 0 ? unitQ : unitQ * (remainder == 1 ? 2.5198420997897464 : 1.5874010519681994)
  }

  /// Relative to `unitQ`: the q at which a pixel has 2½, 3½ · ¼ and 3½ of a level's texels.
  private static let minAloneFactor = 0.7368062997280773
  private static let maxAloneFactor = 1.0455159171494204
  private static let minBlendedFactor = 0.6587336560083495
}

extension Double {
  /// The third root of a positive number, by Newton's method: the C library's may differ from machine to machine.
  fileprivate var cubeRoot: Double {
    // A third of the exponent, near enough to have all digits after a few rounds.
    var root = Double(bitPattern: bitPattern / 3 + 0x2A9F_7893_782D_A1CE)
    for _ in 0..<5 { root = (2 * root + self / (root * root)) / 3 }
    return root
  }
}
