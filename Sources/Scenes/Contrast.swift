import Raster

#if canImport(Glibc)
  import Glibc
#endif

/// Contrast as WCAG 2.2 measures it, section 1.4.3.
extension Color {
  /// The least that text needs from its ground, and numerals and the shapes of buttons.
  public static let textContrast = 4.5
  public static let shapeContrast = 3.0

  /// The relative luminance, 0…1; the alpha doesn't count.
  public var luminance: Double {
    func linear(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// From 1 for two that are equally bright to 21 for black and white.
  public func contrast(with other: Color) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The same colour under a black of an alpha.
  func shaded(_ alpha: Double) -> Color { mixed(with: .black.faded(self.alpha), alpha) }

  /// The first colour on the way to `end`, in steps of a fiftieth, that has a contrast with the ground; `end` where none
  /// has.
  func legible(on ground: Color, toward end: Color, contrast: Double = textContrast) -> Color {
    (0...50).map { self.mixed(with: end, Double($0) / 50) }.first { $0.contrast(with: ground) >= contrast } ?? end
  }
}
