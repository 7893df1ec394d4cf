/// Where a bitmap is one colour: what lies there needn't be sampled.
///
/// The bitmap is cut into tiles. Those that make squares of one colour are alike if it is the same, and so are all others. Each
/// belongs to an area, a rectangle of tiles that are all alike; areas are as large as can be, and overlap.
final class FlatMap {
  struct Area {
    /// Left and right, upper and lower, in texels. Where the bitmap ends the area goes on, as the outermost texels do.
    let sides: SIMD4<Float>
    let texel: UInt32
    let isFlat: Bool
  }

  /// The side of a tile is 2³ texels.
  static let shift = 3
  /// The side of the least square that counts, in tiles: what is less is sampled in less time than it is found.
  static let leastSquare = 4

  let texels: Texels
  let columns: Int
  let rows: Int
  /// The number of each tile's area; or of its kind, until it has one.
  let tiles: UnsafeMutablePointer<UInt16>
  private static let (flat, mixed) = (UInt16.max, UInt16.max - 1)
  /// For each tile whether it is one colour.
  private let flats: UnsafeMutablePointer<Bool>
  private let list = Scratch<Area>()

  var areas: UnsafePointer<Area> { UnsafePointer(list.base) }

  /// True when anything of the bitmap is one colour.
  var isUseful: Bool { list.count > 0 }

  init(of texels: Texels) {
    self.texels = texels
    (columns, rows) = (Self.count(texels.width), Self.count(texels.height))
    tiles = .allocate(capacity: columns * rows)
    flats = .allocate(capacity: columns * rows)
    flats.initialize(repeating: false, count: columns * rows)
    update(Region(texels.bounds))
  }

  deinit {
    tiles.deallocate()
    flats.deallocate()
  }

  /// How many tiles so many texels touch.
  private static func count(_ texels: Int) -> Int { (texels + (1 << shift) - 1) >> shift }

  /// Brings the map up to date where the bitmap changed.
  func update(_ region: Region) {
    var isOutdated = false
    for index in 0..<region.count {
      let rect = region[index]
      for y in rect.minY >> Self.shift..<Self.count(rect.maxY) {
        for x in rect.minX >> Self.shift..<Self.count(rect.maxX) {
          let (tile, isFlat) = (y * columns + x, texels.isFlat(tileAt: x, y))
          if isFlat || flats[tile] { isOutdated = true }
          flats[tile] = isFlat
        }
      }
    }
    if isOutdated { findAreas() }
  }

  func forgetAreas() { list.removeAll() }

  private func findAreas() {
    forgetAreas()
    withUnsafeTemporaryAllocation(of: SIMD2<UInt16>.self, capacity: columns * rows) { memory in
      let runs = memory.baseAddress!
      for tile in 0..<columns * rows { tiles[tile] = flats[tile] ? Self.flat : Self.mixed }
      measure(runs)
      guard keepSquares(UnsafePointer(runs)) else { return }
      measure(runs)
      for y in 0..<rows {
        for x in 0..<columns where tiles[y * columns + x] >= Self.mixed {
          // A bitmap that falls to so many pieces is as well sampled.
          guard list.count < Self.mixed else { return forgetAreas() }
          add(area(around: x, y, UnsafePointer(runs)), isFlat: tiles[y * columns + x] == Self.flat)
        }
      }
    }
  }

  /// Leaves only those tiles flat that are part of a square. Returns false where there are none.
  private func keepSquares(_ runs: UnsafePointer<SIMD2<UInt16>>) -> Bool {
    let side = Self.leastSquare
    for tile in 0..<columns * rows { tiles[tile] = Self.mixed }
    var hasAny = false
    for tile in 0..<max(rows - side + 1, 0) * columns where flats[tile] && runs[tile].y >= side {
      let square = 0..<side
      guard square.allSatisfy({ runs[tile + $0 * columns].x >= side }) else { continue }
      for row in square { (tiles + (tile + row * columns)).update(repeating: Self.flat, count: side) }
      hasAny = true
    }
    return hasAny
  }

