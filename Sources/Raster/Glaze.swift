/// One translucent colour over many pixels.
struct Glaze {
  private let color: FourPixels
  private let rest: SIMD16<UInt16>

  /// A pixel with all changes made to it.
  init(_ pixel: UInt32) {
    color = FourPixels(pixel)
    rest = color.rest
  }

  func lay(over pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    var index = 0
    while index &+ 4 <= count {
      let place = UnsafeMutableRawPointer(pixels + index)
      let beneath = FourPixels(place.loadUnaligned(as: SIMD4<UInt32>.self))
      place.storeBytes(of: color.plus(beneath.scaled(byByte: rest)).pixels, as: SIMD4<UInt32>.self)
      index &+= 4
    }
    while index < count {
      pixels[index] = color.plus(FourPixels(pixels[index]).scaled(byByte: rest)).pixels[0]
      index &+= 1
    }
  }
}
