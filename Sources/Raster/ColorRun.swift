/// Pixels of which each channel changes evenly, four at a time.
///
/// In 256ths of a level, two channels to a word: a sum can't pass from one to the other, for none ever leaves 0…255.
struct ColorRun {
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

  /// Leaves so many fours out.
  @inline(__always) mutating func skip(_ count: Int) {
    let count = UInt32(truncatingIfNeeded: count)
    blueRed &+= stepBlueRed &* count
    greenAlpha &+= stepGreenAlpha &* count
  }

  /// Added to a number, it leaves no bits for a fraction.
  private static let magic: Float = 0x1.8p23

  /// The offset of each channel of four pixels.
  struct Dither {
    fileprivate let blueRed, greenAlpha: SIMD4<UInt32>

    /// - Parameter parts: in 256ths of a level.
    @inline(__always) private init(_ parts: SIMD4<UInt32>) {
      blueRed = parts &<< 16 &+ (parts &- magic.bitPattern)
      greenAlpha = parts &+ (0xFF00_0000 &- magic.bitPattern)
    }

    /// 8…248 256ths in an order of four by four, for a row of pixels from this one on: in each row and column all fourths.
    /// A pixel and its neighbours are eleven of the sixteen steps apart at most (Bayer's order: thirteen).
    @inline(__always) init(column: Int, row: Int) {
      let (column, row) = (UInt32(truncatingIfNeeded: column), UInt32(truncatingIfNeeded: row))
      let place = (SIMD4(0, 1, 2, 3) &+ (column &- row)) & 3
      let fourths = (place ^ place &>> 1) &<< 2
      self.init((fourths &+ ((row & 1) &<< 1 | (row & 2) &>> 1)) &<< 4 | 8)
    }

    /// Four opaque pixels, of channels in 256ths of a level, 0…255.
    @inline(__always) func pixels(blue: SIMD4<Float>, green: SIMD4<Float>, red: SIMD4<Float>) -> SIMD4<UInt32> {
      func words(_ channel: SIMD4<Float>) -> SIMD4<UInt32> {
        unsafeBitCast(channel + ColorRun.magic, to: SIMD4<UInt32>.self)
      }
      let blueRed = words(red) &<< 16 &+ words(blue) &+ blueRed
      return (blueRed &>> 8) & 0x00FF_00FF | (words(green) &+ greenAlpha) & 0xFF00_FF00
    }
  }
}
