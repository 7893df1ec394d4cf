/// Where a bitmap is one colour: what lies there needn't be sampled.
///
/// The bitmap is cut into tiles. Tiles are alike if they are one and the same colour, or if none of them is one colour.
/// Each belongs to an area, a rectangle of tiles that are all alike; areas are as large as can be, and overlap.
final class FlatMap {
  struct Area {
    /// Left and right, upper and lower, in texels. Where the bitmap ends the area goes on, as the outermost texels do.
    let sides: SIMD4<Float>
    let texel: UInt32
    let isFlat: Bool
  }

  /// The side of a tile is 2³ texels.
  static let shift = 3

  let texels: Texels
  let columns: Int
  let rows: Int
  /// The number of each tile's area; or what kind of tile it is, until it has one.
  let tiles: UnsafeMutablePointer<UInt16>
  private static let (flat, mixed) = (UInt16.max, UInt16.max - 1)
  private let list = Scratch<Area>()

  var areas: UnsafePointer<Area> { UnsafePointer(list.base) }

  /// True when anything of the bitmap is one colour.
  var isUseful: Bool { list.count > 0 }

  init(of texels: Texels) {
    self.texels = texels
    (columns, rows) = (Self.count(texels.width), Self.count(texels.height))
    tiles = .allocate(capacity: columns * rows)
    tiles.initialize(repeating: Self.mixed, count: columns * rows)
    update(Region(texels.bounds))
  }

  deinit { tiles.deallocate() }

  /// How many tiles so many texels touch.
  private static func count(_ texels: Int) -> Int { (texels + (1 << shift) - 1) >> shift }

  private func isFlat(_ tile: Int) -> Bool {
    tiles[tile] < Self.mixed ? areas[Int(tiles[tile])].isFlat : tiles[tile] == Self.flat
  }

  /// Brings the map up to date where the bitmap changed.
  func update(_ region: Region) {
    var isOutdated = false
    for index in 0..<region.count {
      let rect = region[index]
      for y in rect.minY >> Self.shift..<Self.count(rect.maxY) {
        for x in rect.minX >> Self.shift..<Self.count(rect.maxX) {
          let (tile, isFlat) = (y * columns + x, texels.isFlat(tileAt: x, y))
          guard isFlat || self.isFlat(tile) else { continue }
          if !isOutdated { forgetAreas() }
          isOutdated = true
          tiles[tile] = isFlat ? Self.flat : Self.mixed
        }
      }
    }
    if isOutdated { findAreas() }
  }

  func forgetAreas() {
    for tile in 0..<columns * rows { tiles[tile] = isFlat(tile) ? Self.flat : Self.mixed }
    list.removeAll()
  }

  private func findAreas() {
    guard (0..<columns * rows).contains(where: { tiles[$0] == Self.flat }) else { return }
    withUnsafeTemporaryAllocation(of: SIMD2<UInt16>.self, capacity: columns * rows) { memory in
      let runs = memory.baseAddress!
      for tile in (0..<columns * rows).reversed() { runs[tile] = run(from: tile, UnsafePointer(runs)) }
      for y in 0..<rows {
        for x in 0..<columns where tiles[y * columns + x] >= Self.mixed {
          // A bitmap that falls to so many pieces is as well sampled.
          guard list.count < Self.mixed else { return forgetAreas() }
          add(area(around: x, y, UnsafePointer(runs)))
        }
      }
    }
  }

  /// How many tiles are alike from one on, to the right and down.
  private func run(from tile: Int, _ runs: UnsafePointer<SIMD2<UInt16>>) -> SIMD2<UInt16> {
    func isLike(_ other: Int) -> Bool {
      tiles[tile] == tiles[other] && (tiles[tile] == Self.mixed || color(tile) == color(other))
    }
    let (right, below) = (tile + 1, tile + columns)
    return SIMD2(
      right % columns != 0 && isLike(right) ? runs[right].x + 1 : 1,
      below < rows * columns && isLike(below) ? runs[below].y + 1 : 1)
  }

  private func color(_ tile: Int) -> UInt32 {
    let (y, x) = tile.quotientAndRemainder(dividingBy: columns)
    return texels.base[(y * texels.stride + x) << Self.shift]
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

  private func add(_ area: PixelRect) {
    let (first, number) = (area.minY * columns + area.minX, UInt16(list.count))
    let far = Float(1 << 20)
    let sides = SIMD4(
      area.minX > 0 ? Float(area.minX << Self.shift) : -far,
      area.maxX < columns ? Float(area.maxX << Self.shift) : far,
      area.minY > 0 ? Float(area.minY << Self.shift) : -far,
      area.maxY < rows ? Float(area.maxY << Self.shift) : far)
    list.append(Area(sides: sides, texel: color(first), isFlat: isFlat(first)))
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