  /// How many tiles are alike from each one on, to the right and down.
  private func measure(_ runs: UnsafeMutablePointer<SIMD2<UInt16>>) {
    for y in (0..<rows).reversed() {
      for x in (0..<columns).reversed() {
        let (tile, right, below) = (y * columns + x, y * columns + x + 1, (y + 1) * columns + x)
        runs[tile] = SIMD2(
          x + 1 < columns && isLike(x, y, x + 1, y) ? runs[right].x + 1 : 1,
          y + 1 < rows && isLike(x, y, x, y + 1) ? runs[below].y + 1 : 1)
      }
    }
  }

  @inline(__always) private func isLike(_ x: Int, _ y: Int, _ otherX: Int, _ otherY: Int) -> Bool {
    let kind = tiles[y * columns + x]
    return kind == tiles[otherY * columns + otherX] && (kind == Self.mixed || color(x, y) == color(otherX, otherY))
  }

  @inline(__always) private func color(_ x: Int, _ y: Int) -> UInt32 {
    texels.base[(y * texels.stride + x) << Self.shift]
  }

  /// The tiles around one that are all like it: a tile more to each side in turn, as long as there are any.
  private func area(around x: Int, _ y: Int, _ runs: UnsafePointer<SIMD2<UInt16>>) -> PixelRect {
    func run(_ x: Int, _ y: Int) -> (right: Int, down: Int) {
      let run = runs[y * columns + x]
      return (Int(run.x), Int(run.y))
    }
    var area = PixelRect(x: x, y: y, width: 1, height: 1)
    var before: PixelRect
    repeat {
      before = area
      if run(area.minX, area.minY).right > area.width, run(area.maxX, area.minY).down >= area.height { area.maxX += 1 }
      if run(area.minX, area.minY).down > area.height, run(area.minX, area.maxY).right >= area.width { area.maxY += 1 }
      if area.minX > 0, run(area.minX - 1, area.minY).right > area.width,
        run(area.minX - 1, area.minY).down >= area.height
      {
        area.minX -= 1
      }
      if area.minY > 0, run(area.minX, area.minY - 1).down > area.height,
        run(area.minX, area.minY - 1).right >= area.width
      {
        area.minY -= 1
      }
    } while area != before
    return area
  }

  private func add(_ area: PixelRect, isFlat: Bool) {
    let (number, far) = (UInt16(truncatingIfNeeded: list.count), Float(1 << 20))
    let sides = SIMD4(
      area.minX > 0 ? Float(area.minX << Self.shift) : -far,
      area.maxX < columns ? Float(area.maxX << Self.shift) : far,
      area.minY > 0 ? Float(area.minY << Self.shift) : -far,
      area.maxY < rows ? Float(area.maxY << Self.shift) : far)
    list.append(Area(sides: sides, texel: color(area.minX, area.minY), isFlat: isFlat))
    for y in area.minY..<area.maxY {
      for tile in y * columns + area.minX..<y * columns + area.maxX where tiles[tile] >= Self.mixed {
        tiles[tile] = number
      }
    }
  }
}

extension Texels {
  /// True when all texels of a tile are one colour.
  fileprivate func isFlat(tileAt x: Int, _ y: Int) -> Bool {
    let side = 1 << FlatMap.shift
    let (columns, rows) = (min(side, width - x * side), min(side, height - y * side))
    let first = base + (y * stride + x) * side
    let color = first[0]
    guard columns == side, rows == side else {
      for row in 0..<rows {
        for column in 0..<columns where first[row * stride + column] != color { return false }
      }
      return true
    }
    // Most tiles that aren't one colour show it in their first rows.
    for half in [0..<2, 2..<side] {
      var difference = SIMD4<UInt32>.zero
      for row in half {
        let texels = UnsafeRawPointer(first + row * stride)
        difference |= texels.loadUnaligned(as: SIMD4<UInt32>.self) ^ color
        difference |= texels.loadUnaligned(fromByteOffset: 16, as: SIMD4<UInt32>.self) ^ color
      }
      if difference[0] | difference[1] | difference[2] | difference[3] != 0 { return false }
    }
    return true
  }
}
