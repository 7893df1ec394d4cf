#if canImport(Glibc)
  import Glibc
#endif

/// The areas of a bitmap that needn't be sampled, because they are one color or show the gradient that it was filled
/// with.
///
/// The bitmap is divided into tiles. Each tile belongs to an area, a rectangle of tiles of the same kind and color.
/// Tiles outside of squares of `minSquareSize` such tiles count as mixed. Areas are as large as possible, and overlap.
final class AreaMap {
  /// Mixed tiles must be sampled.
  enum Kind: UInt8 {
    case mixed, solid, gradient
  }

  struct Area {
    /// Left and right, upper and lower, in texels. At the bitmap's edge the area continues, as the outermost texels do.
    /// The first field, because `AreaFinder` loads single sides from an area's address.
    let sides: SIMD4<Float>
    /// The color of a solid area.
    let texel: UInt32
    let kind: Kind
  }

  /// Tiles are 2³ texels wide and high.
  static let tileShift = 3
  private static let tileSize = 1 << tileShift
  /// In tiles. Smaller squares are sampled in less time than they are found.
  static let minSquareSize = 4

  /// The numbers of columns and rows of tiles.
  let columns: Int
  let rows: Int
  /// The index of each tile's area.
  let tiles: UnsafeMutablePointer<UInt16>
  /// The gradient's colors; `nil` if there is no gradient, or if filling would differ too much from sampling.
  private(set) var plane: ColorPlane?

  private let texels: Texels
  private let kinds: UnsafeMutablePointer<Kind>
  private let areaList = Scratch<Area>()
  private var gradient: LinearGradient?
  /// The gradient's texels in a row of tiles, and the number of that row.
  private let strip = Scratch<UInt32>()
  private var stripRow = -1

  var areas: UnsafePointer<Area> { UnsafePointer(areaList.base) }

  /// False if all of the bitmap is mixed.
  var hasAreas: Bool { areaList.count > 0 }

  init(of texels: Texels, gradient: LinearGradient?) {
    self.texels = texels
    columns = (texels.width + Self.tileSize - 1) / Self.tileSize
    rows = (texels.height + Self.tileSize - 1) / Self.tileSize
    tiles = .allocate(capacity: columns * rows)
    kinds = .allocate(capacity: columns * rows)
    kinds.initialize(repeating: .mixed, count: columns * rows)
    update(Region(texels.bounds), gradient: gradient)
  }

  deinit {
    tiles.deallocate()
    kinds.deallocate()
  }

  /// Updates the kinds of the tiles that a change of the bitmap touches, and all areas if they may change.
  func update(_ region: Region, gradient: LinearGradient?) {
    var region = region
    if gradient != self.gradient {
      (self.gradient, plane) = (gradient, gradient?.plane(in: texels.bounds))
      region = Region(texels.bounds)
    }
    var areasMayChange = false
    for index in 0..<region.count {
      let rect = region[index]
      stripRow = -1
      for row in rect.minY >> Self.tileShift...(rect.maxY - 1) >> Self.tileShift {
        for column in rect.minX >> Self.tileShift...(rect.maxX - 1) >> Self.tileShift {
          let (tile, kind) = (row * columns + column, kind(column, row))
          // A tile that stays solid may have another color.
          if kind != kinds[tile] || kind == .solid { areasMayChange = true }
          kinds[tile] = kind
        }
      }
    }
    if areasMayChange { findAreas() }
  }

  func forgetAreas() { areaList.removeAll() }

  private func kind(_ column: Int, _ row: Int) -> Kind {
    let (x, y) = (column << Self.tileShift, row << Self.tileShift)
    let first = texels.base + (y * texels.stride + x)
    let (width, height) = (min(Self.tileSize, texels.width - x), min(Self.tileSize, texels.height - y))
    /// True if the tile's rows equal those at `other`, which are `stride` texels apart.
    func equals(_ other: UnsafePointer<UInt32>, _ stride: Int) -> Bool {
      (0..<height).allSatisfy { memcmp(first + $0 * texels.stride, other + $0 * stride, width * 4) == 0 }
    }
    if plane != nil, let gradient {
      if stripRow != row {
        strip.reset(0, count: texels.width * height)
        for line in 0..<height {
          gradient.fill(strip.base + line * texels.width, 0..<texels.width, y: y + line)
        }
        stripRow = row
      }
      if equals(strip.base + x, texels.width) { return .gradient }
    }
    // A row in the first texel's color. With a stride of 0 it is compared with each row of the tile.
    let color = SIMD8(repeating: first[0])
    // swift-format-ignore: NeverForceUnwrap
    let isSolid = withUnsafeBytes(of: color) { equals($0.baseAddress!.assumingMemoryBound(to: UInt32.self), 0) }
    return isSolid ? .solid : .mixed
  }

  // MARK: Areas

  /// The value in `tiles` of a tile that has no area yet, by its kind.
  private static func unassigned(_ kind: Kind) -> UInt16 { .max - UInt16(kind.rawValue) }
  private static let minUnassigned = UInt16.max - 2

