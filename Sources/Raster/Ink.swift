/// The changes that texels undergo on their way into the target.
struct Ink {
  enum Change {
    case none
    /// Each channel by a factor of its own.
    case scaled
    /// Each texel by as much of the shade as its alpha says.
    case shaded
  }

  private let change: Change
  /// The factor of each channel; for what is shaded, that of an opaque texel.
  private let scale: SIMD16<UInt16>
  /// The factor of all channels alike, for texels that were shaded before.
  private let opacity: SIMD16<UInt16>
  private let shade: SIMD8<UInt16>
  /// True where what is opaque stays so.
  let isWhole: Bool
  private let isOpaque: Bool

  init(_ quad: PreparedQuad) {
    let (color, alpha) = (quad.colorScale, quad.alphaScale)
    scale = SIMD16(
      lowHalf: SIMD8(repeating: color), highHalf: SIMD8(color, alpha, color, alpha, color, alpha, color, alpha))
    opacity = SIMD16(repeating: alpha)
    shade = SIMD8(repeating: quad.shade ?? 0)
    change = quad.glows ? .shaded : quad.isModulated ? .scaled : .none
    (isWhole, isOpaque) = (alpha == 256, quad.isOpaque)
  }

  @inline(__always) private func scaled(_ texels: SIMD4<UInt32>) -> SIMD4<UInt32> {
    FourPixels(texels).scaled(by: scale).pixels
  }

  @inline(__always) private func shaded(_ texels: SIMD4<UInt32>) -> SIMD4<UInt32> { texels.shaded(by: shade) }

  /// After the shade.
  @inline(__always) private func faded(_ pixels: SIMD4<UInt32>) -> SIMD4<UInt32> {
    FourPixels(pixels).scaled(by: opacity).pixels
  }

  /// The part of its light that an opaque texel keeps, 0…1.
  var light: Float { Float(scale[0]) / 256 }

  /// A texel with the changes made to it.
  func pixel(_ texel: UInt32) -> UInt32 {
    let texel = SIMD4(repeating: texel)
    return (change == .shaded ? faded(shaded(texel)) : scaled(texel))[0]
  }

  /// Makes the changes to some of a run's texels, all of which may be known to be opaque.
  func change(
    _ fours: UnsafeMutablePointer<SIMD4<UInt32>>, _ start: Int, _ end: Int, areOpaque: Bool = false
  ) {
    switch (change, areOpaque) {
    case (.none, _): return
    // What is opaque gets all of the shade.
    case (.scaled, _), (.shaded, true):
      for index in start..<end { fours[index] = scaled(fours[index]) }
    case (.shaded, false):
      for index in start..<end { fours[index] = shaded(fours[index]) }
      if !isWhole { for index in start..<end { fours[index] = faded(fours[index]) } }
    }
  }

  /// Paints `count` pixels with as many texels.
  @inline(__always) func paint(
    _ output: UnsafeMutablePointer<UInt32>, _ count: Int, _ texels: UnsafePointer<UInt32>
  ) {
    // A loop for each, so that none of them decides anything for each pixel.
    switch (change, isOpaque) {
    case (.none, true): Self.paint(output, count, texels) { texels, _ in texels }
    case (.none, false): Self.lay(texels, over: output, count)
    case (.scaled, true): Self.paint(output, count, texels) { texels, _ in scaled(texels) }
    case (.scaled, false): Self.paint(output, count, texels) { scaled($0).over($1) }
    case (.shaded, true): Self.paint(output, count, texels) { texels, _ in shaded(texels) }
    case (.shaded, false): Self.paint(output, count, texels) { faded(shaded($0)).over($1) }
    }
  }

  /// Lays `count` pixels, with all changes made to them, over those beneath.
  static func lay(_ pixels: UnsafePointer<UInt32>, over output: UnsafeMutablePointer<UInt32>, _ count: Int) {
    // Most of what has letters on it is empty: what lies beneath isn't even read.
    paint(output, count, pixels, skipsEmpty: true) { $0.over($1) }
  }

  /// `mix` gets four texels and the four pixels beneath; with `skipsEmpty` those stay as they are under four that are 0.
  @inline(__always) private static func paint(
    _ output: UnsafeMutablePointer<UInt32>, _ count: Int, _ texels: UnsafePointer<UInt32>, skipsEmpty: Bool = false,
    _ mix: (SIMD4<UInt32>, SIMD4<UInt32>) -> SIMD4<UInt32>
  ) {
    let (place, source) = (UnsafeMutableRawPointer(output), UnsafeRawPointer(texels))
    var index = 0
    while index &+ 4 <= count {
      let four = source.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<UInt32>.self)
      if !skipsEmpty || unsafeBitCast(four, to: SIMD2<UInt64>.self) != .zero {
        let mixed = mix(four, place.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<UInt32>.self))
        place.storeBytes(of: mixed, toByteOffset: index &* 4, as: SIMD4<UInt32>.self)
      }
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
