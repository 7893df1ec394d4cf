/// Finds how far areas reach into the tiles beside them, to the texel.
///
/// An area is made of whole tiles, and a tile is mixed for one texel that isn't like the others: along a border of three texels
/// that is a band of eight. All that is cut off there is sampled.
struct AreaReach {
  /// What an area's texels are.
  enum Likeness: Equatable {
    case color(UInt32)
    /// One of those that were found, with its number.
    case slope(Slope, Int)
  }

  private let texels: Texels
  private let columns, rows: Int
  private let followed: UnsafeMutableBufferPointer<UInt16>
  /// Of each tile, the texels that are like an area: a byte for each row, the upper one in the lowest, and in it a bit for each
  /// column, the left one in the lowest. None beyond the bitmap's end.
  private let masks: UnsafeMutableBufferPointer<UInt64>
  /// Of each tile, the number of what its mask is of, in the order in which it came up, from one on.
  private let numbers: UnsafeMutableBufferPointer<UInt16>
  private var likeness = Likeness.color(0)
  private var number: UInt16 = 0
  private var lastColor = Likeness.color(0)
  private var colors: UInt16 = 0

  /// - Parameter followed: of each tile, the number of the slope that it is known to follow.
  init(_ texels: Texels, columns: Int, rows: Int, followed: UnsafeMutableBufferPointer<UInt16>) {
    (self.texels, self.columns, self.rows, self.followed) = (texels, columns, rows, followed)
    masks = .allocate(capacity: columns * rows)
    numbers = .allocate(capacity: columns * rows)
    numbers.initialize(repeating: 0)
  }

  func deallocate() {
    masks.deallocate()
    numbers.deallocate()
  }

  /// So many texels more, up to a tile's, are like an area's on each of its sides.
  struct Margins: Equatable {
    var left = 0
    var right = 0
    var above = 0
    var below = 0

    /// The texels of an area of tiles, and these.
    func texels(around area: PixelRect) -> PixelRect {
      let shift = FlatMap.shift
      return PixelRect(
        minX: area.minX << shift - left, minY: area.minY << shift - above, maxX: area.maxX << shift + right,
        maxY: area.maxY << shift + below)
    }
  }

  /// The texels around an area that are like it, and make it a larger rectangle.
  ///
  /// - Parameter area: in tiles.
  mutating func margins(of area: PixelRect, _ likeness: Likeness) -> Margins {
    switch likeness {
    case .slope(_, let number): self.number = UInt16(truncatingIfNeeded: number)
    case .color:
      if likeness != lastColor { (lastColor, colors) = (likeness, colors &+ 1) }
      // From the other end: slopes and colours together are fewer than areas, which 16 bits count, so that no two meet.
      number = .max &- colors
    }
    self.likeness = likeness
    var margins = Margins(left: 8, right: 8, above: 8, below: 8)
    for x in area.minX..<area.maxX {
      if margins.above > 0 { margins.above = min(margins.above, (~mask(x, area.minY - 1)).leadingZeroBitCount >> 3) }
      if margins.below > 0 { margins.below = min(margins.below, (~mask(x, area.maxY)).trailingZeroBitCount >> 3) }
    }
    // Beside the area, and beside what was found above and below of it.
    let above = UInt64.max >> (8 * UInt64(truncatingIfNeeded: margins.above))
    let below = UInt64.max << (8 * UInt64(truncatingIfNeeded: margins.below))
    for y in area.minY - 1...area.maxY {
      // Rows that aren't needed are as good as alike.
      let others = y < area.minY ? (margins.above < 8 ? above : 0) : y < area.maxY ? 0 : (margins.below < 8 ? below : 0)
      if others == .max { continue }
      if margins.left > 0 {
        margins.left = min(margins.left, (~Self.columns(mask(area.minX - 1, y) | others)).leadingZeroBitCount)
      }
      if margins.right > 0 {
        margins.right = min(margins.right, (~Self.columns(mask(area.maxX, y) | others)).trailingZeroBitCount)
      }
    }
    if case .slope(let slope, _) = likeness, !slope.isInside(margins.texels(around: area)) { return Margins() }
    return margins
  }

  /// The columns of which all rows are set.
  private static func columns(_ mask: UInt64) -> UInt8 {
    var every = mask & mask >> 32
    every &= every >> 16
    return UInt8(truncatingIfNeeded: every & every >> 8)
  }

  /// True of a tile that isn't an area's own, and whose texels were looked at.
  func hasSeen(_ tile: Int) -> Bool { numbers[tile] > 0 }

  private mutating func mask(_ x: Int, _ y: Int) -> UInt64 {
    guard x >= 0, y >= 0, x < columns, y < rows else { return 0 }
    let tile = y * columns + x
    if followed[tile] == number { return .max }
    if numbers[tile] != number {
      numbers[tile] = number
      masks[tile] = findMask(x << FlatMap.shift, y << FlatMap.shift)
    }
    return masks[tile]
  }

  /// - Parameters x, y: the tile's first texel.
  private func findMask(_ x: Int, _ y: Int) -> UInt64 {
    let side = 1 << FlatMap.shift
    // A tile that isn't whole is two texels wide as often as seven, and at a border that nobody sees much of.
    guard x + side <= texels.width, y + side <= texels.height else { return 0 }
    let first = UnsafeRawPointer(texels.base + (y * texels.stride + x))
    switch likeness {
    case .color(let color): return Self.mask(first, texels.stride) { ($0 ^ color, $1 ^ color) }
    case .slope(let slope, _):
      var (left, right) = (slope.column(x: x, y: y), slope.column(x: x + 4, y: y))
      return Self.mask(first, texels.stride) {
        (Self.differences($0, left.next()), Self.differences($1, right.next()))
      }
    }
  }

  /// A bit for each texel of a tile that doesn't differ.
  ///
  /// - Parameter differences: of a row's two halves, zero for each texel that doesn't; row after row.
  @inline(__always) private static func mask(
    _ first: UnsafeRawPointer, _ stride: Int,
    _ differences: (SIMD4<UInt32>, SIMD4<UInt32>) -> (SIMD4<UInt32>, SIMD4<UInt32>)
  ) -> UInt64 {
    var mask: UInt64 = 0
    for row in 0..<1 << FlatMap.shift {
      let texels = first + row &* stride &* 4
      let (left, right) = differences(
        texels.loadUnaligned(as: SIMD4<UInt32>.self), texels.loadUnaligned(fromByteOffset: 16, as: SIMD4<UInt32>.self))
      mask |= (zeros(left) | zeros(right) << 4) << (8 * UInt64(truncatingIfNeeded: row))
    }
    return mask
  }

  /// Zero for texels that are opaque and in no channel more than a level off.
  @inline(__always) private static func differences(_ texels: SIMD4<UInt32>, _ exact: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let steps = Texels.step(
      unsafeBitCast(texels, to: SIMD16<UInt8>.self), unsafeBitCast(exact, to: SIMD16<UInt8>.self))
    return unsafeBitCast(steps & 0x80, to: SIMD4<UInt32>.self) | ~texels & 0xFF00_0000
  }

  /// A bit for each number that is zero.
  @inline(__always) private static func zeros(_ numbers: SIMD4<UInt32>) -> UInt64 {
    let bits = SIMD4<UInt32>(1, 2, 4, 8).replacing(with: 0, where: numbers .!= 0)
    return UInt64(truncatingIfNeeded: bits.wrappedSum())
  }
}
