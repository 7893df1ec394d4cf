/// The areas of a bitmap that are one color, or show the gradient that it was filled with, and needn't be sampled.
///
/// The bitmap is cut into tiles. Squares of tiles that are alike count; each tile belongs to an area, a rectangle of tiles that
/// are all alike. Areas are as large as can be, and overlap.
final class GroundMap {
  enum Kind: UInt8 {
    case mixed, solid, gradient
  }

  struct Area {
    /// Left and right, upper and lower, in texels. At the bitmap's edge the area goes on, as the outermost texels do.
    let sides: SIMD4<Float>
    let texel: UInt32
    let kind: Kind
  }

  /// The side of a tile is 2³ texels.
  static let shift = 3
  private static let side = 1 << shift
  /// The side of the least square that counts, in tiles: what is less is sampled in less time than it is found.
  static let leastSquare = 4

  let columns: Int
  let rows: Int
  /// The index of each tile's area.
  let tiles: UnsafeMutablePointer<UInt16>
  /// The gradient's colors; `nil` if it can't be filled by them.
  private(set) var plane: ColorPlane?

  private let texels: Texels
  private let kinds: UnsafeMutablePointer<Kind>
  private let list = Scratch<Area>()
  private var gradient: LinearGradient?
  /// A row of tiles as the gradient has it, and its number.
  private var strip: [UInt32] = []
  private var stripRow = -1

  var areas: UnsafePointer<Area> { UnsafePointer(list.base) }

  /// False if all of the bitmap is mixed.
  var isUseful: Bool { list.count > 0 }

  init(of texels: Texels, gradient: LinearGradient?) {
    self.texels = texels
    func count(_ side: Int) -> Int { (side + Self.side - 1) / Self.side }
    (columns, rows) = (count(texels.width), count(texels.height))
    tiles = .allocate(capacity: columns * rows)
    kinds = .allocate(capacity: columns * rows)
    kinds.initialize(repeating: .mixed, count: columns * rows)
    update(Region(texels.bounds), gradient: gradient)
  }

  deinit {
    tiles.deallocate()
    kinds.deallocate()
  }

  /// Follows a change of the bitmap: the tiles that it touches are compared again.
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
          // One that stays solid may have another color.
          if kind != kinds[tile] || kind == .solid { isOutdated = true }
          kinds[tile] = kind
        }
      }
    }
    (strip, stripRow) = ([], -1)
    if isOutdated { findAreas() }
  }

  func forgetAreas() { list.removeAll() }

  // swift-format-ignore: NeverForceUnwrap
  private func kind(_ column: Int, _ row: Int) -> Kind {
    let (x, y) = (column << Self.shift, row << Self.shift)
    let first = texels.base + (y * texels.stride + x)
    let (width, height) = (min(Self.side, texels.width - x), min(Self.side, texels.height - y))
    func equals(_ other: UnsafePointer<UInt32>, _ stride: Int) -> Bool {
      (0..<height).allSatisfy { row in
        let (a, b) = (UnsafeRawPointer(first + row * texels.stride), UnsafeRawPointer(other + row * stride))
        guard width == Self.side else {
          return (0..<width).allSatisfy { first[row * texels.stride + $0] == other[row * stride + $0] }
        }
        typealias Eight = SIMD4<UInt64>
        return a.loadUnaligned(as: Eight.self) == b.loadUnaligned(as: Eight.self)
      }
    }
    if plane != nil, let gradient {
      if stripRow != row {
        if strip.isEmpty { strip = Array(repeating: 0, count: texels.width * Self.side) }
        strip.withUnsafeMutableBufferPointer { strip in
          for line in 0..<height {
            gradient.fill(strip.baseAddress! + line * texels.width, 0..<texels.width, y: y + line)
          }
        }
        stripRow = row
      }
      if strip.withUnsafeBufferPointer({ equals($0.baseAddress! + x, texels.width) }) { return .gradient }
    }
    let color = SIMD8(repeating: first[0])
    let isSolid = withUnsafeBytes(of: color) { equals($0.baseAddress!.bindMemory(to: UInt32.self, capacity: 8), 0) }
    return isSolid ? .solid : .mixed
  }

  // MARK: Areas

  /// A tile without an area has one of these, by its kind.
  private static func unassigned(_ kind: Kind) -> UInt16 { .max - UInt16(kind.rawValue) }
  private static let leastUnassigned = UInt16.max - 2

  private func findAreas() {
    forgetAreas()
    withUnsafeTemporaryAllocation(of: SIMD2<UInt16>.self, capacity: columns * rows) { memory in
      // swift-format-ignore: NeverForceUnwrap
      let runs = memory.baseAddress!
      guard keepSquares(runs) else { return }
      measure(runs)
      for y in 0..<rows {
        for x in 0..<columns where tiles[y * columns + x] >= Self.leastUnassigned {
          // A bitmap that falls to so many pieces is as well sampled.
          guard list.count < Self.leastUnassigned else { return forgetAreas() }
          add(area(around: x, y, UnsafePointer(runs)), .max - tiles[y * columns + x])
        }
      }
    }
  }

  /// Makes tiles mixed that are in no square of tiles that are alike. Returns false if that leaves nothing.
  ///
  /// - Parameter memory: room for a number of each tile.
  private func keepSquares(_ memory: UnsafeMutablePointer<SIMD2<UInt16>>) -> Bool {
    var hasAny = false
    for tile in 0..<columns * rows {
      tiles[tile] = Self.unassigned(kinds[tile])
      hasAny = hasAny || kinds[tile] != .mixed
    }
    guard hasAny else { return false }
    hasAny = false
    let (mixed, side) = (Self.unassigned(.mixed), UInt16(truncatingIfNeeded: Self.leastSquare))
    // The side of the largest square of tiles that are alike, right and down from each one: one more than the least of those
    // from the three next to it.
    for y in (0..<rows).reversed() {
      for x in (0..<columns).reversed() {
        let tile = y &* columns &+ x
        memory[tile].x = tiles[tile] == mixed ? 0 : 1
        guard tiles[tile] != mixed, x &+ 1 < columns, y &+ 1 < rows else { continue }
        let others = min(memory[tile &+ 1].x, memory[tile &+ columns].x, memory[tile &+ columns &+ 1].x)
        guard others > 0, isLike(x, y, x &+ 1, y), isLike(x, y, x, y &+ 1), isLike(x, y, x &+ 1, y &+ 1) else {
          continue
        }
        memory[tile].x = others &+ 1
        if others &+ 1 >= side { hasAny = true }
      }
    }
    guard hasAny else { return false }
    tiles.update(repeating: mixed, count: columns * rows)
    for tile in 0..<columns * rows where memory[tile].x >= side {
      let kind = Self.unassigned(kinds[tile])
      for row in 0..<Self.leastSquare {
        (tiles + (tile + row * columns)).update(repeating: kind, count: Self.leastSquare)
      }
    }
    return true
  }

  /// Counts the tiles that are alike from each tile on, to the right and down.
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
      for tile in y * columns + area.minX..<y * columns + area.maxX where tiles[tile] >= Self.leastUnassigned {
        tiles[tile] = number
      }
    }
  }
}
