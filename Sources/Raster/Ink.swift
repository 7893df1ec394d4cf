import CPixels

#if canImport(Glibc)
  import Glibc
#endif

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
  /// The factors of colors and of alpha, 0…256; for what is shaded, the first one is an opaque texel's.
  private let color, alpha: UInt32
  private let shade: UInt32
  private let isOpaque: Bool

  init(_ quad: PreparedQuad) {
    (color, alpha, shade) = (UInt32(quad.colorScale), UInt32(quad.alphaScale), UInt32(quad.shade ?? 0))
    change = quad.glows ? .shaded : quad.isModulated ? .scaled : .none
    isOpaque = quad.isOpaque
  }

  /// True if what is opaque stays so.
  var isWhole: Bool { alpha == 256 }

  /// The part of its light that an opaque texel keeps, 0…1.
  var light: Float { Float(color) / 256 }

  /// A texel with the changes made to it.
  func pixel(_ texel: UInt32) -> UInt32 {
    var run = SIMD8(repeating: texel)
    // swift-format-ignore: NeverForceUnwrap
    withUnsafeMutableBytes(of: &run) { $0.withMemoryRebound(to: UInt32.self) { change($0.baseAddress!, 1) } }
    return run[0]
  }

  /// Makes the changes to a run of texels, and perhaps to 7 behind it.
  func change(_ run: UnsafeMutablePointer<UInt32>, _ count: Int) {
    switch change {
    case .none: return
    case .scaled: cpixels_scale(run, count, color, alpha)
    case .shaded:
      cpixels_shade(run, count, shade)
      if !isWhole { cpixels_scale(run, count, alpha, alpha) }
    }
  }

  /// Paints a run of texels, and leaves the changes in it.
  func paint(_ output: UnsafeMutablePointer<UInt32>, _ run: UnsafeMutablePointer<UInt32>, _ count: Int) {
    change(run, count)
    lay(run, over: output, count)
  }

  /// Lays pixels, with all changes made to them, over those beneath.
  @inline(__always) func lay(_ run: UnsafePointer<UInt32>, over output: UnsafeMutablePointer<UInt32>, _ count: Int) {
    if isOpaque { memcpy(output, run, count &* 4) } else { cpixels_over(output, run, count) }
  }

  /// Paints a pixel, with all changes made to it, that is covered in part, 0…256.
  @inline(__always) static func paint(_ output: UnsafeMutablePointer<UInt32>, _ pixel: UInt32, coverage: UInt16) {
    cpixels_cover(output, pixel, UInt32(coverage))
  }
}
