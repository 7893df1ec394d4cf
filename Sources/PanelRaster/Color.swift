/// An sRGB color with an opacity, 0…1 each, not premultiplied.
public struct Color: Equatable, Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  public init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates a color from its components, 0…1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) { self.init(red, green, blue, alpha) }

  /// Creates a gray from black, 0, to white, 1.
  public init(white: Double, alpha: Double = 1) { self.init(white, white, white, alpha) }

  /// Creates a color from 0xRRGGBB; the topmost byte is ignored.
  public init(hex: UInt32, alpha: Double = 1) {
    self.init(
      Double(hex >> 16 & 0xFF) / 255, Double(hex >> 8 & 0xFF) / 255, Double(hex & 0xFF) / 255, alpha)
  }

  public static let black = Color(0, 0, 0)
  public static let white = Color(1, 1, 1)
  public static let clear = Color(0, 0, 0, 0)
  /// The default background.
  public static let defaultBackground = Color(hex: 0x161B26)

  /// The color as a bitmap's pixel: premultiplied 0xAARRGGBB, rounded. Values are clamped to 0…1; NaN is treated as 0.
  public var premultipliedPixel: UInt32 {
    let alpha = Self.clamped(alpha)
    func byte(_ value: Double) -> UInt32 { UInt32(clamping: (Self.clamped(value) * alpha * 255).rounded()) }
    return UInt32(clamping: (alpha * 255).rounded()) << 24 | byte(red) << 16 | byte(green) << 8 | byte(blue)
  }

  /// Returns the color at `t`, 0…1, of the way to `other`, each component interpolated linearly.
  public func mixed(with other: Color, _ t: Double) -> Color {
    Color(
      red + (other.red - red) * t, green + (other.green - green) * t, blue + (other.blue - blue) * t,
      alpha + (other.alpha - alpha) * t)
  }

  /// Returns the color with another alpha.
  public func withAlphaComponent(_ alpha: Double) -> Color { Color(red, green, blue, alpha) }

  /// Returns a number clamped to 0…1, and 0 for NaN.
  static func clamped(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
}
