/// One translucent colour over many pixels.
struct Glaze {
  private let low: SIMD8<UInt16>
  private let high: SIMD8<UInt16>
  private let rest: SIMD8<UInt16>
  private let isPremultiplied: Bool

  /// A pixel with all changes made to it.
  init(_ pixel: UInt32) {
    let alpha = pixel >> 24
    low = unsafeBitCast(SIMD4(repeating: pixel & Self.mask), to: SIMD8<UInt16>.self)
    high = unsafeBitCast(SIMD4(repeating: pixel >> 8 & Self.mask), to: SIMD8<UInt16>.self)
    rest = SIMD8(repeating: UInt16(255 - alpha))
    isPremultiplied = [0, 8, 16].allSatisfy { pixel >> $0 & 255 <= alpha }
  }

  func lay(over pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    if isPremultiplied {
      lay(over: pixels, count) { $0 }
    } else {
      // It must not run into the next channel.
      lay(over: pixels, count) { ($0 | (0 &- ($0 &>> 8))) & 255 }
    }
  }

  @inline(__always) private func lay(
    over pixels: UnsafeMutablePointer<UInt32>, _ count: Int, _ limit: (SIMD8<UInt16>) -> SIMD8<UInt16>
  ) {
    var index = 0
    while index &+ 4 <= count {
      let place = UnsafeMutableRawPointer(pixels + index)
      place.storeBytes(of: mixed(place.loadUnaligned(as: SIMD4<UInt32>.self), limit), as: SIMD4<UInt32>.self)
      index &+= 4
    }
    while index < count {
      pixels[index] = mixed(SIMD4(repeating: pixels[index]), limit)[0]
      index &+= 1
    }
  }

  @inline(__always) private func mixed(
    _ beneath: SIMD4<UInt32>, _ limit: (SIMD8<UInt16>) -> SIMD8<UInt16>
  ) -> SIMD4<UInt32> {
    let mask = SIMD4(repeating: Self.mask)
    let low = limit(over(self.low, unsafeBitCast(beneath & mask, to: SIMD8<UInt16>.self)))
    let high = limit(over(self.high, unsafeBitCast(beneath &>> 8 & mask, to: SIMD8<UInt16>.self)))
    return unsafeBitCast(low, to: SIMD4<UInt32>.self) | unsafeBitCast(high, to: SIMD4<UInt32>.self) &<< 8
  }

  /// The division by 255 is exact, and rounded, as in `PixelPair.over`.
  @inline(__always) private func over(_ color: SIMD8<UInt16>, _ beneath: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let product = beneath &* rest &+ 128
    return color &+ (product &+ (product &>> 8)) &>> 8
  }

  /// Two channels of each pixel, in lanes of 16 bits.
  private static let mask: UInt32 = 0x00FF_00FF
}
