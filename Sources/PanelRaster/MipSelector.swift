/// Chooses a quad's mip levels along a row.
///
/// The measure is the area: a face that turns away shrinks in one direction only, and by the smaller side it would be
/// blurred along the other. Up to 2½ texels a pixel, a level is sampled alone; from there to 3½ the next one is blended
/// in, so that nothing jumps while a face turns; and so on, times 4. A pixel has `density / q³` of the bitmap's texels,
/// and q is linear along the row: the border between levels is known in closed form.
struct MipSelector {
  /// The level that a part of the row is sampled from.
  private(set) var level = 0
  /// True if the next level is blended in.
  private(set) var needsTwo = false
  /// The block's pixel, a multiple of four, up to which the choice is valid: 0 at the start of a block.
  var validUntil = 0

  private(set) var deepest: Int
  private let density: Double
  private let densityRoot: Double
  private let stepQ: Double
  /// The numbers of q between which the current level is sampled alone, and from which it is blended with the next one.
  private var minAlone = 0.0
  private var maxAlone = 0.0
  private var minMixed = 0.0

  /// - Parameters:
  ///   - density: the number of texels of a pixel whose q is 1.
  ///   - minQ: the smallest q of a pixel that is drawn.
  ///   - stepQ: the change of q from pixel to pixel.
  init(density: Double, minQ: Double, stepQ: Double) {
    (self.density, self.stepQ) = (density, stepQ)
    densityRoot = density.cubeRoot
    var (level, isAlone) = (MipLevels.limit, true)
    if minQ > 0 { (level, isAlone) = Self.level(densityRoot, minQ, deepest: level) }
    deepest = isAlone ? level : level &+ 1
    use(0)
  }

  /// Limits the levels to those that exist.
  mutating func limit(toCount count: Int) {
    deepest = min(deepest, count &- 1)
    use(0)
  }

  /// The `mixture` that `cpixels_trilinear` takes: 128ths of a texel of the level under a pixel whose q is 1.
  var mixture: Float { Float(density / Double(bitPattern: UInt64(1023 &+ 2 &* level) &<< 52) * 128) }

  private mutating func use(_ level: Int) {
    self.level = level
    let root = Self.root(densityRoot, level)
    minAlone = level < deepest ? root * Self.minAlone : -.infinity
    minMixed = level < deepest ? root * Self.minMixed : -.infinity
    maxAlone = level > 0 ? root * Self.maxAlone : .infinity
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
    while q < minMixed { use(level &+ 1) }
    while q >= maxAlone { use(level &- 1) }
    needsTwo = q < minAlone
    let border = stepQ > 0 ? (needsTwo ? minAlone : maxAlone) : (needsTwo ? minMixed : minAlone)
    let distance = stepQ == 0 ? .infinity : (border - first) / stepQ
    guard distance < Double(count) else {
      validUntil = .max
      return
    }
    let within = Int((distance > 0 ? distance : 0).floorInt32) &+ 1
    // Beyond its end a mixture is all of one level, but a level alone never equals a mixture.
    validUntil = (needsTwo ? within &+ 3 : within) & -4
    guard validUntil <= start else { return }
    if !needsTwo, stepQ > 0 { use(level &- 1) }
    (needsTwo, validUntil) = (true, start &+ 4)
  }

  /// Four pixels that differ several times in their number of texels: little of such a plane is seen.
  private static let steepest = 10.0

  /// Returns how many of a row's next pixels aren't seen nearly edge-on: all, or a multiple of four.
  func countBeforeEdgeOn(q: Double, of count: Int) -> Int {
    guard deepest > 0 else { return count }
    let limit = abs(stepQ) * Self.steepest
    guard limit < q else { return 0 }
    guard q + stepQ * Double(count) <= limit else { return count }
    return min((Int(((limit - q) / stepQ).floorInt32) &+ 4) & -4, count)
  }

  /// Returns the radius in texels within which the bitmap is read around a place whose q is at least `q`.
  func margin(minQ q: Double) -> Float {
    let (level, isAlone) = Self.level(densityRoot, q, deepest: deepest)
    // Half a texel of the smaller level. Areas begin at tiles: a larger texel may lie on both sides of an area's
    // border.
    let texel = Float(1 &<< (isAlone ? level : level &+ 1))
    return 0.5625 * texel + max(texel - Float(1 &<< AreaMap.shift), 0)
  }

  /// The level at a q, and whether it is sampled alone.
  private static func level(_ densityRoot: Double, _ q: Double, deepest: Int) -> (Int, isAlone: Bool) {
    var level = 0
    while level < deepest, q < root(densityRoot, level) * minMixed { level &+= 1 }
    return (level, level == deepest || q >= root(densityRoot, level) * minAlone)
  }

  /// The q at which a pixel has one of a level's texels.
  private static func root(_ densityRoot: Double, _ level: Int) -> Double {
    // ∛¼ to that power: each three factors leave ¼, and one or two more leave ∛16 or ∛4 of it.
    let (thirds, more) = ((level &+ 2) / 3, level % 3)
    let root = densityRoot * Double(bitPattern: UInt64(1023 &- 2 &* thirds) &<< 52)
    return more == 0 ? root : root * (more == 1 ? 2.5198420997897464 : 1.5874010519681994)
  }

  /// In parts of that q: a level has 2½, 3½ · ¼ and 3½ texels a pixel there.
  private static let minAlone = 0.7368062997280773
  private static let maxAlone = 1.0455159171494204
  private static let minMixed = 0.6587336560083495
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
