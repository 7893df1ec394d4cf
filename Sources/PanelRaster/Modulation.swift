import CPixels

/// Applies a quad's opacity and shade to its pixels.
struct Modulation {
  /// In 256ths.
  private let opacity: UInt32
  /// The factors of color and alpha, in 256ths. With a `shade`, `color` is the factor of a pixel whose alpha is 255.
  private let color, alpha: UInt32
  /// Added to the alpha, in 256ths of a code value, because an opaque bitmap's alpha counts as 255.
  private let addedAlpha: UInt32
  /// In 256ths, at most 255; `nil` unless the bitmap's alpha is each pixel's part of the shade.
  private let shade: UInt32?

  /// - Parameters:
  ///   - opacity: 0…1.
  ///   - shade: 0…1.
  init(opacity: Double, shade: Double, of bitmap: Bitmap) {
    color = UInt32(clamping: (opacity * (1 - shade) * 256).rounded())
    self.opacity = UInt32(clamping: (opacity * 256).rounded())
    (alpha, addedAlpha) = bitmap.isOpaque ? (0, 255 * self.opacity + 128) : (self.opacity, 128)
    self.shade = bitmap.isOpaque && bitmap.alphaIsShade ? UInt32(clamping: min(shade * 256, 255).rounded()) : nil
  }

  /// False if the quad is fully transparent.
  var isVisible: Bool { opacity > 0 }
  /// True if opaque pixels stay opaque.
  var keepsAlpha: Bool { opacity == 256 }
  var isIdentity: Bool { color == 256 && opacity == 256 && shade == nil }
  /// The part of its color that an opaque pixel keeps, 0…1.
  var brightness: Float { Float(color) / 256 }

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
      if !keepsAlpha { cpixels_scale(run, count, opacity, opacity, 128) }
    } else if color < 256 || opacity < 256 {
      cpixels_scale(run, count, color, alpha, addedAlpha)
    }
  }
}
