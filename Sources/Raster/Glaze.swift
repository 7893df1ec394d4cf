/// One translucent colour over many pixels.
struct Glaze {
  private let color: SIMD4<UInt32>
  private let rest: SIMD16<UInt16>

  /// A pixel with all changes made to it.
  init(_ pixel: UInt32) {
    color = SIMD4(repeating: pixel)
    rest = color.rest
  }

  func lay(over pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    var index = 0
    while index &+ 4 <= count {
      let place = UnsafeMutableRawPointer(pixels + index)
      place.storeBytes(of: over(place.loadUnaligned(as: SIMD4<UInt32>.self)), as: SIMD4<UInt32>.self)
      index &+= 4
    }
    while index < count {
      pixels[index] = over(SIMD4(repeating: pixels[index]))[0]
      index &+= 1
    }
  }

  @inline(__always) private func over(_ beneath: SIMD4<UInt32>) -> SIMD4<UInt32> {
    FourPixels(beneath).scaled(byByte: rest).pixels.plus(color)
  }
}
