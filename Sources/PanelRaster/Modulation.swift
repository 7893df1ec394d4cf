import CPixels

/// A quad's opacity and shade, as changes of its pixels.
struct Modulation {
  /// The factors of color and alpha, 0…256. With a `shade` the color's is that of an opaque pixel.
  private let color, alpha: UInt32
  /// The alpha of an opaque bitmap's pixels, in 256ths of a code value.
  private let fixedAlpha: UInt32?
  /// The shade, 0…255 of 256, if the bitmap's alpha says how much of it a pixel gets.
  private let shade: UInt32?

  /// - Parameters:
  ///   - opacity: 0…1.
  ///   - shade: 0…1.
  ///   - isOpaque: see `Bitmap.isOpaque`.
  ///   - alphaIsShade: see `Bitmap.alphaIsShade`.
  init(opacity: Double, shade: Double, isOpaque: Bool, alphaIsShade: Bool) {
    color = UInt32(clamping: (opacity * (1 - shade) * 256).rounded())
    alpha = UInt32(clamping: (opacity * 256).rounded())
    fixedAlpha = isOpaque ? 255 * alpha + 128 : nil
    self.shade = isOpaque && alphaIsShade ? UInt32(clamping: min(shade * 256, 255).rounded()) : nil
  }

  /// False if nothing is left.
  var isVisible: Bool { alpha > 0 }
  /// True if opaque pixels stay opaque.
  var keepsAlpha: Bool { alpha == 256 }
  var isIdentity: Bool { color == 256 && alpha == 256 && shade == nil }
  /// The part of its color that an opaque pixel keeps, 0…1.
  var light: Float { Float(color) / 256 }

  func apply(to pixel: UInt32) -> UInt32 {
    var pixels = SIMD8(repeating: pixel)
    // swift-format-ignore: NeverForceUnwrap
    withUnsafeMutableBytes(of: &pixels) { apply(to: $0.bindMemory(to: UInt32.self).baseAddress!, 1) }
    return pixels[0]
  }

  /// Changes a run of pixels, and up to 7 behind it.
  func apply(to run: UnsafeMutablePointer<UInt32>, _ count: Int) {
    if let shade {
      cpixels_shade(run, count, shade)
      if !keepsAlpha { cpixels_scale(run, count, alpha, alpha, 128) }
    } else if !isIdentity {
      cpixels_scale(run, count, color, fixedAlpha == nil ? alpha : 0, fixedAlpha ?? 128)
    }
  }
}
