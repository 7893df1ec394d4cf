/// The changes that texels undergo on their way into the target.
struct Ink {
  private let scale: SIMD8<UInt16>
  private let shade: SIMD8<UInt16>
  /// The factor of what doesn't glow.
  private let ground: SIMD8<UInt16>
  private let glows: Bool
  private let isUnshaded: Bool
  private let isModulated: Bool
  private let isOpaque: Bool

  init(_ quad: PreparedQuad) {
    let (color, alpha) = (quad.colorScale, quad.alphaScale)
    scale = SIMD8(color, color, color, color, color, alpha, color, alpha)
    shade = SIMD8(repeating: quad.shade ?? 0)
    ground = SIMD8(repeating: 256 - (quad.shade ?? 0))
    glows = quad.shade != nil
    isUnshaded = quad.shade == 0
    (isModulated, isOpaque) = (quad.isModulated, quad.isOpaque)
  }

  /// A texel with the changes made to it.
  func pixel(_ texel: UInt32) -> UInt32 { PixelPair(UInt64(texel)).scaled(by: scale).first }

  /// Paints `count` pixels, two from each pair.
  @inline(__always) func paint(
    _ output: UnsafeMutablePointer<UInt32>, _ count: Int, _ pairs: UnsafePointer<PixelPair>
  ) {
    // A loop for each, so that none of them decides anything for each pixel.
    switch (glows, isModulated, isOpaque) {
    case (true, _, true):
      // Most of a ground bears no ink, and what doesn't glow costs no more than any shade does.
      if isUnshaded {
        paint(output, count, pairs) { pair, _ in pair.opaque }
      } else if PixelPair.haveNoAlpha(pairs, (count &+ 1) &>> 1) {
        paint(output, count, pairs) { pair, _ in pair.scaledAndOpaque(by: ground) }
      } else {
        paint(output, count, pairs) { pair, _ in pair.shaded(by: shade, ground) }
      }
    case (true, _, false):
      paint(output, count, pairs) { $0.shaded(by: shade, ground).scaled(by: scale).over(PixelPair($1())) }
    case (false, false, true): paint(output, count, pairs) { pair, _ in pair }
    case (false, true, true): paint(output, count, pairs) { pair, _ in pair.scaled(by: scale) }
    case (false, false, false): paint(output, count, pairs) { $0.over(PixelPair($1())) }
    case (false, true, false): paint(output, count, pairs) { $0.scaled(by: scale).over(PixelPair($1())) }
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
    let pixel = glows ? pixel.shaded(by: shade, ground) : pixel
    let part = pixel.scaled(by: scale).scaled(by: SIMD8(repeating: coverage))
    output.pointee = part.over(PixelPair(UInt64(output.pointee))).first
  }
}
