import PanelRaster

/// The ink for a background: its color, and the maximum shade beneath it.
struct FaceInk: Equatable {
  /// White on a dark background, near-black on a light one.
  var color: Color
  /// The fraction of the lighting's shade, 0…1, at which all text stays legible.
  var shadeLimit: Double
  /// Drawn beneath text if no ink is legible on the entire background; otherwise `nil`.
  var backing: Color?

  static let light = Color.white
  static let dark = Color(hex: 0x0B0E14)

  /// At this luminance both inks have the same contrast.
  private static let threshold = 0.179
  /// The maximum `shadeLimit`, even if text would stay legible: a shaded face keeps its recognizable color.
  private static let (limitUnderLightInk, limitUnderDarkInk) = (0.45, 0.22)
  /// Slightly above the minimum for text, because the levels of a picture are rounded.
  private static let minimumContrast = 4.6
  /// The contrast on a backing: more than text needs, because the shade reduces it.
  private static let contrastOnBacking = 6.0

  /// - Parameter background: colors sampled evenly from the background.
  init(on background: [Color]) {
    let luminances = background.map(\.luminance).sorted()
    let meanLuminance = luminances.isEmpty ? 0 : luminances.reduce(0, +) / Double(luminances.count)
    let isInkLight = meanLuminance < Self.threshold
    color = isInkLight ? Self.light : Self.dark
    let ink = color
    shadeLimit = isInkLight ? Self.limitUnderLightInk : Self.limitUnderDarkInk
    // Ignore a twentieth of the samples: photographs have highlights.
    let ignoredCount = background.count / 20
    let sorted = background.sorted { $0.luminance < $1.luminance }
    guard var worst = isInkLight ? sorted.dropLast(ignoredCount).last : sorted.dropFirst(ignoredCount).first else {
      return
    }
    if worst.contrast(with: ink) < Self.minimumContrast {
      let end = isInkLight ? Self.dark : Self.light
      let original = worst
      let alpha = (0...50).map { Double($0) / 50 }.first {
        original.mixed(with: end, $0).contrast(with: ink) >= Self.contrastOnBacking
      }
      backing = end.faded(alpha ?? 1)
      worst = worst.mixed(with: end, alpha ?? 1)
    }
    // A shade increases the contrast of light ink.
    guard !isInkLight else { return }
    shadeLimit =
      (0...50).map { Self.limitUnderDarkInk * (1 - Double($0) / 50) }
      .first { worst.shaded($0).contrast(with: ink) >= Self.minimumContrast } ?? 0
  }

  init(from: Color, to: Color) { self.init(on: (0...8).map { from.mixed(with: to, Double($0) / 8) }) }

  /// - Parameters:
  ///   - image: fills the background.
  ///   - color: shows through translucent pixels.
  init(on image: Bitmap, over color: Color) {
    self.init(on: image.samples(over: color))
  }
}

extension Bitmap {
  /// Returns colors sampled evenly from the picture.
  ///
  /// - Parameter color: shows through translucent pixels.
  func samples(over color: Color) -> [Color] {
    (0..<256).map { index in
      // The centers of a 16 × 16 grid.
      let (x, y) = ((2 * (index % 16) + 1) * width / 32, (2 * (index / 16) + 1) * height / 32)
      let pixel = pixels[y * stride + x]
      let (ink, rest) = (Color(hex: pixel), 1 - Double(pixel >> 24) / 255)
      return Color(ink.red + color.red * rest, ink.green + color.green * rest, ink.blue + color.blue * rest)
    }
  }
}
