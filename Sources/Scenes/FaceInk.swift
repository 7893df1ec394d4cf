import Raster

/// The ink for a ground: its colour, and how deep a shade may get beneath it.
struct FaceInk: Equatable {
  /// White on a dark ground, and nearly black on a light one.
  var color: Color
  /// The part of the lighting's shade, 0…1, that leaves all of it legible.
  var strength: Double
  /// Laid over the ground beneath text, where no ink would be legible on all of it; `nil` elsewhere.
  var veil: Color?

  static let light = Color.white
  static let dark = Color(hex: 0x0B0E14)

  /// With this luminance both inks have the same contrast.
  private static let threshold = 0.179
  /// As deep as it gets where more would be legible: a face in the shade is still the face of its colour.
  private static let (deepestUnderLight, deepestUnderDark) = (0.45, 0.22)
  /// A little more than text needs: a picture's levels are rounded.
  private static let leastContrast = 4.6
  /// The contrast that a veil makes: more than text needs, for the shade takes some of it.
  private static let contrastOnVeil = 6.0

  /// - Parameter ground: some of its colours, evenly from all over it.
  init(on ground: [Color]) {
    let luminances = ground.map(\.luminance).sorted()
    let middle = luminances.isEmpty ? 0 : luminances.reduce(0, +) / Double(luminances.count)
    let isLight = middle < Self.threshold
    color = isLight ? Self.light : Self.dark
    let ink = color
    strength = isLight ? Self.deepestUnderLight : Self.deepestUnderDark
    // A twentieth of a photograph may be sparks.
    let spare = ground.count / 20
    let sorted = ground.sorted { $0.luminance < $1.luminance }
    guard var worst = isLight ? sorted.dropLast(spare).last : sorted.dropFirst(spare).first else { return }
    if worst.contrast(with: ink) < Self.leastContrast {
      let end = isLight ? Self.dark : Self.light
      let ground = worst
      let alpha = (0...50).map { Double($0) / 50 }.first {
        ground.mixed(with: end, $0).contrast(with: ink) >= Self.contrastOnVeil
      }
      veil = end.faded(alpha ?? 1)
      worst = worst.mixed(with: end, alpha ?? 1)
    }
    // Under light ink a shade does nothing but good.
    guard !isLight else { return }
    strength =
      (0...50).map { Self.deepestUnderDark * (1 - Double($0) / 50) }
      .first { worst.shaded($0).contrast(with: ink) >= Self.leastContrast } ?? 0
  }

  init(from: Color, to: Color) { self.init(on: (0...8).map { from.mixed(with: to, Double($0) / 8) }) }

  /// - Parameters:
  ///   - image: fills the ground.
  ///   - color: beneath what of it is translucent.
  init(on image: Bitmap, over color: Color) {
    self.init(on: image.samples(over: color))
  }
}

extension Bitmap {
  /// Some of a picture's colours, evenly from all over it.
  ///
  /// - Parameter color: beneath what of it is translucent.
  func samples(over color: Color) -> [Color] {
    (0..<256).map { index in
      // The middles of sixteen by sixteen fields.
      let (x, y) = ((2 * (index % 16) + 1) * width / 32, (2 * (index / 16) + 1) * height / 32)
      let pixel = pixels[y * stride + x]
      let (ink, rest) = (Color(hex: pixel), 1 - Double(pixel >> 24) / 255)
      return Color(ink.red + color.red * rest, ink.green + color.green * rest, ink.blue + color.blue * rest)
    }
  }
}
