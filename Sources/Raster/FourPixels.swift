/// Four pixels of four channels each, widened to 16 bits: two registers of SSE2 and NEON.
///
/// The lower half of the lanes are blue and red, pixel by pixel, the upper half green and alpha: a mask and a shift make
/// them, where the obvious order would need a shuffle that Swift can't express.
struct FourPixels {
  var lanes: SIMD16<Int16>

  @inline(__always) init(_ lanes: SIMD16<Int16>) {
    self.lanes = lanes
  }

  @inline(__always) init(low: SIMD8<Int16>, high: SIMD8<Int16>) {
    lanes = SIMD16(lowHalf: low, highHalf: high)
  }

  /// Four pixels as they lie in memory.
  @inline(__always) init(_ pixels: SIMD4<UInt32>) {
    let words = unsafeBitCast(pixels, to: SIMD8<UInt16>.self)
    self.init(
      low: unsafeBitCast(words & 0x00FF, to: SIMD8<Int16>.self),
      high: unsafeBitCast(words &>> 8, to: SIMD8<Int16>.self))
  }

  /// One pixel, four times.
  @inline(__always) init(_ pixel: UInt32) { self.init(SIMD4(repeating: pixel)) }

  /// As they lie in memory. Each channel must be 0…255.
  @inline(__always) var pixels: SIMD4<UInt32> {
    unsafeBitCast(lanes.lowHalf | (lanes.highHalf &<< 8), to: SIMD4<UInt32>.self)
  }

  /// The way toward `other` in each lane, by weights of 128.
  @inline(__always) func mixed(with other: FourPixels, _ weights: SIMD16<Int16>) -> FourPixels {
    FourPixels(Self.mix(lanes, other.lanes, weights))
  }

  /// ±255 · 128 and a half still fit into 16 bits.
  @inline(__always) static func mix(
    _ a: SIMD16<Int16>, _ b: SIMD16<Int16>, _ weight: SIMD16<Int16>
  ) -> SIMD16<Int16> {
    a &+ (((b &- a) &* weight &+ 64) &>> 7)
  }

  /// Each channel times 0…256 / 256, rounded.
  @inline(__always) func scaled(by factor: SIMD16<UInt16>) -> FourPixels {
    let product = unsafeBitCast(lanes, to: SIMD16<UInt16>.self) &* factor &+ 128
    return FourPixels(unsafeBitCast(product &>> 8, to: SIMD16<Int16>.self))
  }

  /// Each channel times 0…255 / 255, rounded.
  @inline(__always) func scaled(byByte factor: SIMD16<UInt16>) -> FourPixels {
    let product = unsafeBitCast(lanes, to: SIMD16<UInt16>.self) &* factor &+ 128
    // The exact division by 255, in 16 bits.
    return FourPixels(unsafeBitCast((product &+ (product &>> 8)) &>> 8, to: SIMD16<Int16>.self))
  }
}

/// Four pixels as they lie in memory.
extension SIMD4<UInt32> {
  /// What these premultiplied pixels leave of those beneath, 0…255, in each lane of `FourPixels`.
  @inline(__always) var rest: SIMD16<UInt16> {
    let rest = ~self &>> 24
    let both = unsafeBitCast(rest | rest &<< 16, to: SIMD8<UInt16>.self)
    return SIMD16(lowHalf: both, highHalf: both)
  }

  /// Opaque, and under a black of 0…255 of 256, of which each pixel gets as much as its alpha says.
  @inline(__always) func shaded(by shade: SIMD8<UInt16>) -> SIMD4<UInt32> {
    let alpha = self &>> 24
    // All of 255 is all of the shade.
    let share = unsafeBitCast(alpha &+ (alpha &>> 7), to: SIMD8<UInt16>.self)
    // In words, as `rest`: halves of them would be taken apart and put together one by one.
    let light = 256 &- unsafeBitCast(share &* shade, to: SIMD4<UInt32>.self) &>> 8
    let both = unsafeBitCast(light | light &<< 16, to: SIMD8<UInt16>.self)
    return FourPixels(self).scaled(by: SIMD16(lowHalf: both, highHalf: both)).pixels | 0xFF00_0000
  }

  /// Channel by channel, no more than 255: where colours exceed their alpha they must not run into the next channel.
  @inline(__always) func plus(_ other: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let (bytes, others) = (unsafeBitCast(self, to: SIMD16<UInt8>.self), unsafeBitCast(other, to: SIMD16<UInt8>.self))
    let room = ~others
    var inside = bytes
    // Lane by lane in words; in fact the one instruction that adds so.
    for lane in 0..<16 { inside[lane] = bytes[lane] < room[lane] ? bytes[lane] : room[lane] }
    return unsafeBitCast(inside &+ others, to: SIMD4<UInt32>.self)
  }

  /// These premultiplied pixels over those beneath.
  @inline(__always) func over(_ beneath: SIMD4<UInt32>) -> SIMD4<UInt32> {
    FourPixels(beneath).scaled(byByte: rest).pixels.plus(self)
  }
}
