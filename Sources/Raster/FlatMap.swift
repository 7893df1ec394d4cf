/// Where a bitmap is one colour or a linear gradient, which needn't be sampled, and where it is smooth, so that of four texels the
/// nearest will do.
///
/// The bitmap is cut into tiles. Those that make squares of one colour are alike if it is the same, so are those that make
/// smooth squares, opaque or not, and so are all others. Each belongs to an area, a rectangle of tiles that are all alike; areas are as
/// large as can be, and overlap.
final class FlatMap {
  enum Kind: UInt8 {
    /// One colour.
    case flat
    /// In no channel a texel differs from the next one by more than a level, nor from the first one of its tile by more than
    /// nine.
    case smooth
    /// The same, and opaque.
    case smoothOpaque
    /// A linear gradient, opaque: its colours can be worked out.
    case slope
    case mixed
  }

  struct Area {
    /// Left and right, upper and lower, in texels. Where the bitmap ends the area goes on, as the outermost texels do.
    let sides: SIMD4<Float>
    let texel: UInt32
    let kind: Kind
    /// Of one that is a slope.
    let slope: Slope
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
  private static let (flat, smooth, mixed) = (UInt16.max, UInt16.max - 1, UInt16.max - 2)
  private let traits: UnsafeMutablePointer<Traits>
  private let list = Scratch<Area>()

  var areas: UnsafePointer<Area> { UnsafePointer(list.base) }

  /// True when anything of the bitmap is one colour, or smooth.
  var isUseful: Bool { list.count > 0 }
  private(set) var hasSmoothAreas = false

  init(of texels: Texels) {
    self.texels = texels
    (columns, rows) = (Self.count(texels.width), Self.count(texels.height))
    tiles = .allocate(capacity: columns * rows)
    traits = .allocate(capacity: columns * rows)
    traits.initialize(repeating: [], count: columns * rows)
    update(Region(texels.bounds))
  }

  deinit {
    tiles.deallocate()
    traits.deallocate()
  }

  /// How many tiles so many texels touch.
  private static func count(_ texels: Int) -> Int { (texels + (1 << shift) - 1) >> shift }

  /// Brings the map up to date where the bitmap changed.
  func update(_ region: Region) {
    var isOutdated = false
    for index in 0..<region.count {
      let rect = region[index]
      // Whether a tile is smooth depends on the texels right behind it.
      for y in max(rect.minY - 1, 0) >> Self.shift..<Self.count(rect.maxY) {
        for x in max(rect.minX - 1, 0) >> Self.shift..<Self.count(rect.maxX) {
          let (tile, now) = (y * columns + x, texels.traits(ofTileAt: x, y))
          // One that stays flat or smooth may be of another colour.
          if now != traits[tile] || !now.isEmpty { isOutdated = true }
          traits[tile] = now
        }
      }
    }
    if isOutdated { findAreas() }
  }

  func forgetAreas() {
    list.removeAll()
    hasSmoothAreas = false
  }

  private func findAreas() {
    forgetAreas()
    withUnsafeTemporaryAllocation(of: SIMD2<UInt16>.self, capacity: columns * rows) { memory in
      let runs = memory.baseAddress!
      tiles.update(repeating: Self.mixed, count: columns * rows)
      let hasFlat = keepSquares(of: Self.flat, .isFlat, runs)
      let hasSmooth =
        texels.stride * texels.height <= Sampler.mostTexels && keepSquares(of: Self.smooth, .isSmooth, runs)
      guard hasFlat || hasSmooth else { return }
      measure(runs)
      var slopes = SlopeFinder(texels, columns: columns, rows: rows)
      defer { slopes.deallocate() }
      for y in 0..<rows {
        for x in 0..<columns where tiles[y * columns + x] >= Self.mixed {
          // A bitmap that falls to so many pieces is as well sampled.
          guard list.count < Self.mixed else { return forgetAreas() }
          add(area(around: x, y, UnsafePointer(runs)), tiles[y * columns + x], &slopes)
        }
      }
      hasSmoothAreas = hasSmooth
    }
  }

