/// Two pixels of four channels each, widened to 16 bits: what SSE2 and NEON handle in one register.
///
/// The lanes are blue and red of the first, then of the second pixel, then green and alpha of the first and of the
/// second: a mask and a shift make them, where the obvious order would need a shuffle that Swift can't express.
struct PixelPair {
  var lanes: SIMD8<Int16>

  @inline(__always) init(_ lanes: SIMD8<Int16>) {
    self.lanes = lanes
  }

  /// Two pixels as they lie in memory.
  @inline(__always) init(_ pixels: UInt64) {
    lanes = unsafeBitCast(SIMD2(pixels, pixels &>> 8) & 0x00FF_00FF_00FF_00FF, to: SIMD8<Int16>.self)
  }

  /// The two pixels as they lie in memory. Each channel must be 0…255.
  @inline(__always) var pixels: UInt64 {
    let halves = unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] &<< 8
  }

  /// The first pixel, as it lies in memory.
  @inline(__always) var first: UInt32 { UInt32(truncatingIfNeeded: pixels) }

  /// The way toward `other` in each channel, `weight` of 128.
  @inline(__always) func mixed(with other: PixelPair, _ weight: SIMD8<Int16>) -> PixelPair {
    PixelPair(Self.mix(lanes, other.lanes, weight))
  }

  /// ±255 · 127 and a half still fit into 16 bits.
  @inline(__always) static func mix(
    _ a: SIMD8<Int16>, _ b: SIMD8<Int16>, _ weight: SIMD8<Int16>
  ) -> SIMD8<Int16> {
    a &+ (((b &- a) &* weight &+ 64) &>> 7)
  }

  /// Each channel times 0…256 / 256, rounded.
  @inline(__always) func scaled(by factor: SIMD8<UInt16>) -> PixelPair {
    let product = unsafeBitCast(lanes, to: SIMD8<UInt16>.self) &* factor &+ 128
    return PixelPair(unsafeBitCast(product &>> 8, to: SIMD8<Int16>.self))
  }

  /// Under a black of an alpha of 0…256 / 256, of which each pixel gets what its own alpha leaves: that says how much it
  /// glows. `ground` is 256 less that alpha: the factor of what doesn't. Opaque then.
  @inline(__always) func shaded(by shade: SIMD8<UInt16>, _ ground: SIMD8<UInt16>) -> PixelPair {
    // One more than the shade, so that 255 of it is all of it.
    scaled(by: ground &+ (alphas &* (shade &+ 1)) &>> 8).opaque
  }

  @inline(__always) var opaque: PixelPair { PixelPair(lanes | SIMD8(0, 0, 0, 0, 0, 255, 0, 255)) }

  /// The same as `scaled(by:)` for pixels without an alpha, and opaque.
  @inline(__always) func scaledAndOpaque(by factor: SIMD8<UInt16>) -> PixelPair {
    let rounding = SIMD8<UInt16>(128, 128, 128, 128, 128, 0xFF80, 128, 0xFF80)
    let product = unsafeBitCast(lanes, to: SIMD8<UInt16>.self) &* factor &+ rounding
    return PixelPair(unsafeBitCast(product &>> 8, to: SIMD8<Int16>.self))
  }

  /// True when no pixel of so many pairs has an alpha.
  @inline(__always) static func haveNoAlpha(_ pairs: UnsafePointer<PixelPair>, _ count: Int) -> Bool {
    var all = SIMD8<Int16>()
    for index in 0..<count { all |= pairs[index].lanes }
    return unsafeBitCast(all, to: SIMD2<UInt64>.self)[1] & 0xFFFF_0000_FFFF_0000 == 0
  }

  /// The alpha of each pixel, in all of its lanes.
  @inline(__always) private var alphas: SIMD8<UInt16> {
    // Both are the odd ones of the upper four lanes. Words are moved here, not lanes: those go one by one.
    let words = unsafeBitCast(lanes, to: SIMD4<UInt32>.self) &>> 16
    let alphas = (words | words &<< 16).highHalf
    return unsafeBitCast(SIMD4(lowHalf: alphas, highHalf: alphas), to: SIMD8<UInt16>.self)
  }

  /// These premultiplied pixels over those beneath.
  @inline(__always) func over(_ beneath: PixelPair) -> PixelPair {
    let wide = unsafeBitCast(lanes, to: SIMD8<UInt16>.self)
    let product = unsafeBitCast(beneath.lanes, to: SIMD8<UInt16>.self) &* (255 &- alphas) &+ 128
    // The exact rounded division by 255, in 16 bits.
    let quotient = (product &+ (product &>> 8)) &>> 8
    // A bitmap whose colours exceed its alpha isn't premultiplied; it must not run into the next channel. (A comparison
    // would be clearer, but masks are made lane by lane.)
    let sum = wide &+ quotient
    let clamped = (sum | (0 &- (sum &>> 8))) & 255
    return PixelPair(unsafeBitCast(clamped, to: SIMD8<Int16>.self))
  }
}

/// The texels around two places in a bitmap: for each, two that lie side by side in memory.
struct TexelQuads {
  // Only eight bytes to be moved; but as a Double each half is loaded by one instruction, as a UInt64 by four.
  private let upper: SIMD2<Double>
  private let lower: SIMD2<Double>

  /// Reads them; `below` is the distance, in bytes, to the lower ones.
  @inline(__always) init(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, below: Int) {
    upper = SIMD2(first.loadUnaligned(as: Double.self), second.loadUnaligned(as: Double.self))
    lower = SIMD2(
      first.loadUnaligned(fromByteOffset: below, as: Double.self),
      second.loadUnaligned(fromByteOffset: below, as: Double.self))
  }

  @inline(__always) init(_ first: (upper: UInt64, lower: UInt64), _ second: (upper: UInt64, lower: UInt64)) {
    upper = SIMD2(Double(bitPattern: first.upper), Double(bitPattern: second.upper))
    lower = SIMD2(Double(bitPattern: first.lower), Double(bitPattern: second.lower))
  }

  /// Mixed by weights of 128: across four lanes for each place, and as `PixelPair` has its lanes.
  @inline(__always) func mixed(_ weightX: SIMD8<Int16>, _ weightY: SIMD8<Int16>) -> PixelPair {
    let (top, bottom) = (
      unsafeBitCast(upper, to: SIMD8<UInt16>.self), unsafeBitCast(lower, to: SIMD8<UInt16>.self)
    )
    let blueRed = PixelPair.mix(Self.even(top), Self.even(bottom), weightY)
    let greenAlpha = PixelPair.mix(Self.odd(top), Self.odd(bottom), weightY)
    let (a, b) = (unsafeBitCast(blueRed, to: SIMD4<UInt32>.self), unsafeBitCast(greenAlpha, to: SIMD4<UInt32>.self))
    let left = SIMD4(lowHalf: a.evenHalf, highHalf: b.evenHalf)
    let right = SIMD4(lowHalf: a.oddHalf, highHalf: b.oddHalf)
    return PixelPair(
      PixelPair.mix(
        unsafeBitCast(left, to: SIMD8<Int16>.self), unsafeBitCast(right, to: SIMD8<Int16>.self), weightX))
  }

  @inline(__always) private static func even(_ bytes: SIMD8<UInt16>) -> SIMD8<Int16> {
    unsafeBitCast(bytes & 0x00FF, to: SIMD8<Int16>.self)
  }

  @inline(__always) private static func odd(_ bytes: SIMD8<UInt16>) -> SIMD8<Int16> {
    unsafeBitCast(bytes &>> 8, to: SIMD8<Int16>.self)
  }
}