  private func findAreas() {
    forgetAreas()
    withUnsafeTemporaryAllocation(of: SIMD2<UInt16>.self, capacity: columns * rows) { memory in
      // swift-format-ignore: NeverForceUnwrap
      let lengths = memory.baseAddress!
      for tile in 0..<columns * rows { tiles[tile] = Self.unassigned(kinds[tile]) }
      measure(lengths)
      guard keepSquares(UnsafePointer(lengths)) else { return }
      measure(lengths)
      for y in 0..<rows {
        for x in 0..<columns where tiles[y * columns + x] >= Self.minUnassigned {
          // A bitmap with so many areas is better sampled.
          guard areaList.count < Self.minUnassigned else { return forgetAreas() }
          let kind = Kind(rawValue: UInt8(truncatingIfNeeded: .max - tiles[y * columns + x])) ?? .mixed
          add(area(around: x, y, UnsafePointer(lengths)), kind)
        }
      }
    }
  }

  /// Makes all tiles mixed that aren't in a square of tiles of the same kind and color. Returns false if none is left.
  private func keepSquares(_ lengths: UnsafePointer<SIMD2<UInt16>>) -> Bool {
    let size = UInt16(truncatingIfNeeded: Self.minSquareSize)
    tiles.update(repeating: Self.unassigned(.mixed), count: columns * rows)
    var hasAny = false
    // `tile` is a square's upper left one.
    for tile in 0..<columns * rows where kinds[tile] != .mixed && lengths[tile].y >= size {
      guard (0..<Self.minSquareSize).allSatisfy({ lengths[tile + $0 * columns].x >= size }) else { continue }
      hasAny = true
      for row in 0..<Self.minSquareSize {
        (tiles + (tile + row * columns)).update(repeating: Self.unassigned(kinds[tile]), count: Self.minSquareSize)
      }
    }
    return hasAny
  }

  /// Sets the number of tiles of the same kind and color in a row from each tile on, to the right and downward.
  private func measure(_ lengths: UnsafeMutablePointer<SIMD2<UInt16>>) {
    for y in (0..<rows).reversed() {
      for x in (0..<columns).reversed() {
        let tile = y &* columns &+ x
        lengths[tile] = SIMD2(
          x &+ 1 < columns && isLike(x, y, x &+ 1, y) ? lengths[tile &+ 1].x &+ 1 : 1,
          y &+ 1 < rows && isLike(x, y, x, y &+ 1) ? lengths[tile &+ columns].y &+ 1 : 1)
      }
    }
  }

  /// True if two tiles have the same kind, and the same color if they are solid.
  @inline(__always) private func isLike(_ x: Int, _ y: Int, _ otherX: Int, _ otherY: Int) -> Bool {
    let kind = tiles[y &* columns &+ x]
    guard kind == tiles[otherY &* columns &+ otherX] else { return false }
    return kind != Self.unassigned(.solid) || texel(x, y) == texel(otherX, otherY)
  }

  /// A tile's first texel.
  @inline(__always) private func texel(_ x: Int, _ y: Int) -> UInt32 {
    texels.base[(y &* texels.stride &+ x) &<< Self.tileShift]
  }

  /// Returns a rectangle of tiles like the one at (`x`, `y`) that can't be extended in any direction.
  private func area(around x: Int, _ y: Int, _ lengths: UnsafePointer<SIMD2<UInt16>>) -> PixelRect {
    func right(_ x: Int, _ y: Int) -> Int { Int(lengths[y * columns + x].x) }
    func down(_ x: Int, _ y: Int) -> Int { Int(lengths[y * columns + x].y) }
    var area = PixelRect(x: x, y: y, width: 1, height: 1)
    var before: PixelRect
    repeat {
      before = area
      let (x, y) = (area.minX, area.minY)
      if right(x, y) > area.width, down(area.maxX, y) >= area.height { area.maxX += 1 }
      if down(x, y) > area.height, right(x, area.maxY) >= area.width { area.maxY += 1 }
      if x > 0, right(x - 1, y) > area.width, down(x - 1, y) >= area.height { area.minX -= 1 }
      if y > 0, down(area.minX, y - 1) > area.height, right(area.minX, y - 1) >= area.width { area.minY -= 1 }
    } while area != before
    return area
  }

  private func add(_ area: PixelRect, _ kind: Kind) {
    let (index, far) = (UInt16(truncatingIfNeeded: areaList.count), Float(1 << 20))
    func texels(_ tile: Int) -> Float { Float(tile << Self.tileShift) }
    let sides = SIMD4(
      area.minX > 0 ? texels(area.minX) : -far, area.maxX < columns ? texels(area.maxX) : far,
      area.minY > 0 ? texels(area.minY) : -far, area.maxY < rows ? texels(area.maxY) : far)
    areaList.append(Area(sides: sides, texel: texel(area.minX, area.minY), kind: kind))
    for y in area.minY..<area.maxY {
      for tile in y * columns + area.minX..<y * columns + area.maxX where tiles[tile] >= Self.minUnassigned {
        tiles[tile] = index
      }
    }
  }
}
