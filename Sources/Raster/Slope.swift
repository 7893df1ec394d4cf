/// The colours of a linear gradient: each channel is a plane over the texels.
struct Slope: Equatable {
  /// Blue, green and red of the first texel, in levels.
  private let origin: SIMD4<Float>
  /// What they change by from texel to texel.
  private let across, down: SIMD4<Float>

  static let none = Slope()

  private init() { (origin, across, down) = (.zero, .zero, .zero) }

  /// The one that texels are nearest to, in the mean of four by four of each tile; `nil` of fewer than two rows or columns of whole
  /// tiles.
  ///
  /// - Parameters:
  ///   - rect: of tiles.
  ///   - shift: the side of a tile is 2^shift texels, four or more.
  init?(of texels: Texels, in rect: PixelRect, shift: Int) {
    let (maxX, maxY) = (min(rect.maxX, texels.width >> shift), min(rect.maxY, texels.height >> shift))
    guard maxX - rect.minX > 1, maxY - rect.minY > 1 else { return nil }
    let rect = PixelRect(minX: rect.minX, minY: rect.minY, maxX: maxX, maxY: maxY)
    let middle = SIMD2(Float(rect.minX + rect.maxX - 1), Float(rect.minY + rect.maxY - 1)) / 2
    var (sum, sumX, sumY) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX {
        let color = Self.mean(texels.base + (y * texels.stride + x) << shift, texels.stride)
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
    // The middle of four texels is one and a half behind the first.
    let place = middle * side + 1.5
    origin = sum / Float(rect.area) - (across * place.x + down * place.y)
  }

  /// The colour at a place, times q, of the place times q. It is linear: of a place's change it makes the colour's.
  @inline(__always) func numerator(_ u: Float, _ v: Float, _ q: Float) -> SIMD4<Float> {
    across * u + (down * v + origin * q)
  }

  /// True where no channel comes near to the ends of a byte: a little beyond the rectangle, and dithered, it doesn't pass them.
  func isInside(_ rect: PixelRect) -> Bool {
    [rect.minY, rect.maxY].allSatisfy { y in
      [rect.minX, rect.maxX].allSatisfy { x in
        let color = numerator(Float(x), Float(y), 1)
        return (0..<3).allSatisfy { (1...254).contains(color[$0]) }
      }
    }
  }

  /// False where a channel of a texel is more than a level off, in every second row of what is smooth: in those between them one
  /// may be another off.
  func isLike(_ texels: Texels, _ rect: PixelRect) -> Bool {
    for y in stride(from: rect.minY, to: rect.maxY, by: 2) {
      var steps = SIMD16<UInt8>.zero
      // A run is exact where it begins.
      for x in stride(from: rect.minX, to: rect.maxX, by: 64) {
        let (row, count) = (texels.base + (y * texels.stride + x), min(64, rect.maxX - x))
        var run = run(x: x, y: y)
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

  /// The exact colours of texels of a row, rounded.
  @inline(__always) func run(x: Int, y: Int) -> SlopeRun {
    SlopeRun(from: 256 * numerator(Float(x), Float(y), 1), step: 256 * across, dither: .none)
  }

  /// The same for four texels of a row and those below of them: each `next` is a row further down.
  @inline(__always) func column(x: Int, y: Int) -> SlopeRun {
    SlopeRun(from: 256 * numerator(Float(x), Float(y), 1), step: 256 * across, next: 256 * down, dither: .none)
  }

  /// Of four by four texels: one alone tells how it was dithered, too.
  private static func mean(_ first: UnsafePointer<UInt32>, _ stride: Int) -> SIMD4<Float> {
    var (blueRed, green) = (SIMD4<UInt32>.zero, SIMD4<UInt32>.zero)
    for row in 0..<4 {
      let four = UnsafeRawPointer(first + row * stride).loadUnaligned(as: SIMD4<UInt32>.self)
      blueRed &+= four & 0x00FF_00FF
      green &+= four &>> 8 & 0xFF
    }
    let (both, rest) = (blueRed.wrappedSum(), green.wrappedSum())
    return SIMD4(Float(both & 0xFFFF), Float(rest), Float(both >> 16), 0) / 16
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
    self.init(from: color, step: step, next: step * 4, dither: dither)
  }

  /// - Parameter next: what they change by from four pixels to the next four.
  @inline(__always) fileprivate init(from color: SIMD4<Float>, step: SIMD4<Float>, next: SIMD4<Float>, dither: Dither) {
    let first = color + Self.magic
    // Of red the magic number's bits are shifted out.
    blueRed = Self.lanes(first.z, step.z) &<< 16 &+ Self.lanes(first.x, step.x) &+ dither.blueRed
    greenAlpha = Self.lanes(first.y, step.y) &+ dither.greenAlpha
    let four = unsafeBitCast(next + Self.magic, to: SIMD4<UInt32>.self) &- Self.magic.bitPattern
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

  /// Leaves so many fours out.
  @inline(__always) mutating func skip(_ count: Int) {
    let count = UInt32(truncatingIfNeeded: count)
    blueRed &+= stepBlueRed &* count
    greenAlpha &+= stepGreenAlpha &* count
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

    /// 8…248 256ths in an order of four by four, for a row of pixels from this one on: in each row and column all fourths.
    /// A pixel and its neighbours are eleven of the sixteen steps apart at most (Bayer's order: thirteen), so that a gradient that
    /// is dithered so is smooth, as `FlatMap` has it, if it changes by less than five in 16 pixels.
    @inline(__always) init(column: Int, row: Int) {
      let (column, row) = (UInt32(truncatingIfNeeded: column), UInt32(truncatingIfNeeded: row))
      let place = (SIMD4(0, 1, 2, 3) &+ (column &- row)) & 3
      let fourths = (place ^ place &>> 1) &<< 2
      self.init((fourths &+ ((row & 1) &<< 1 | (row & 2) &>> 1)) &<< 4 | 8)
    }

    /// Four opaque pixels, of channels in 256ths of a level, 0…255.
    @inline(__always) func pixels(blue: SIMD4<Float>, green: SIMD4<Float>, red: SIMD4<Float>) -> SIMD4<UInt32> {
      func words(_ channel: SIMD4<Float>) -> SIMD4<UInt32> {
        unsafeBitCast(channel + SlopeRun.magic, to: SIMD4<UInt32>.self)
      }
      let blueRed = words(red) &<< 16 &+ words(blue) &+ blueRed
      return (blueRed &>> 8) & 0x00FF_00FF | (words(green) &+ greenAlpha) & 0xFF00_FF00
    }
  }
}