  /// Makes those of the tiles that are mixed so far another kind that have its trait and are part of a square of such.
  /// Returns false where there are none.
  ///
  /// - Parameter memory: a number for each tile, of any value.
  private func keepSquares(of kind: UInt16, _ trait: Traits, _ memory: UnsafeMutablePointer<SIMD2<UInt16>>) -> Bool {
    var hasAny = false
    for tile in 0..<columns &* rows where tiles[tile] == Self.mixed && traits[tile].contains(trait) {
      tiles[tile] = kind
      hasAny = true
    }
    guard hasAny else { return false }
    hasAny = false
    let side = UInt16(truncatingIfNeeded: Self.leastSquare)
    // The side of the largest square of tiles that are alike, right and down from each one: one more than the least of those from
    // the three next to it.
    for y in (0..<rows).reversed() {
      for x in (0..<columns).reversed() {
        let (tile, place) = (y &* columns &+ x, self.place(x, y))
        memory[tile].x = 0
        guard tiles[tile] == kind else { continue }
        memory[tile].x = 1
        guard x &+ 1 < columns, y &+ 1 < rows else { continue }
        let (right, below) = (tile &+ 1, tile &+ columns)
        let others = min(memory[right].x, memory[below].x, memory[below &+ 1].x)
        guard others > 0, isLike(tile, right, place, self.place(x &+ 1, y)),
          isLike(tile, below, place, self.place(x, y &+ 1)), isLike(tile, below &+ 1, place, self.place(x &+ 1, y &+ 1))
        else { continue }
        memory[tile].x = others &+ 1
        if others &+ 1 >= side { hasAny = true }
      }
    }
    for tile in 0..<columns &* rows where tiles[tile] == kind { tiles[tile] = Self.mixed }
    guard hasAny else { return false }
    for tile in 0..<columns &* rows where memory[tile].x >= side {
      for row in 0..<Self.leastSquare {
        (tiles + (tile &+ row &* columns)).update(repeating: kind, count: Self.leastSquare)
      }
    }
    return true
  }

  /// The place of a tile's first texel.
  @inline(__always) private func place(_ x: Int, _ y: Int) -> Int { (y &* texels.stride &+ x) &<< Self.shift }

  /// How many tiles are alike from each one on, to the right and down.
  private func measure(_ runs: UnsafeMutablePointer<SIMD2<UInt16>>) {
    for y in (0..<rows).reversed() {
      for x in (0..<columns).reversed() {
        let (tile, place) = (y &* columns &+ x, self.place(x, y))
        let (right, below) = (tile &+ 1, tile &+ columns)
        runs[tile] = SIMD2(
          x &+ 1 < columns && isLike(tile, right, place, self.place(x &+ 1, y)) ? runs[right].x &+ 1 : 1,
          y &+ 1 < rows && isLike(tile, below, place, self.place(x, y &+ 1)) ? runs[below].y &+ 1 : 1)
      }
    }
  }

  /// True for two tiles that are alike, whose first texels are at those places.
  @inline(__always) private func isLike(_ tile: Int, _ other: Int, _ place: Int, _ otherPlace: Int) -> Bool {
    guard tiles[tile] == tiles[other] else { return false }
    return switch tiles[tile] {
    case Self.flat: texels.base[place] == texels.base[otherPlace]
    case Self.smooth: traits[tile].contains(.isOpaque) == traits[other].contains(.isOpaque)
    default: true
    }
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

  private func add(_ area: PixelRect, _ tile: UInt16, _ slopes: inout SlopeFinder) {
    let (number, far) = (UInt16(truncatingIfNeeded: list.count), Float(1 << 20))
    let texel = texels.base[place(area.minX, area.minY)]
    let isOpaque = traits[area.minY * columns + area.minX].contains(.isOpaque)
    let slope = tile == Self.smooth && isOpaque ? slopes.slope(of: area) : nil
    let smooth = slope != nil ? Kind.slope : isOpaque ? .smoothOpaque : .smooth
    let kind = tile == Self.flat ? .flat : tile == Self.mixed ? .mixed : smooth
    let sides = SIMD4(
      area.minX > 0 ? Float(area.minX << Self.shift) : -far, area.maxX < columns ? Float(area.maxX << Self.shift) : far,
      area.minY > 0 ? Float(area.minY << Self.shift) : -far, area.maxY < rows ? Float(area.maxY << Self.shift) : far)
    list.append(Area(sides: sides, texel: texel, kind: kind, slope: slope?.0 ?? .none))
    for y in area.minY..<area.maxY {
      for tile in y * columns + area.minX..<y * columns + area.maxX where tiles[tile] >= Self.mixed {
        tiles[tile] = number
      }
    }
  }
}

/// What a tile may be taken for.
private struct Traits: OptionSet {
  let rawValue: UInt8
  static let isFlat = Traits(rawValue: 1)
  static let isSmooth = Traits(rawValue: 2)
  /// Of a smooth one.
  static let isOpaque = Traits(rawValue: 4)
}

extension Texels {
  fileprivate func traits(ofTileAt x: Int, _ y: Int) -> Traits {
    let smoothness = smoothness(ofTileAt: x, y)
    return isFlat(tileAt: x, y) ? smoothness.union(.isFlat) : smoothness
  }

