/// The changes that texels undergo on their way into the target.
struct Ink {
  private let scale: SIMD8<UInt16>
  private let isModulated: Bool
  private let isOpaque: Bool

  init(_ quad: PreparedQuad) {
    let (color, alpha) = (quad.colorScale, quad.alphaScale)
    scale = SIMD8(color, color, color, color, color, alpha, color, alpha)
    (isModulated, isOpaque) = (quad.isModulated, quad.isOpaque)
  }

  /// Paints `count` pixels, two from each pair.
  @inline(__always) func paint(
    _ output: UnsafeMutablePointer<UInt32>, _ count: Int, _ pairs: UnsafePointer<PixelPair>
  ) {
    // Four loops, so that none of them decides anything for each pixel.
    switch (isModulated, isOpaque) {
    case (false, true): paint(output, count, pairs) { pair, _ in pair }
    case (true, true): paint(output, count, pairs) { pair, _ in pair.scaled(by: scale) }
    case (false, false): paint(output, count, pairs) { $0.over(PixelPair($1())) }
    case (true, false): paint(output, count, pairs) { $0.scaled(by: scale).over(PixelPair($1())) }
    }
  }

  /// `mix` gets a pair, and a way to ask for the pixels beneath.
  @inline(__always) private func paint(
    _ output: UnsafeMutablePointer<UInt32>, _ count: Int, _ pairs: UnsafePointer<PixelPair>,
    _ mix: (PixelPair, () -> UInt64) -> PixelPair
  ) {
    for index in 0..<count &>> 1 {
      let place = UnsafeMutableRawPointer(output + 2 &* index)
      place.storeBytes(of: mix(pairs[index]) { place.loadUnaligned(as: UInt64.self) }.pixels, as: UInt64.self)
    }
    if count & 1 == 1 {
      let last = output + (count &- 1)
      last.pointee = mix(pairs[count &>> 1]) { UInt64(last.pointee) }.first
    }
  }

  /// Paints a pixel that is covered in part, 0…256.
  @inline(__always) func paint(_ output: UnsafeMutablePointer<UInt32>, _ pixel: PixelPair, coverage: UInt16) {
    let part = pixel.scaled(by: scale).scaled(by: SIMD8(repeating: coverage))
    output.pointee = part.over(PixelPair(UInt64(output.pointee))).first
  }
}
