#if canImport(Glibc)
  import Glibc
#endif

/// The areas of a bitmap that needn't be sampled, because they are one color or show the gradient that it was filled
/// with.
///
/// The bitmap is cut into tiles. Each tile belongs to an area, a rectangle of tiles that are all alike; only tiles in
/// squares of such tiles count. Areas are as large as possible, and overlap.
final class AreaMap {
  enum Kind: UInt8 {
    case mixed, solid, gradient
  }

  struct Area {
    /// Left and right, upper and lower, in texels. At the bitmap's edge the area continues, as the outermost texels do.
    /// The first field, because `AreaFinder` loads single sides from an area's address.
    let sides: SIMD4<Float>
    let texel: UInt32
    let kind: Kind
  }

  /// The side of a tile is 2³ texels.
  static let shift = 3
  private static let side = 1 << shift
  /// The side of the smallest square that counts, in tiles: smaller ones are sampled in less time than they are found.
  static let minSquare = 4

  let columns: Int
  let rows: Int
  /// The index of each tile's area.
  let tiles: UnsafeMutablePointer<UInt16>
  /// The gradient's colors; `nil` if it can't be filled with them.
  private(set) var plane: ColorPlane?

  private let texels: Texels
  private let kinds: UnsafeMutablePointer<Kind>
  private let list = Scratch<Area>()
  private var gradient: LinearGradient?
  /// A row of tiles of the gradient, and its number.
  private let strip = Scratch<UInt32>()
  private var stripRow = -1

  var areas: UnsafePointer<Area> { UnsafePointer(list.base) }

  /// False if all of the bitmap is mixed.
  var isUseful: Bool { list.count > 0 }

  init(of texels: Texels, gradient: LinearGradient?) {
    self.texels = texels
    (columns, rows) = ((texels.width + Self.side - 1) / Self.side, (texels.height + Self.side - 1) / Self.side)
    tiles = .allocate(capacity: columns * rows)
    kinds = .allocate(capacity: columns * rows)
    kinds.initialize(repeating: .mixed, count: columns * rows)
    update(Region(texels.bounds), gradient: gradient)
  }

  deinit {
    tiles.deallocate()
    kinds.deallocate()
  }

  /// Compares the tiles that a change of the bitmap touches again.
  func update(_ region: Region, gradient: LinearGradient?) {
    var region = region
    if gradient != self.gradient {
      (self.gradient, plane) = (gradient, gradient?.plane(in: texels.bounds))
      region = Region(texels.bounds)
    }
    var isOutdated = false
    for index in 0..<region.count {
      let rect = region[index]
      stripRow = -1
      for row in rect.minY >> Self.shift...(rect.maxY - 1) >> Self.shift {
        for column in rect.minX >> Self.shift...(rect.maxX - 1) >> Self.shift {
          let (tile, kind) = (row * columns + column, kind(column, row))
          // A tile that stays solid may have another color.
          if kind != kinds[tile] || kind == .solid { isOutdated = true }
          kinds[tile] = kind
        }
      }
    }
    if isOutdated { findAreas() }
  }

  func forgetAreas() { list.removeAll() }

  private func kind(_ column: Int, _ row: Int) -> Kind {
    let (x, y) = (column << Self.shift, row << Self.shift)
    let first = texels.base + (y * texels.stride + x)
    let (width, height) = (min(Self.side, texels.width - x), min(Self.side, texels.height - y))
    /// True if the tile's rows equal others that are `stride` apart.
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
    let color = SIMD8(repeating: first[0])
    // swift-format-ignore: NeverForceUnwrap
    let isSolid = withUnsafeBytes(of: color) { equals($0.baseAddress!.assumingMemoryBound(to: UInt32.self), 0) }
    return isSolid ? .solid : .mixed
  }

  // MARK: Areas

  /// The number of a tile that has no area yet, by its kind.
  private static func unassigned(_ kind: Kind) -> UInt16 { .max - UInt16(kind.rawValue) }
  private static let minUnassigned = UInt16.max - 2

