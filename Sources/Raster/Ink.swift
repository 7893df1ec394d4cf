/// What happens to texels on their way into the target.
struct Ink {
  private let scale: SIMD8<UInt16>
  private let isModulated: Bool
  private let isOpaque: Bool

  init(_ quad: PreparedQuad) {
    let (color, alpha) = (quad.colorScale, quad.alphaScale)
    scale = SIMD8(color, color, color, color, color, alpha, color, alpha)
    (isModulated, isOpaque) = (quad.isModulated, quad.isOpaque)
  }

  /// Paints `count` pixels.
  @inline(__always) func paint(_ output: UnsafeMutablePointer<UInt32>, _ count: Int, _ source: some RunSource) {
    // Four loops, so that none of them decides anything for each pixel.
    switch (isModulated, isOpaque) {
    case (false, true): paint(output, count, source, isModulated: false, isOpaque: true)
    case (true, true): paint(output, count, source, isModulated: true, isOpaque: true)
    case (false, false): paint(output, count, source, isModulated: false, isOpaque: false)
    case (true, false): paint(output, count, source, isModulated: true, isOpaque: false)
    }
  }

  @inline(__always) private func paint(
    _ output: UnsafeMutablePointer<UInt32>, _ count: Int, _ source: some RunSource, isModulated: Bool, isOpaque: Bool
  ) {
    var source = source
    var x = 0
    while x &+ 2 <= count {
      var pair = source.nextPair()
      if isModulated { pair = pair.scaled(by: scale) }
      let place = UnsafeMutableRawPointer(output + x)
      if !isOpaque { pair = pair.over(PixelPair(place.loadUnaligned(as: UInt64.self))) }
      place.storeBytes(of: pair.pixels, as: UInt64.self)
      x &+= 2
    }
    if x < count {
      var pixel = source.last()
      if isModulated { pixel = pixel.scaled(by: scale) }
      if !isOpaque { pixel = pixel.over(PixelPair(UInt64(output[x]))) }
      output[x] = pixel.first
    }
  }

  /// Paints a pixel that is covered in part, 0…256.
  @inline(__always) func paint(_ output: UnsafeMutablePointer<UInt32>, _ pixel: PixelPair, coverage: UInt16) {
    let part = pixel.scaled(by: scale).scaled(by: SIMD8(repeating: coverage))
    output.pointee = part.over(PixelPair(UInt64(output.pointee))).first
  }
}
