/// The pixels of a bitmap, or of a smaller copy of it, as the sampler reads them.
struct Texels {
  var base: UnsafeMutablePointer<UInt32>
  var stride: Int
  var width: Int
  var height: Int

  var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// The upper and the lower two texels around any place: beyond the edges the outermost ones repeat.
  @inline(__always) func clamped(_ u: Int, _ v: Int) -> (upper: UInt64, lower: UInt64) {
    let left = min(max(u >> 16, 0), width - 1)
    let right = min(max((u >> 16) + 1, 0), width - 1)
    let top = base + min(max(v >> 16, 0), height - 1) * stride
    let bottom = base + min(max((v >> 16) + 1, 0), height - 1) * stride
    return (
      UInt64(top[left]) | UInt64(top[right]) << 32, UInt64(bottom[left]) | UInt64(bottom[right]) << 32
    )
  }

  /// The mixed texel at any place.
  @inline(__always) func sample(_ place: TexelPlace) -> UInt32 {
    let texels = clamped(place.u, place.v)
    return FourTexels(texels.upper, texels.lower).mixed(
      SIMD4(repeating: UInt32(truncatingIfNeeded: place.u >> 9)),
      SIMD4(repeating: UInt32(truncatingIfNeeded: place.v >> 9))
    ).pixels[0]
  }
}

/// A place in a bitmap, in texels with 16 fractional bits. Half a texel less, its whole part names the texel to the left
/// and above, and the upper seven bits of its fraction say how far it is to the next.
struct TexelPlace {
  var u: Int
  var v: Int

  /// Half a texel back to the centre of a texel; and half of the seventh bit, so that cutting off rounds.
  static let offset = -(1 << 15) + (1 << 8)

  @inline(__always) static func fixed(_ value: Double) -> Int {
    // The comparisons also catch what isn't a number. Added to 1.5 · 2⁵², a number's bits end in its whole part: `Int`
    // would ask all that again.
    let limit = 1e12
    let inside = value > -limit ? (value < limit ? value : limit) : -limit
    let magic = 6_755_399_441_055_744.0
    return Int(truncatingIfNeeded: (inside + magic).bitPattern &- magic.bitPattern)
  }

  /// The same place in the copy that is 2^level times smaller, from a texel's centre on.
  @inline(__always) func scaled(toLevel level: Int) -> TexelPlace {
    TexelPlace(u: (u &>> level) &+ Self.offset, v: (v &>> level) &+ Self.offset)
  }
}
