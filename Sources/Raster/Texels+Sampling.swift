/// A place in a bitmap, in texels with 16 fractional bits, less half a texel: its whole part names the texel to the left
/// and above, the upper seven bits of the fraction say how far it is to the next.
struct TexelPlace {
  var u: Int
  var v: Int

  static let bits = 16
  /// Half a texel back to the centre of a texel; and half of the seventh bit, so that cutting off rounds.
  static let offset = -(1 << 15) + (1 << 8)

  @inline(__always) static func fixed(_ value: Double) -> Int {
    // The comparisons also catch what isn't a number, which Int doesn't take.
    let limit = 1e12
    return Int(value > -limit ? (value < limit ? value : limit) : -limit)
  }

  /// The same place in the copy that is 2^level times smaller.
  @inline(__always) func scaled(toLevel level: Int) -> TexelPlace {
    TexelPlace(u: (u >> level) &+ Self.offset, v: (v >> level) &+ Self.offset)
  }
}

extension Texels {
  /// The column's weight, for one pixel's four channels.
  @inline(__always) static func weight(_ coordinate: Int) -> Int16 {
    Int16(truncatingIfNeeded: coordinate >> 9 & 127)
  }

  /// True when the four texels around the place exist.
  @inline(__always) func holds(_ u: Int, _ v: Int) -> Bool {
    u >= 0 && v >= 0 && u < (width - 1) << 16 && v < (height - 1) << 16
  }

  /// The left and the right texel at the place, each mixed from its upper and lower one. All four must exist.
  @inline(__always) func column(_ u: Int, _ v: Int) -> PixelPair {
    let top = UnsafeRawPointer(base + ((v >> 16) &* stride &+ (u >> 16)))
    let upper = PixelPair(top.loadUnaligned(as: UInt64.self))
    let lower = PixelPair(top.loadUnaligned(fromByteOffset: stride &* 4, as: UInt64.self))
    return upper.mixed(with: lower, PixelPair(repeating: Self.weight(v)))
  }

  /// The same for any place: beyond the edges the outermost texels repeat.
  @inline(never) func clampedColumn(_ u: Int, _ v: Int) -> PixelPair {
    let left = min(max(u >> 16, 0), width - 1)
    let right = min(max((u >> 16) + 1, 0), width - 1)
    let top = base + min(max(v >> 16, 0), height - 1) * stride
    let bottom = base + min(max((v >> 16) + 1, 0), height - 1) * stride
    let upper = PixelPair(UInt64(top[left]) | UInt64(top[right]) << 32)
    let lower = PixelPair(UInt64(bottom[left]) | UInt64(bottom[right]) << 32)
    return upper.mixed(with: lower, PixelPair(repeating: Self.weight(v)))
  }

  /// Two pixels from the columns at their places.
  @inline(__always) static func pair(_ a: PixelPair, _ b: PixelPair, _ uA: Int, _ uB: Int) -> PixelPair {
    let left = PixelPair(lowHalf: a.lowHalf, highHalf: b.lowHalf)
    let right = PixelPair(lowHalf: a.highHalf, highHalf: b.highHalf)
    let weights = PixelPair(
      lowHalf: SIMD4(repeating: weight(uA)), highHalf: SIMD4(repeating: weight(uB)))
    return left.mixed(with: right, weights)
  }

  /// The texel at any place; in both halves.
  @inline(__always) func clampedSample(_ place: TexelPlace) -> PixelPair {
    let column = clampedColumn(place.u, place.v)
    return Self.pair(column, column, place.u, place.u)
  }
}
