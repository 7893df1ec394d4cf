/// One translucent colour over many pixels.
struct Glaze {
  private let color: FourPixels
  private let rest: SIMD16<UInt16>
  /// True when no sum can be more than 255.
  private let isPremultiplied: Bool

  /// A pixel with all changes made to it.
  init(_ pixel: UInt32) {
    color = FourPixels(pixel)
    rest = color.rest
    isPremultiplied = [0, 8, 16].allSatisfy { pixel >> $0 & 255 <= pixel >> 24 }
  }

  func lay(over pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    if isPremultiplied {
      lay(over: pixels, count) { FourPixels(color.lanes &+ $0.lanes) }
    } else {
      lay(over: pixels, count) { color.plus($0) }
    }
  }

  @inline(__always) private func lay(
    over pixels: UnsafeMutablePointer<UInt32>, _ count: Int, _ add: (FourPixels) -> FourPixels
  ) {
    var index = 0
    while index &+ 4 <= count {
      let place = UnsafeMutableRawPointer(pixels + index)
      let beneath = FourPixels(place.loadUnaligned(as: SIMD4<UInt32>.self))
      place.storeBytes(of: add(beneath.scaled(byByte: rest)).pixels, as: SIMD4<UInt32>.self)
      index &+= 4
    }
    while index < count {
      pixels[index] = add(FourPixels(pixels[index]).scaled(byByte: rest)).pixels[0]
      index &+= 1
    }
  }
}
