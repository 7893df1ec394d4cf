import CLinux

/// One copy of a bitmap, to be sampled four pixels at a time.
struct Sampler {
  /// The longest side of a bitmap, in pixels, whose places 23 bits hold.
  static let greatestSide = 1 << 15

  private let limitX, limitY: Float
  private let above, below, later: UnsafePointer<UInt32>
  private let stride: UInt32

  /// - Parameter ahead: so many texels further it will be read some rows later.
  init(_ texels: Texels, ahead: (u: Int, v: Int)) {
    (limitX, limitY) = (Float((texels.width &- 1) &* 128), Float((texels.height &- 1) &* 128))
    above = UnsafePointer(texels.base)
    below = above + texels.stride
    later = above + (ahead.v &* texels.stride &+ ahead.u)
    stride = UInt32(truncatingIfNeeded: texels.stride)
  }

  /// What four places show, in 128ths of a texel from the middle of the first one on.
  @inline(__always) func pixels(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> FourPixels {
    let (x, y) = (Self.fixed(x, limitX), Self.fixed(y, limitY))
    // What the magic number's bits become on the way.
    let columns = (x &>> 7) &- (Self.magicBits &>> 7) &* (stride &+ 1)
    // Two products of 32 bits each are one instruction, where it is plain here that they are no longer.
    let rows = unsafeBitCast(y &>> 7, to: SIMD2<UInt64>.self)
    let strides = SIMD2(repeating: UInt64(stride)) & 0xFFFF_FFFF
    let even = unsafeBitCast((rows & 0xFFFF_FFFF) &* strides, to: SIMD4<UInt32>.self) &+ columns
    let odd =
      unsafeBitCast((rows &>> 32) &* strides, to: SIMD4<UInt32>.self)
      &+ unsafeBitCast(unsafeBitCast(columns, to: SIMD2<UInt64>.self) &>> 32, to: SIMD4<UInt32>.self)
    let offsets = (Int(even[0]), Int(odd[0]), Int(even[2]), Int(odd[2]))
    // The memory is slower than all of the arithmetic, and a slanted line is nothing that the processor foresees. Any
    // address will do; it needn't be the bitmap's.
    clinux_prefetch(later + offsets.0)
    clinux_prefetch(later + offsets.1)
    clinux_prefetch(later + offsets.2)
    clinux_prefetch(later + offsets.3)
    return FourTexels(above, below, offsets).mixed(x, y)
  }

  private static let magicBits: UInt32 = 0x4B00_0000

  /// The whole number next to each, 0…limit, in the lower bits of 2²³. What isn't a number, as it may be beside the quad,
  /// becomes 0.
  @inline(__always) static func fixed(_ value: SIMD4<Float>, _ limit: Float) -> SIMD4<UInt32> {
    var inside = value.replacing(with: 0, where: .!(value .> 0))
    // Lane by lane in words, all at once in fact.
    for lane in 0..<4 { inside[lane] = inside[lane] < limit ? inside[lane] : limit }
    return unsafeBitCast(inside + Float(bitPattern: magicBits), to: SIMD4<UInt32>.self)
  }
}
