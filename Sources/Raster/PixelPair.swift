/// Two pixels of four channels each, widened to 16 bits: what SSE2 and NEON handle in one register.
typealias PixelPair = SIMD8<Int16>

extension PixelPair {
  @inline(__always) init(_ pixels: UInt64) {
    self.init(truncatingIfNeeded: unsafeBitCast(pixels, to: SIMD8<UInt8>.self))
  }

  /// The two pixels as they lie in memory. Each channel must be 0…255.
  @inline(__always) var pixels: UInt64 {
    unsafeBitCast(SIMD8<UInt8>(truncatingIfNeeded: self), to: UInt64.self)
  }

  /// The way toward `other` in each channel, `weight` of 128: ±255 · 127 and a half still fit into 16 bits.
  @inline(__always) func mixed(with other: PixelPair, _ weight: PixelPair) -> PixelPair {
    self &+ (((other &- self) &* weight &+ 64) &>> 7)
  }

  /// Each channel times 0…256 / 256, rounded.
  @inline(__always) func scaled(by factor: SIMD8<UInt16>) -> PixelPair {
    let wide = unsafeBitCast(self, to: SIMD8<UInt16>.self)
    return unsafeBitCast((wide &* factor &+ 128) &>> 8, to: PixelPair.self)
  }

  /// These premultiplied pixels over those beneath.
  @inline(__always) func over(_ beneath: PixelPair) -> PixelPair {
    let alpha = SIMD8<UInt16>(
      lowHalf: SIMD4(repeating: UInt16(truncatingIfNeeded: self[3])),
      highHalf: SIMD4(repeating: UInt16(truncatingIfNeeded: self[7])))
    let product = unsafeBitCast(beneath, to: SIMD8<UInt16>.self) &* (255 &- alpha) &+ 128
    // The exact rounded division by 255, in 16 bits.
    let quotient = (product &+ (product &>> 8)) &>> 8
    // A bitmap whose colours exceed its alpha isn't premultiplied; it must not wrap around.
    return (self &+ unsafeBitCast(quotient, to: PixelPair.self)).clamped(upTo: 255)
  }

  @inline(__always) private func clamped(upTo limit: Int16) -> PixelPair {
    replacing(with: limit, where: self .> limit)
  }
}
