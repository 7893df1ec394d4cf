/// The changes that texels undergo on their way into the target.
struct Ink {
  /// The factor of each channel.
  let scale: SIMD16<UInt16>
  /// The factor of all channels alike, for texels that were shaded before.
  private let opacity: SIMD16<UInt16>
  private let shade: SIMD8<UInt16>
  private let glows: Bool
  private let isModulated: Bool
  /// True when an opaque texel hides what is beneath.
  private let isWhole: Bool
  private let isOpaque: Bool

  init(_ quad: PreparedQuad) {
    let (color, alpha) = (quad.colorScale, quad.alphaScale)
    scale = SIMD16(
      lowHalf: SIMD8(repeating: color), highHalf: SIMD8(color, alpha, color, alpha, color, alpha, color, alpha))
    opacity = SIMD16(repeating: alpha)
    shade = SIMD8(repeating: quad.shade ?? 0)
    glows = quad.shade != nil
    (isModulated, isWhole, isOpaque) = (quad.isModulated, alpha == 256, quad.isOpaque)
  }

  /// A texel with the changes made to it.
  func pixel(_ texel: UInt32) -> UInt32 { changed(texel).pixels[0] }

  @inline(__always) private func changed(_ texel: UInt32) -> FourPixels {
    let texel = FourPixels(texel)
    return glows ? texel.shaded(by: shade).scaled(by: opacity) : texel.scaled(by: scale)
  }

  /// Paints `count` pixels with as many texels, all of which may be known to be opaque.
  @inline(__always) func paint(
    _ output: UnsafeMutablePointer<UInt32>, _ count: Int, _ texels: UnsafePointer<UInt32>, isOpaque: Bool = false
  ) {
    // A loop for each, so that none of them decides anything for each pixel.
    // What gets all of the shade is a pixel like any other, and that is most of a ground.
    if glows && !isOpaque { return paintGlowing(output, count, texels) }
    switch (isModulated, self.isOpaque || (isOpaque && isWhole)) {
    case (false, true): Self.paint(output, count, texels) { texels, _ in texels }
    case (true, true): Self.paint(output, count, texels) { texels, _ in FourPixels(texels).scaled(by: scale).pixels }
    case (false, false): Self.lay(texels, over: output, count)
    case (true, false):
      Self.paint(output, count, texels) { FourPixels($0).scaled(by: scale).pixels.over($1) }
    }
  }

  @inline(__always) private func paintGlowing(
    _ output: UnsafeMutablePointer<UInt32>, _ count: Int, _ texels: UnsafePointer<UInt32>
  ) {
    if isOpaque {
      Self.paint(output, count, texels) { texels, _ in FourPixels(texels).shaded(by: shade).pixels }
    } else {
      Self.paint(output, count, texels) {
        FourPixels($0).shaded(by: shade).scaled(by: opacity).pixels.over($1)
      }
    }
  }

  /// Lays `count` pixels, with all changes made to them, over those beneath.
  static func lay(_ pixels: UnsafePointer<UInt32>, over output: UnsafeMutablePointer<UInt32>, _ count: Int) {
    paint(output, count, pixels) { $0.over($1) }
  }

  /// `mix` gets four texels and the four pixels beneath.
  @inline(__always) private static func paint(
    _ output: UnsafeMutablePointer<UInt32>, _ count: Int, _ texels: UnsafePointer<UInt32>,
    _ mix: (SIMD4<UInt32>, SIMD4<UInt32>) -> SIMD4<UInt32>
  ) {
    let (place, source) = (UnsafeMutableRawPointer(output), UnsafeRawPointer(texels))
    var index = 0
    while index &+ 4 <= count {
      let mixed = mix(
        source.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<UInt32>.self),
        place.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<UInt32>.self))
      place.storeBytes(of: mixed, toByteOffset: index &* 4, as: SIMD4<UInt32>.self)
      index &+= 4
    }
    while index < count {
      output[index] = mix(SIMD4(repeating: texels[index]), SIMD4(repeating: output[index]))[0]
      index &+= 1
    }
  }

  /// Paints a pixel, with all changes made to it, that is covered in part, 0…256.
  @inline(__always) static func paint(_ output: UnsafeMutablePointer<UInt32>, _ pixel: UInt32, coverage: UInt16) {
    let part = FourPixels(pixel).scaled(by: SIMD16(repeating: coverage))
    output.pointee = part.pixels.over(SIMD4(repeating: output.pointee))[0]
  }
}
