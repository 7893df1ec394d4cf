import PanelRaster

/// The color of legible text on a background, and the maximum shade beneath the text.
struct LegibleTextStyle: Equatable {
  /// White on a dark background, near-black on a light one.
  var color: Color
  /// The fraction of the lighting's shade, 0…1, at which all text stays legible.
  var shadeLimit: Double
  /// Drawn beneath text if no text color is legible on the entire background; otherwise `nil`.
  var backing: Color?

  static let light = Color.white
  static let dark = Color(hex: 0x0B0E14)

  /// At this luminance light and dark text have the same contrast.
  private static let threshold = 0.179
  /// The maximum `shadeLimit`, even if text would stay legible: a shaded face keeps its recognizable color.
  private static let (limitUnderLightText, limitUnderDarkText) = (0.45, 0.22)
  /// Slightly above the minimum for text, because the levels of a picture are rounded.
  private static let minimumContrast = 4.6
  /// The contrast on a backing: more than text needs, because the shade reduces it.
  private static let contrastOnBacking = 6.0

  /// - Parameter background: colors sampled evenly from the background.
  init(on background: [Color]) {
    let luminances = background.map(\.luminance).sorted()
    let meanLuminance = luminances.isEmpty ? 0 : luminances.reduce(0, +) / Double(luminances.count)
    let isTextLight = meanLuminance < Self.threshold
    color = isTextLight ? Self.light : Self.dark
    let textColor = color
    shadeLimit = isTextLight ? Self.limitUnderLightText : Self.limitUnderDarkText
    // Ignore a twentieth of the samples: photographs have highlights.
    let ignoredCount = background.count / 20
    let sorted = background.sorted { $0.luminance < $1.luminance }
    guard var worst = isTextLight ? sorted.dropLast(ignoredCount).last : sorted.dropFirst(ignoredCount).first else {
      return
    }
    if worst.contrast(with: textColor) < Self.minimumContrast {
      let end = isTextLight ? Self.dark : Self.light
      let original = worst
      let alpha = (0...50).map { Double($0) / 50 }.first {
        original.mixed(with: end, $0).contrast(with: textColor) >= Self.contrastOnBacking
      }
      backing = end.withAlphaComponent(alpha ?? 1)
      worst = worst.mixed(with: end, alpha ?? 1)
    }
    // A shade increases the contrast of light text.
    guard !isTextLight else { return }
    shadeLimit =
      (0...50).map { Self.limitUnderDarkText * (1 - Double($0) / 50) }
      .first { worst.shaded($0).contrast(with: textColor) >= Self.minimumContrast } ?? 0
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
      let (source, rest) = (Color(hex: pixel), 1 - Double(pixel >> 24) / 255)
      return Color(source.red + color.red * rest, source.green + color.green * rest, source.blue + color.blue * rest)
    }
  }
}