  private func findAreas() {
    forgetAreas()
    withUnsafeTemporaryAllocation(of: SIMD2<UInt16>.self, capacity: columns * rows) { memory in
      // swift-format-ignore: NeverForceUnwrap
      let runs = memory.baseAddress!
      for tile in 0..<columns * rows { tiles[tile] = Self.unassigned(kinds[tile]) }
      measure(runs)
      guard keepSquares(UnsafePointer(runs)) else { return }
      measure(runs)
      for y in 0..<rows {
        for x in 0..<columns where tiles[y * columns + x] >= Self.minUnassigned {
          // A bitmap with so many areas is better sampled.
          guard list.count < Self.minUnassigned else { return forgetAreas() }
          add(area(around: x, y, UnsafePointer(runs)), .max - tiles[y * columns + x])
        }
      }
    }
  }

  /// Makes tiles mixed that are in no square of tiles that are alike. Returns false if that leaves nothing.
  private func keepSquares(_ runs: UnsafePointer<SIMD2<UInt16>>) -> Bool {
    let side = UInt16(truncatingIfNeeded: Self.minSquare)
    tiles.update(repeating: Self.unassigned(.mixed), count: columns * rows)
    var hasAny = false
    // The squares by their upper left tiles.
    for tile in 0..<columns * rows where kinds[tile] != .mixed && runs[tile].y >= side {
      guard (0..<Self.minSquare).allSatisfy({ runs[tile + $0 * columns].x >= side }) else { continue }
      hasAny = true
      for row in 0..<Self.minSquare {
        (tiles + (tile + row * columns)).update(repeating: Self.unassigned(kinds[tile]), count: Self.minSquare)
      }
    }
    return hasAny
  }

  /// Counts the tiles that are alike, from each tile to the right and down.
  private func measure(_ runs: UnsafeMutablePointer<SIMD2<UInt16>>) {
    for y in (0..<rows).reversed() {
      for x in (0..<columns).reversed() {
        let tile = y &* columns &+ x
        runs[tile] = SIMD2(
          x &+ 1 < columns && isLike(x, y, x &+ 1, y) ? runs[tile &+ 1].x &+ 1 : 1,
          y &+ 1 < rows && isLike(x, y, x, y &+ 1) ? runs[tile &+ columns].y &+ 1 : 1)
      }
    }
  }

  /// True for two tiles of one kind, and one color if they are solid.
  @inline(__always) private func isLike(_ x: Int, _ y: Int, _ otherX: Int, _ otherY: Int) -> Bool {
    let kind = tiles[y &* columns &+ x]
    guard kind == tiles[otherY &* columns &+ otherX] else { return false }
    return kind != Self.unassigned(.solid) || texel(x, y) == texel(otherX, otherY)
  }

  /// A tile's first texel.
  @inline(__always) private func texel(_ x: Int, _ y: Int) -> UInt32 {
    texels.base[(y &* texels.stride &+ x) &<< Self.shift]
  }

  /// Returns a rectangle of tiles like the one at (`x`, `y`) that can't be extended to any side.
  private func area(around x: Int, _ y: Int, _ runs: UnsafePointer<SIMD2<UInt16>>) -> PixelRect {
    func right(_ x: Int, _ y: Int) -> Int { Int(runs[y * columns + x].x) }
    func down(_ x: Int, _ y: Int) -> Int { Int(runs[y * columns + x].y) }
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

  private func add(_ area: PixelRect, _ kind: UInt16) {
    let (number, far) = (UInt16(truncatingIfNeeded: list.count), Float(1 << 20))
    func texels(_ tile: Int) -> Float { Float(tile << Self.shift) }
    let sides = SIMD4(
      area.minX > 0 ? texels(area.minX) : -far, area.maxX < columns ? texels(area.maxX) : far,
      area.minY > 0 ? texels(area.minY) : -far, area.maxY < rows ? texels(area.maxY) : far)
    list.append(
      Area(
        sides: sides, texel: texel(area.minX, area.minY),
        kind: Kind(rawValue: UInt8(truncatingIfNeeded: kind)) ?? .mixed))
    for y in area.minY..<area.maxY {
      for tile in y * columns + area.minX..<y * columns + area.maxX where tiles[tile] >= Self.minUnassigned {
        tiles[tile] = number
      }
    }
  }
}
