/// The colours of a linear gradient: each channel is a plane over the texels.
struct Slope: Equatable {
  /// Blue, green and red of the first texel, in levels.
  private let origin: SIMD4<Float>
  /// What they change by from texel to texel.
  private let across, down: SIMD4<Float>

  static let none = Slope()

  private init() { (origin, across, down) = (.zero, .zero, .zero) }

  /// The one that texels are nearest to, one of each tile; `nil` where a channel of any texel is more than a level off.
  ///
  /// - Parameters:
  ///   - rect: of tiles.
  ///   - shift: the side of a tile is 2^shift texels.
  init?(of texels: Texels, in rect: PixelRect, shift: Int) {
    guard rect.width > 1, rect.height > 1 else { return nil }
    let middle = SIMD2(Float(rect.minX + rect.maxX - 1), Float(rect.minY + rect.maxY - 1)) / 2
    var (sum, sumX, sumY) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX {
        let color = Self.channels(texels.base[(y * texels.stride + x) << shift])
        sum += color
        sumX += color * (Float(x) - middle.x)
        sumY += color * (Float(y) - middle.y)
      }
    }
    // The least squares of a grid: the sum of the squares of 0…n-1, from their middle on, is n(n² - 1) / 12.
    func squares(_ count: Int) -> Float { Float(count) * Float(count * count - 1) / 12 }
    let side = Float(1 << shift)
    across = sumX / (squares(rect.width) * Float(rect.height) * side)
    down = sumY / (squares(rect.height) * Float(rect.width) * side)
    origin = sum / Float(rect.area) - (across * middle.x + down * middle.y) * side
    let all = PixelRect(
      minX: rect.minX << shift, minY: rect.minY << shift, maxX: min(rect.maxX << shift, texels.width),
      maxY: min(rect.maxY << shift, texels.height))
    guard isInside(all), isLike(texels, all) else { return nil }
  }

  /// The colour at a place, times q, of the place times q. It is linear: of a place's change it makes the colour's.
  @inline(__always) func numerator(_ u: Float, _ v: Float, _ q: Float) -> SIMD4<Float> {
    across * u + (down * v + origin * q)
  }

  /// True where no channel comes near to the ends of a byte: a little beyond the rectangle, and dithered, it doesn't pass them.
  private func isInside(_ rect: PixelRect) -> Bool {
    [rect.minY, rect.maxY].allSatisfy { y in
      [rect.minX, rect.maxX].allSatisfy { x in
        let color = numerator(Float(x), Float(y), 1)
        return (0..<3).allSatisfy { (1...254).contains(color[$0]) }
      }
    }
  }

  private func isLike(_ texels: Texels, _ rect: PixelRect) -> Bool {
    for y in rect.minY..<rect.maxY {
      var steps = SIMD16<UInt8>.zero
      // A run is exact where it begins.
      for x in stride(from: rect.minX, to: rect.maxX, by: 64) {
        let (row, count) = (texels.base + (y * texels.stride + x), min(64, rect.maxX - x))
        var run = SlopeRun(from: 256 * numerator(Float(x), Float(y), 1), step: 256 * across, dither: .none)
        for four in 0..<count >> 2 {
          let texels = UnsafeRawPointer(row).loadUnaligned(fromByteOffset: four &* 16, as: SIMD16<UInt8>.self)
          steps |= Texels.step(texels, unsafeBitCast(run.next(), to: SIMD16<UInt8>.self))
        }
        let last = run.next()
        for lane in 0..<count & 3 {
          steps |= Texels.step(Texels.bytes(row[count & -4 + lane]), Texels.bytes(last[lane]))
        }
      }
      guard unsafeBitCast(steps & 0x80, to: SIMD2<UInt64>.self) == .zero else { return false }
    }
    return true
  }

  private static func channels(_ texel: UInt32) -> SIMD4<Float> {
    SIMD4(Float(texel & 255), Float(texel >> 8 & 255), Float(texel >> 16 & 255), 0)
  }
}

/// Pixels of which each channel changes evenly, four at a time.
///
/// In 256ths of a level, two channels to a word: a sum can't pass from one to the other, for none ever leaves 0…255.
struct SlopeRun {
  private var blueRed, greenAlpha: SIMD4<UInt32>
  private let stepBlueRed, stepGreenAlpha: SIMD4<UInt32>

  /// - Parameters:
  ///   - color: blue, green and red of the first pixel, in 256ths of a level.
  ///   - step: what they change by from pixel to pixel. Over 64 pixels they err by a thirtieth of a level.
  ///   - dither: in 256ths of a level, what each of four pixels gets before its fractions are cut off.
  @inline(__always) init(from color: SIMD4<Float>, step: SIMD4<Float>, dither: Dither) {
    let first = color + Self.magic
    // Of red the magic number's bits are shifted out.
    blueRed = Self.lanes(first.z, step.z) &<< 16 &+ Self.lanes(first.x, step.x) &+ dither.blueRed
    greenAlpha = Self.lanes(first.y, step.y) &+ dither.greenAlpha
    let four = unsafeBitCast(step * 4 + Self.magic, to: SIMD4<UInt32>.self) &- Self.magic.bitPattern
    let blue = SIMD4(repeating: four.x)
    stepBlueRed = blue &+ SIMD4(repeating: four.z) &<< 16
    stepGreenAlpha = SIMD4(repeating: four.y)
  }

  @inline(__always) private static func lanes(_ first: Float, _ step: Float) -> SIMD4<UInt32> {
    unsafeBitCast(SIMD4<Float>(0, 1, 2, 3) * step + first, to: SIMD4<UInt32>.self)
  }

  @inline(__always) mutating func next() -> SIMD4<UInt32> {
    let four = (blueRed &>> 8) & 0x00FF_00FF | greenAlpha & 0xFF00_FF00
    blueRed &+= stepBlueRed
    greenAlpha &+= stepGreenAlpha
    return four
  }

  /// Added to a number, it leaves no bits for a fraction.
  private static let magic: Float = 0x1.8p23

  /// What each channel of four pixels gets beside its colour.
  struct Dither {
    fileprivate let blueRed, greenAlpha: SIMD4<UInt32>

    /// - Parameter parts: in 256ths of a level.
    @inline(__always) private init(_ parts: SIMD4<UInt32>) {
      blueRed = parts &<< 16 &+ (parts &- magic.bitPattern)
      greenAlpha = parts &+ (0xFF00_0000 &- magic.bitPattern)
    }

    /// Half a level for all: each is rounded.
    static let none = Dither(SIMD4(repeating: 128))

    /// 8…248 256ths in Bayer's order of four by four, for a row of pixels of which the first has its centre there in the target.
    @inline(__always) init(x: Double, y: Double) {
      let (column, row) = (UInt32(truncatingIfNeeded: x.down), UInt32(truncatingIfNeeded: y.down))
      let mix = (SIMD4(0, 1, 2, 3) &+ column) ^ row
      let order = (mix & 1) &<< 3 | (mix & 2) | ((row & 1) &<< 2 | (row & 2) &>> 1)
      self.init(order &<< 4 | 8)
    }
  }
}
