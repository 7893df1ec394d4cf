import PanelGeometry

/// Finds the pixels at which a row enters and leaves the areas of an `AreaMap`.
///
/// The texel position `(a, b) / q` crosses an area's side at the pixel at which `a - side · q` changes its sign. That
/// is linear along the row, so the pixel is computed without examining those before it.
struct AreaFinder {
  private let tiles: UnsafePointer<UInt16>
  private let areas: UnsafePointer<AreaMap.Area>
  /// The gradient's colors.
  let plane: ColorPlane?
  /// The last column and row of tiles.
  private let lastTile: (column: Int, row: Int)
  private var x, y: Axis
  /// The change of q from pixel to pixel.
  private let stepQ: Float
  /// The q of the block's first pixel.
  private var firstQ: Float = 0
  private var count = 0

  /// The distance ahead, in pixels, at which the next area is looked up. Nearer pixels are sampled, which takes less
  /// time than finding an area.
  private static let lookahead: Float = 16
  /// The number of pixels that are sampled before the next area is examined.
  static let minSampled = 16
  /// The largest a and b, and changes of them, for which no sum overflows. Positions with larger ones aren't visible.
  private static let maxCoordinate = 1e9

  /// `nil` if the bitmap has no areas or the map's numbers are too large.
  init?(_ areaMap: AreaMap, _ map: Homography) {
    guard areaMap.hasAreas, abs(map.m11) < Self.maxCoordinate, abs(map.m12) < Self.maxCoordinate else { return nil }
    (tiles, areas, plane) = (UnsafePointer(areaMap.tiles), areaMap.areas, areaMap.plane)
    lastTile = (areaMap.columns &- 1, areaMap.rows &- 1)
    (x, y) = (Axis(step: Float(map.m11), firstSide: 0), Axis(step: Float(map.m12), firstSide: 2))
    stepQ = Float(map.m13)
  }

  /// Begins a block of `count` pixels. Returns false if some of their positions are behind the eye or too far away.
  ///
  /// - Parameter margin: how far around a position the bitmap is read, in texels.
  mutating func begin(_ a: Double, _ b: Double, _ q: Double, count: Int, margin: Float) -> Bool {
    guard abs(a) < Self.maxCoordinate, abs(b) < Self.maxCoordinate else { return false }
    (firstQ, self.count) = (Float(q), count)
    x.begin(Float(a), firstQ, stepQ, margin)
    y.begin(Float(b), firstQ, stepQ, margin)
    // `next` also looks up a pixel behind the block.
    return firstQ > 1e-20 && firstQ + stepQ * (Float(count) + Self.lookahead) > 1e-20
  }

  /// Finds the next area in a block from the pixel `first` on.
  ///
  /// The pixels before `start` must be sampled; those from `start` to `end` lie within the area. If `end` is 0, none
  /// do: search again from `start` on. `first`, `start` and `end` are multiples of four.
  @inline(never) func next(
    _ first: Int
  ) -> (start: Int, end: Int, area: UnsafePointer<AreaMap.Area>, kind: AreaMap.Kind) {
    let pixel = Float(Int32(truncatingIfNeeded: first)) + Self.lookahead
    let tileScale = 1 / ((firstQ + stepQ * pixel) * Float(1 << AreaMap.tileShift))
    let (column, row) = (x.tile(pixel, tileScale, lastTile.column), y.tile(pixel, tileScale, lastTile.row))
    let area = areas + Int(tiles[row &* (lastTile.column &+ 1) &+ column])
    // `sides` is the first field of an area.
    func side(_ index: Int) -> Float { UnsafeRawPointer(area).load(fromByteOffset: index &* 4, as: Float.self) }
    let kind = area.pointee.kind
    guard kind != .mixed else {
      let (exitX, exitY) = (x.crossing(side(x.exitSide), 0), y.crossing(side(y.exitSide), 0))
      let exit = Self.rounded((exitX < exitY ? exitX : exitY) + 0.5)
      return (max(exit & -4, first &+ Self.minSampled), 0, area, .mixed)
    }
    let (exitX, exitY) = (x.crossing(side(x.exitSide), -x.margin), y.crossing(side(y.exitSide), -y.margin))
    let (entryX, entryY) = (x.crossing(side(x.exitSide ^ 1), x.margin), y.crossing(side(y.exitSide ^ 1), y.margin))
    let exit = Self.rounded((exitX < exitY ? exitX : exitY) + 0.5)
    let entry = Self.rounded((entryX > entryY ? entryX : entryY) + 0.5)
    let (start, end) = (max((entry &+ 3) & -4, first), (exit < count ? exit : count &+ 3) & -4)
    guard start < end else { return (first &+ Self.minSampled, 0, area, .mixed) }
    return (start, end, area, kind)
  }

  /// Returns the nearest whole number; of large numbers, only the sign is right.
  @inline(__always) fileprivate static func rounded(_ value: Float) -> Int {
    let magic: Float = 0x1.8p23
    return Int(Int32(bitPattern: (value + magic).bitPattern)) &- Int(magic.bitPattern)
  }
}

/// A texel coordinate along a row: its numerator, a or b, is divided by q.
///
/// The numbers of a block are stored as vectors because they are loaded as vectors: a vector load waits for preceding
/// scalar stores to complete.
private struct Axis {
  /// The index in `Area.sides` of the side through which the row leaves an area.
  var exitSide: Int
  private let step: Float
  /// The numerator's step, its value at the first pixel, and the margin, which is negative if the coordinate decreases.
  private var numerator = SIMD4<Float>.zero
  /// The steps of the numerator and of q, then both values at the first pixel; all negated if the coordinate decreases.
  private var increasing = SIMD4<Float>.zero

  var margin: Float { numerator.z }

  init(step: Float, firstSide: Int) {
    self.step = step
    exitSide = firstSide
  }

  @inline(__always) mutating func begin(_ first: Float, _ firstQ: Float, _ stepQ: Float, _ margin: Float) {
    let isIncreasing = step * firstQ >= first * stepQ
    let sign: Float = isIncreasing ? 1 : -1
    exitSide = exitSide & -2 | (isIncreasing ? 1 : 0)
    numerator = SIMD4(step, first, margin * sign, 0)
    increasing = SIMD4(step, stepQ, first, firstQ) * sign
  }

  /// Returns the tile that a pixel shows.
  ///
  /// - Parameter tileScale: the factor from the numerator at the pixel to tiles.
  @inline(__always) func tile(_ pixel: Float, _ tileScale: Float, _ last: Int) -> Int {
    let tile = AreaFinder.rounded((numerator.y + numerator.x * pixel) * tileScale - 0.5)
    return tile < 0 ? 0 : tile < last ? tile : last
  }

  /// Returns the pixel at which the row crosses a side. If the row never reaches it, the pixel is far before or behind
  /// the block.
  @inline(__always) func crossing(_ side: Float, _ margin: Float) -> Float {
    let side = side + margin
    let approach = increasing.x - side * increasing.y
    return (side * increasing.w - increasing.z) / (approach > 1e-20 ? approach : 1e-20)
  }
}
