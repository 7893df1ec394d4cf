import CPixels

/// Applies a quad's opacity and shade to its pixels.
struct Modulation {
  /// All factors are in 256ths.
  private let opacityFactor: UInt32
  private let colorFactor: UInt32
  private let alphaFactor: UInt32
  /// Added to the alpha, in 256ths of a code value, because an opaque bitmap's alpha counts as 255.
  private let alphaBias: UInt32

  /// - Parameters:
  ///   - opacity: 0…1.
  ///   - shade: 0…1.
  init(opacity: Double, shade: Double, of bitmap: Bitmap) {
    opacityFactor = UInt32(clamping: (opacity * 256).rounded())
    colorFactor = UInt32(clamping: (opacity * (1 - shade) * 256).rounded())
    alphaFactor = bitmap.isOpaque ? 0 : opacityFactor
    alphaBias = bitmap.isOpaque ? 255 * opacityFactor + 128 : 128
  }

  /// True if opaque pixels stay opaque.
  var keepsAlpha: Bool { opacityFactor == 256 }
  var isIdentity: Bool { colorFactor == 256 && opacityFactor == 256 }
  /// The part of its color that an opaque pixel keeps, 0…1.
  var brightness: Float { Float(colorFactor) / 256 }

  func apply(to pixel: UInt32) -> UInt32 {
    var pixels = SIMD8(repeating: pixel)
    // swift-format-ignore: NeverForceUnwrap
    withUnsafeMutableBytes(of: &pixels) { apply(to: $0.bindMemory(to: UInt32.self).baseAddress!, 1) }
    return pixels[0]
  }

  /// Changes a run of pixels, and up to 7 behind it.
  func apply(to run: UnsafeMutablePointer<UInt32>, _ count: Int) {
    if colorFactor < 256 || opacityFactor < 256 {
      cpixels_modulate(run, count, colorFactor, alphaFactor, alphaBias)
    }
  }
}
