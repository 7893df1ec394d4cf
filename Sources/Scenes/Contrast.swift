import Glibc
import PanelRaster

/// Contrast as defined by WCAG 2.2, section 1.4.3.
extension Color {
  /// The minimum contrast of text.
  public static let textContrast = 4.5
  /// The minimum contrast of numerals and of the shapes of buttons.
  public static let shapeContrast = 3.0

  /// The relative luminance, 0…1. Ignores alpha.
  public var luminance: Double {
    func linear(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Returns the contrast ratio, from 1 for equal luminance to 21 for black on white.
  public func contrast(with other: Color) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// Returns the color under a layer of black with this alpha.
  func shaded(_ alpha: Double) -> Color { mixed(with: .black.withAlphaComponent(self.alpha), alpha) }

  /// Returns the first color on the way to `end`, in 50 steps, that has this contrast with the background; `end` if
  /// none of them has.
  func legible(on background: Color, toward end: Color, contrast: Double = textContrast) -> Color {
    (0...50).map { self.mixed(with: end, Double($0) / 50) }.first { $0.contrast(with: background) >= contrast } ?? end
  }
}