  /// True when all texels of a tile are one colour.
  private func isFlat(tileAt x: Int, _ y: Int) -> Bool {
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

  /// Whether each texel of a tile is like those to the right and below of it, and like the first, as `Kind.smooth` says; and
  /// then, whether all are opaque.
  private func smoothness(ofTileAt x: Int, _ y: Int) -> Traits {
    let side = 1 << FlatMap.shift
    let (columns, rows) = (min(side, width - x * side), min(side, height - y * side))
    let first = base + (y * stride + x) * side
    // The last texels have none behind them, and are their own.
    let lastColumn = width - x * side > side ? side : columns - 1
    let lastRow = height - y * side > side ? side : rows - 1
    var every = SIMD16<UInt8>(repeating: .max)
    guard lastColumn == side, lastRow == side else {
      for row in 0..<rows {
        for column in 0..<columns {
          let texel = Self.bytes(first[row * stride + column])
          let right = Self.bytes(first[row * stride + min(column + 1, lastColumn)])
          let below = Self.bytes(first[min(row + 1, lastRow) * stride + column])
          let ways = row % 2 == 0 ? Self.way(texel, Self.bytes(first[0])) : .zero
          guard Self.areNear(Self.step(texel, right) | Self.step(texel, below), ways) else { return [] }
          every &= texel
        }
      }
      return Self.smooth(every)
    }
    let start = Self.bytes(first[0])
    var (steps, ways) = (SIMD16<UInt8>.zero, SIMD16<UInt8>.zero)
    for four in 0..<side >> 2 {
      var row = UnsafeRawPointer(first + four * 4)
      var texels = row.loadUnaligned(as: SIMD16<UInt8>.self)
      // A row between two that are near enough is, too, but for one level.
      for pair in 0..<side >> 1 {
        ways |= Self.way(texels, start)
        for _ in 0..<2 {
          every &= texels
          steps |= Self.step(texels, row.loadUnaligned(fromByteOffset: 4, as: SIMD16<UInt8>.self))
          row += stride * 4
          let below = row.loadUnaligned(as: SIMD16<UInt8>.self)
          steps |= Self.step(texels, below)
          texels = below
        }
        // Most tiles that aren't smooth show it in their first rows.
        guard pair > 0 || Self.areNear(steps, ways) else { return [] }
      }
    }
    return Self.areNear(steps, ways) ? Self.smooth(every) : []
  }

  /// - Parameter every: the bits that all texels of the tile have.
  @inline(__always) private static func smooth(_ every: SIMD16<UInt8>) -> Traits {
    let every = unsafeBitCast(every, to: SIMD4<UInt32>.self)
    return (every[0] & every[1] & every[2] & every[3]) >> 24 == 255 ? [.isSmooth, .isOpaque] : .isSmooth
  }

  @inline(__always) static func bytes(_ texel: UInt32) -> SIMD16<UInt8> {
    unsafeBitCast(SIMD4(repeating: texel), to: SIMD16<UInt8>.self)
  }

  /// Below 128 where two channels differ by one at the most.
  @inline(__always) static func step(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> SIMD16<UInt8> {
    // 0, 1 or 2; what is more is, or comes to, more than 127.
    let step = b &- a &+ 1
    return step | (step &+ 125)
  }

  /// Below 16 where a channel is up to eight less than the first one's, or up to seven more.
  @inline(__always) private static func way(_ a: SIMD16<UInt8>, _ first: SIMD16<UInt8>) -> SIMD16<UInt8> {
    a &- first &+ 8
  }

  @inline(__always) private static func areNear(_ steps: SIMD16<UInt8>, _ ways: SIMD16<UInt8>) -> Bool {
    unsafeBitCast((steps & 0x80) | (ways & 0xF0), to: SIMD2<UInt64>.self) == .zero
  }
}
