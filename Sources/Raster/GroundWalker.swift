import Geometry

/// Finds where a row enters and leaves the areas of a `GroundMap`.
///
/// A place `(a, b) / q` crosses a side where `a - side · q` changes its sign, and that is linear along the row: where the row
/// enters an area and leaves it is known at once, without a look at the places between.
struct GroundWalker {
  private let tiles: UnsafePointer<UInt16>
  private let areas: UnsafePointer<GroundMap.Area>
  /// The gradient's colors.
  let plane: ColorPlane?
  /// The last column and row of tiles.
  private let last: (x: Int, y: Int)
  private var x, y: Axis
  /// What q changes by from pixel to pixel.
  private let stepQ: Float
  /// That of the block's first one.
  private var firstQ: Float = 0
  private var count = 0

  /// So many pixels ahead is the area that is asked: what lies next to its border is sampled anyway, and what is shorter in
  /// less time than it is found.
  private static let ahead: Float = 16
  /// So many fours are sampled before the next area is asked.
  static let minSampled = 4

  /// Numbers of places that are no less are those of pixels that nobody sees; with them no sum overflows.
  private static let most = 1e9

  /// `nil` if all of the bitmap is mixed.
  init?(_ map: GroundMap, _ transform: Homography) {
    guard map.isUseful, abs(transform.m11) < Self.most, abs(transform.m12) < Self.most else { return nil }
    (tiles, areas, plane) = (UnsafePointer(map.tiles), map.areas, map.plane)
    last = (map.columns &- 1, map.rows &- 1)
    (x, y) = (Axis(step: Float(transform.m11), first: 0), Axis(step: Float(transform.m12), first: 2))
    stepQ = Float(transform.m13)
  }

  /// Begins a block of `count` pixels; false where not all of their places are before the eye.
  ///
  /// - Parameter margin: so far around a place the bitmap is read, in texels.
  mutating func begin(_ a: Double, _ b: Double, _ q: Double, count: Int, margin: Float) -> Bool {
    guard abs(a) < Self.most, abs(b) < Self.most else { return false }
    (firstQ, self.count) = (Float(q), count)
    x.begin(Float(a), firstQ, stepQ, margin)
    y.begin(Float(b), firstQ, stepQ, margin)
    // Up to those that are only looked at.
    return firstQ > 1e-20 && firstQ + stepQ * (Float(count) + Self.ahead) > 1e-20
  }

  /// What to do next, from one of the block's fours on: up to `start` they are to be sampled, and from there up to `end` they
  /// lie within an area.
  @inline(never) func next(
    _ four: Int
  ) -> (start: Int, end: Int, area: UnsafePointer<GroundMap.Area>, kind: GroundMap.Kind) {
    let pixel = Float(Int32(truncatingIfNeeded: four) &<< 2) + Self.ahead
    let k = 1 / ((firstQ + stepQ * pixel) * Float(1 << GroundMap.shift))
    let (column, row) = (x.tile(pixel, k, last.x), y.tile(pixel, k, last.y))
    let area = areas + Int(tiles[row &* (last.x &+ 1) &+ column])
    func side(_ index: Int) -> Float { UnsafeRawPointer(area).load(fromByteOffset: index &* 4, as: Float.self) }
    let kind = area.pointee.kind
    guard kind != .mixed else {
      let (outX, outY) = (x.crossing(side(x.end), 0), y.crossing(side(y.end), 0))
      return (max(Self.nearest((outX < outY ? outX : outY) + 0.5) &>> 2, four &+ Self.minSampled), 0, area, .mixed)
    }
    let (outX, outY) = (x.crossing(side(x.end), -x.margin), y.crossing(side(y.end), -y.margin))
    let (inX, inY) = (x.crossing(side(x.end ^ 1), x.margin), y.crossing(side(y.end ^ 1), y.margin))
    let out = outX < outY ? outX : outY
    let leaves = Self.nearest(out + 0.5)
    let enters = Self.nearest((inX > inY ? inX : inY) + 0.5)
    let (start, end) = (max((enters &+ 3) &>> 2, four), leaves < count ? leaves &>> 2 : (count &+ 3) &>> 2)
    guard start < end else { return (four &+ Self.minSampled, 0, area, .mixed) }
    return (start, end, area, kind)
  }

  /// The whole number next to one; of numbers of many digits only the sign is right.
  @inline(__always) fileprivate static func nearest(_ value: Float) -> Int {
    let magic: Float = 0x1.8p23
    return Int(Int32(bitPattern: (value + magic).bitPattern)) &- Int(magic.bitPattern)
  }
}

/// One of a place's two numbers along a row.
///
/// All that changes with a block is stored as it is loaded, in fours: what is stored in two parts and loaded as one waits until
/// the processor has done with all that came before.
private struct Axis {
  /// Of the two numbers of an area's sides, the one by which the row leaves it.
  var end: Int
  private let step: Float
  /// The step, the first pixel's number, and what is left free at a side, below zero where the places become less along the row.
  private var place = SIMD4<Float>.zero
  /// The step of the number and of q, and the first pixel's, the other way round where the places become less.
  private var growth = SIMD4<Float>.zero

  var margin: Float { place.z }

  init(step: Float, first end: Int) { (self.step, self.end) = (step, end) }

  @inline(__always) mutating func begin(_ first: Float, _ firstQ: Float, _ stepQ: Float, _ margin: Float) {
    let grows = step * firstQ >= first * stepQ
    let sign: Float = grows ? 1 : -1
    end = end & -2 | (grows ? 1 : 0)
    place = SIMD4(step, first, margin * sign, 0)
    growth = SIMD4(step, stepQ, first, firstQ) * sign
  }

  /// The tile of a pixel.
  @inline(__always) func tile(_ pixel: Float, _ k: Float, _ last: Int) -> Int {
    let tile = GroundWalker.nearest((place.y + place.x * pixel) * k - 0.5)
    return tile < 0 ? 0 : tile < last ? tile : last
  }

  /// The pixel at which the row crosses a side; what is beyond the horizon is never crossed, or always was.
  @inline(__always) func crossing(_ side: Float, _ margin: Float) -> Float {
    let side = side + margin
    let approach = growth.x - side * growth.y
    return (side * growth.w - growth.z) / (approach > 1e-20 ? approach : 1e-20)
  }
}
