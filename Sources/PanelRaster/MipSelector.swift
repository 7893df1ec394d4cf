import PanelGeometry

/// Chooses a quad's mip levels along a row.
///
/// The number of texels in a pixel's area decides: a face that turns away shrinks in one direction only, and by its
/// shorter side it would be blurred along the other. Up to 2½ texels a pixel, level 0 is sampled alone; from there to
/// 3½, level 1 is blended in, so that nothing jumps while a face turns. For each further level these numbers are four
/// times as large. A pixel has `density / q³` texels, and q is linear along the row, so the first and the last pixel of
/// a piece decide for all of it.
struct MipSelector {
  /// The longest piece of pixels of which some need one level and others two. In pixels; all lengths are powers of two.
  private static let maxMixedLength = 32

  /// The level that a piece of the row is sampled from.
  private(set) var level = 0
  /// True if the next level is blended in.
  private(set) var blendsNext = false
  /// The block's pixel up to which the choice is valid.
  private(set) var validUntil = 0

  private(set) var deepest: Int
  private let density: Double
  private let stepQ: Double

  /// - Parameters:
  ///   - density: the number of texels of a pixel whose q is 1.
  ///   - minQ: the smallest q of a pixel that is drawn.
  ///   - stepQ: the change of q from pixel to pixel.
  init(density: Double, minQ: Double, stepQ: Double) {
    self.density = density
    self.stepQ = stepQ
    deepest = MipLevels.limit
    guard minQ > 0 else { return }
    let (level, isAlone) = level(at: minQ)
    deepest = isAlone ? level : level + 1
  }

  /// Limits the levels to those that exist.
  mutating func limit(toCount count: Int) { deepest = min(deepest, count &- 1) }

  /// The `weight_numerator` that `cpixels_trilinear` takes: 128ths of a texel of the level under a pixel whose q is 1.
  var weightNumerator: Float { Float(density / Double(bitPattern: UInt64(1023 &+ 2 &* level) &<< 52) * 128) }

  /// Call it at the start of a block: no choice is valid yet.
  mutating func beginBlock() { validUntil = 0 }

  /// Chooses for the piece that contains a pixel: the longest one whose pixels need the same levels, or a shorter one for
  /// which two levels are enough. It doesn't depend on the pixel at which sampling begins.
  ///
  /// - Parameters:
  ///   - pixel: the index in the block.
  ///   - q: of the block's first pixel.
  ///   - count: the number of the block's pixels.
  mutating func choose(_ pixel: Int, q first: Double, count: Int) {
    guard deepest > 0 else {
      validUntil = .max
      return
    }
    // The pixel after a piece begins the next one, which isn't longer than its alignment.
    var length = pixel > 0 && pixel == validUntil ? pixel & -pixel : TextureSampler.maxBlockLength
    while true {
      let start = pixel & -length
      let end = min(start &+ length, max(count, pixel &+ 1))
      let startQ = first + stepQ * Double(start)
      let endQ = first + stepQ * Double(end &- 1)
      let nearEnd = level(at: max(startQ, endQ))
      let farEnd = level(at: min(startQ, endQ))
      let isUniform = nearEnd == farEnd
      let twoLevelsSuffice = farEnd.level == nearEnd.level || (farEnd.level == nearEnd.level &+ 1 && farEnd.isAlone)
      if isUniform || (twoLevelsSuffice && length <= Self.maxMixedLength) || length == 1 {
        level = nearEnd.level
        blendsNext = !(isUniform && nearEnd.isAlone) && level < deepest
        validUntil = start &+ length
        return
      }
      length /= 2
    }
  }

  /// Returns how far around positions whose q is at least `q` the bitmap is read, in texels.
  func margin(minQ q: Double) -> Float {
    let (level, isAlone) = level(at: q)
    // Half a texel of the deeper level, and a little for rounding. Areas begin at tiles, so a texel larger than a tile
    // may extend over an area's side.
    let texel = Float(1 &<< (isAlone ? level : level &+ 1))
    return 0.5625 * texel + max(texel - Float(1 &<< AreaMap.tileShift), 0)
  }

  /// Returns how far from a texel, in texels, a pixel's center is that still shows it: half a texel of the deepest level,
  /// which may have the texel at its far end.
  fileprivate static func reach(texelsPerPixel: Double) -> Double {
    var level = 0
    while level < MipLevels.limit, texelsPerPixel > firstBlended * Double(1 &<< (2 &* level)) { level &+= 1 }
    return level == 0 ? 1 : 1.5 * Double(1 &<< level)
  }

  /// The number of texels of a pixel from which level 1 is blended in.
  private static let firstBlended = 2.5

  /// Returns the level at a q, and whether it is sampled alone.
  @inline(__always) private func level(at q: Double) -> (level: Int, isAlone: Bool) {
    var texels = density / (q * q * q)
    var level = 0
    while level < deepest, texels >= 3.5 {
      texels /= 4
      level &+= 1
    }
    return (level, level == deepest || texels <= Self.firstBlended)
  }
}

extension Homography {
  /// Returns how far from the texels of a bitmap that the map draws a pixel's center may be that still shows them, in
  /// texels.
  ///
  /// - Parameter rect: the texels.
  public func reach(of rect: Rect) -> Double {
    let polygon = ConvexPolygon(rect)
    let z = (0..<polygon.count).reduce(0) { max($0, homogeneous(polygon[$1]).z) }
    return MipSelector.reach(texelsPerPixel: abs(z * z * z / determinant))
  }
}
