import PanelGeometry

/// Finds the pixels at which a row enters and leaves the areas of an `AreaMap`.
///
/// A place `(a, b) / q` crosses a side at the pixel at which `a - side · q` changes its sign. That is linear along the
/// row, so the pixels are known without examining those between.
struct AreaFinder {
  private let tiles: UnsafePointer<UInt16>
  private let areas: UnsafePointer<AreaMap.Area>
  /// The gradient's colors.
  let plane: ColorPlane?
  /// The last column and row of tiles.
  private let last: (x: Int, y: Int)
  private var x, y: Axis
  /// The change of q from pixel to pixel, and the q of the block's first one.
  private let stepQ: Float
  private var firstQ: Float = 0
  private var count = 0

  /// The distance ahead, in pixels, at which the next area is looked up. Nearer pixels are sampled, which takes less
  /// time than finding an area.
  private static let lookahead: Float = 16
  /// The number of pixels that are sampled before the next area is examined.
  static let minSampled = 16
  /// Places with larger numbers are invisible; below, no sum overflows.
  private static let limit = 1e9

  /// `nil` if all of the bitmap is mixed.
  init?(_ areaMap: AreaMap, _ map: Homography) {
    guard areaMap.isUseful, abs(map.m11) < Self.limit, abs(map.m12) < Self.limit else { return nil }
    (tiles, areas, plane) = (UnsafePointer(areaMap.tiles), areaMap.areas, areaMap.plane)
    last = (areaMap.columns &- 1, areaMap.rows &- 1)
    (x, y) = (Axis(step: Float(map.m11), first: 0), Axis(step: Float(map.m12), first: 2))
    stepQ = Float(map.m13)
  }

  /// Begins a block of `count` pixels. Returns false if some of their places are behind the eye.
  ///
  /// - Parameter margin: the radius in texels within which the bitmap is read around a place.
  mutating func begin(_ a: Double, _ b: Double, _ q: Double, count: Int, margin: Float) -> Bool {
    guard abs(a) < Self.limit, abs(b) < Self.limit else { return false }
    (firstQ, self.count) = (Float(q), count)
    x.begin(Float(a), firstQ, stepQ, margin)
    y.begin(Float(b), firstQ, stepQ, margin)
    // Including the pixels that are only examined.
    return firstQ > 1e-20 && firstQ + stepQ * (Float(count) + Self.lookahead) > 1e-20
  }

  /// Finds the next area in a block from the pixel `first` on.
  ///
  /// The pixels before `start` must be sampled, those from `start` to `end` lie within the area. All three are
  /// multiples of four.
  @inline(never) func next(
    _ first: Int
  ) -> (start: Int, end: Int, area: UnsafePointer<AreaMap.Area>, kind: AreaMap.Kind) {
    let pixel = Float(Int32(truncatingIfNeeded: first)) + Self.lookahead
    let k = 1 / ((firstQ + stepQ * pixel) * Float(1 << AreaMap.shift))
    let (column, row) = (x.tile(pixel, k, last.x), y.tile(pixel, k, last.y))
    let area = areas + Int(tiles[row &* (last.x &+ 1) &+ column])
    // `sides` is the first field of an area.
    func side(_ index: Int) -> Float { UnsafeRawPointer(area).load(fromByteOffset: index &* 4, as: Float.self) }
    let kind = area.pointee.kind
    guard kind != .mixed else {
      let (outX, outY) = (x.crossing(side(x.exit), 0), y.crossing(side(y.exit), 0))
      return (max(Self.rounded((outX < outY ? outX : outY) + 0.5) & -4, first &+ Self.minSampled), 0, area, .mixed)
    }
    let (outX, outY) = (x.crossing(side(x.exit), -x.margin), y.crossing(side(y.exit), -y.margin))
    let (inX, inY) = (x.crossing(side(x.exit ^ 1), x.margin), y.crossing(side(y.exit ^ 1), y.margin))
    let out = outX < outY ? outX : outY
    let leaves = Self.rounded(out + 0.5)
    let enters = Self.rounded((inX > inY ? inX : inY) + 0.5)
    let (start, end) = (max((enters &+ 3) & -4, first), (leaves < count ? leaves : count &+ 3) & -4)
    guard start < end else { return (first &+ Self.minSampled, 0, area, .mixed) }
    return (start, end, area, kind)
  }

  /// Returns the nearest whole number; of large numbers, only the sign is right.
  @inline(__always) fileprivate static func rounded(_ value: Float) -> Int {
    let magic: Float = 0x1.8p23
    return Int(Int32(bitPattern: (value + magic).bitPattern)) &- Int(magic.bitPattern)
  }
}

/// One of a place's two numbers along a row.
///
/// The numbers that change with a block are stored as vectors, as they are loaded: a vector load of numbers that were
/// stored one by one waits for the stores to complete.
private struct Axis {
  /// The index in `Area.sides` of the side by which the row leaves an area.
  var exit: Int
  private let step: Float
  /// The step, the first pixel's number, and the margin at a side; negative if the places decrease along the row.
  private var place = SIMD4<Float>.zero
  /// The steps of the number and of q, and both of the first pixel; negated if the places decrease.
  private var growth = SIMD4<Float>.zero

  var margin: Float { place.z }

  init(step: Float, first end: Int) { (self.step, exit) = (step, end) }

  @inline(__always) mutating func begin(_ first: Float, _ firstQ: Float, _ stepQ: Float, _ margin: Float) {
    let grows = step * firstQ >= first * stepQ
    let sign: Float = grows ? 1 : -1
    exit = exit & -2 | (grows ? 1 : 0)
    place = SIMD4(step, first, margin * sign, 0)
    growth = SIMD4(step, stepQ, first, firstQ) * sign
  }

  /// Returns the tile that a pixel shows.
  @inline(__always) func tile(_ pixel: Float, _ k: Float, _ last: Int) -> Int {
    let tile = AreaFinder.rounded((place.y + place.x * pixel) * k - 0.5)
    return tile < 0 ? 0 : tile < last ? tile : last
  }

  /// Returns the pixel at which the row crosses a side. A side beyond the horizon is never crossed, or was before.
  @inline(__always) func crossing(_ side: Float, _ margin: Float) -> Float {
    let side = side + margin
    let approach = growth.x - side * growth.y
    return (side * growth.w - growth.z) / (approach > 1e-20 ? approach : 1e-20)
  }
}
