import CLinux

/// One copy of a bitmap, to be sampled four pixels at a time.
struct Sampler {
  /// The longest side of a bitmap, in pixels, whose places 23 bits hold.
  static let greatestSide = 1 << 15

  /// The last column and row, and the stride.
  private let size: SIMD4<Float>
  /// The last column and row in 128ths.
  private let limit: SIMD4<Float>
  private let above, below, later: UnsafePointer<UInt32>
  private let stride: UInt32

  /// - Parameter ahead: so many texels further it will be read some rows later.
  @inline(__always) init(_ texels: Texels, ahead: (u: Int, v: Int)) {
    size = SIMD4(Float(texels.width &- 1), Float(texels.height &- 1), Float(texels.stride), 0)
    limit = 128 * size
    above = UnsafePointer(texels.base)
    below = above + texels.stride
    later = above + (ahead.v &* texels.stride &+ ahead.u)
    stride = UInt32(truncatingIfNeeded: texels.stride)
  }

  /// What four places show, in 128ths of a texel from the middle of the first one on.
  @inline(__always) func pixels(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> FourPixels {
    let (x, y) = (Self.fixed(x, limit.x), Self.fixed(y, limit.y))
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

  /// The texels next to four places, in texels from the middle of the first one on; at most `mostTexels` have places here.
  @inline(__always) func nearest(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<UInt32> {
    // Whole numbers below 2²², and as such exact.
    let rows = ((Self.inside(y, size.y) + Self.magic) - Self.magic) * size.z
    // Kept within the row by its end: as a limit of its own, beside that of y, it would cost five instructions more.
    let places = Self.upTo(rows + size.x, rows + Self.fromZero(x)) + Self.magic
    let offsets = unsafeBitCast(places, to: SIMD4<UInt32>.self) &- Self.magicBits
    let (a, b, c, d) = (Int(offsets[0]), Int(offsets[1]), Int(offsets[2]), Int(offsets[3]))
    clinux_prefetch(later + a)
    clinux_prefetch(later + b)
    clinux_prefetch(later + c)
    clinux_prefetch(later + d)
    // Nothing but four bytes to be moved; as numbers they are put together by three instructions.
    let texels = UnsafeRawPointer(above).assumingMemoryBound(to: Float.self)
    return unsafeBitCast(SIMD4(texels[a], texels[b], texels[c], texels[d]), to: SIMD4<UInt32>.self)
  }

  static let mostTexels = 1 << 22
  private static let magicBits: UInt32 = 0x4B00_0000
  private static let magic = Float(bitPattern: magicBits)

  /// The whole number next to each, 0…limit, in the lower bits of 2²³.
  @inline(__always) static func fixed(_ value: SIMD4<Float>, _ limit: Float) -> SIMD4<UInt32> {
    unsafeBitCast(inside(value, limit) + magic, to: SIMD4<UInt32>.self)
  }

  /// Each as near as 0…limit allows.
  @inline(__always) private static func inside(_ value: SIMD4<Float>, _ limit: Float) -> SIMD4<Float> {
    upTo(SIMD4(repeating: limit), fromZero(value))
  }

  /// What isn't a number, as it may be beside the quad, becomes 0.
  @inline(__always) private static func fromZero(_ value: SIMD4<Float>) -> SIMD4<Float> {
    value.replacing(with: 0, where: .!(value .> 0))
  }

  @inline(__always) private static func upTo(_ limit: SIMD4<Float>, _ value: SIMD4<Float>) -> SIMD4<Float> {
    var inside = value
    // Lane by lane in words, all at once in fact.
    for lane in 0..<4 { inside[lane] = inside[lane] < limit[lane] ? inside[lane] : limit[lane] }
    return inside
  }
}
