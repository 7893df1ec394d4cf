import CLinux
import Geometry

/// Samples one copy of a bitmap along a row, four pixels at a time, each at its exact place.
///
/// The place is `(u, v) = (a, b) / q` with `a`, `b` and `q` linear along the row: four divisions cost one instruction.
/// They are in single precision, with numbers that begin anew, exactly, with each block: over its length they err by less
/// than a hundredth of a texel. Only additions, products and quotients are used, each rounded by itself as IEEE 754 says (the
/// compiler never joins two of them into one), so that all machines agree on every bit.
struct Sampler {
  /// The longest block, in pixels.
  static let limit = 64

  /// The longest side of a bitmap, in pixels, whose places 23 bits hold.
  static let greatestSide = 1 << 15

  let level: Int
  /// 128 · 2^-level: `a` and `b` are in 128ths of a texel, from the middle of the first one on.
  private let scale: Double
  /// What is added to the first of four pixels' numbers for each of them.
  private let lanesA, lanesB, lanesQ: SIMD4<Float>
  /// From four pixels to the next four.
  private let stepA, stepB, stepQ: Float
  private let limitX, limitY: Float
  private let above, below, later: UnsafePointer<UInt32>
  private let stride: UInt32
  /// 128ths of a texel of the larger copy under a pixel where q is 1.
  private let density: Float

  /// - Parameter ahead: so many of the bitmap's own texels further it will be read some rows later.
  init(_ quad: PreparedQuad, level: Int, ahead: (u: Int, v: Int)) {
    let (map, texels) = (quad.map, quad.levels[level])
    self.level = level
    scale = Double(bitPattern: UInt64(1023 &+ 7 &- level) &<< 52)
    let (da, db, dq) = (
      Float(map.m11 * scale - 64 * map.m13), Float(map.m12 * scale - 64 * map.m13), Float(map.m13)
    )
    let lanes = SIMD4<Float>(0, 1, 2, 3)
    (lanesA, lanesB, lanesQ) = (lanes * da, lanes * db, lanes * dq)
    (stepA, stepB, stepQ) = (4 * da, 4 * db, 4 * dq)
    (limitX, limitY) = (Float((texels.width &- 1) &* 128), Float((texels.height &- 1) &* 128))
    above = UnsafePointer(texels.base)
    below = above + texels.stride
    later = above + ((ahead.v &>> level) &* texels.stride &+ (ahead.u &>> level))
    stride = UInt32(truncatingIfNeeded: texels.stride)
    density = Float(quad.density * scale * scale * (4.0 / 128))
  }

  /// Samples `count` pixels, and up to three more.
  ///
  /// - Parameters:
  ///   - u, v, q: of the first pixel's centre, before the division.
  ///   - write: gets the number of four pixels, what they show, and 1 / q of each.
  @inline(__always) func sample(
    u: Double, v: Double, q: Double, count: Int, _ write: (Int, FourPixels, SIMD4<Float>) -> Void
  ) {
    var a = lanesA + Float(u * scale - 64 * q)
    var b = lanesB + Float(v * scale - 64 * q)
    var q = lanesQ + Float(q)
    // What the magic number's bits become on the way.
    let excess = (Self.magicBits &>> 7) &* (stride &+ 1)
    for index in 0..<(count &+ 3) &>> 2 {
      let k = 1 / q
      let (x, y) = (Self.fixed(a * k, limitX), Self.fixed(b * k, limitY))
      let places = unsafeBitCast((y &>> 7) &* stride &+ (x &>> 7) &- excess, to: SIMD2<UInt64>.self)
      let offsets = (
        Int(truncatingIfNeeded: places[0] & 0xFFFF_FFFF), Int(truncatingIfNeeded: places[0] &>> 32),
        Int(truncatingIfNeeded: places[1] & 0xFFFF_FFFF), Int(truncatingIfNeeded: places[1] &>> 32)
      )
      // The memory is slower than all of the arithmetic, and a slanted line is nothing that the processor foresees. Any
      // address will do; it needn't be the bitmap's.
      clinux_prefetch(later + offsets.0)
      clinux_prefetch(later + offsets.1)
      clinux_prefetch(later + offsets.2)
      clinux_prefetch(later + offsets.3)
      write(index, FourTexels(above, below, offsets).mixed(x, y), k)
      a += stepA
      b += stepB
      q += stepQ
    }
  }

  /// The weights of this copy, 0…128, where it is mixed with the larger one, as `MipChoice` has them, for 1 / q.
  @inline(__always) func weights(_ k: SIMD4<Float>) -> SIMD16<Int16> {
    let words = Self.fixed(k * k * k * density - 320, 128) & 255
    let weights = unsafeBitCast(words | words &<< 16, to: SIMD8<Int16>.self)
    return SIMD16(lowHalf: weights, highHalf: weights)
  }

  private static let magicBits: UInt32 = 0x4B00_0000

  /// The whole number next to each, 0…limit, in the lower bits of 2²³. What isn't a number, as it may be beside the quad,
  /// becomes 0.
  @inline(__always) private static func fixed(_ value: SIMD4<Float>, _ limit: Float) -> SIMD4<UInt32> {
    var inside = value.replacing(with: 0, where: .!(value .> 0))
    // Lane by lane in words, all at once in fact.
    for lane in 0..<4 { inside[lane] = inside[lane] < limit ? inside[lane] : limit }
    return unsafeBitCast(inside + Float(bitPattern: magicBits), to: SIMD4<UInt32>.self)
  }
}
