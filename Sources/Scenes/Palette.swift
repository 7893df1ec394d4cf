import PanelRaster

/// The application's colors.
public enum Palette {
  /// The gradients of faces 1 to 6, from the top left to the bottom right. Text in the color of `LegibleTextStyle` is
  /// legible on each of them in full light and in the deepest shade.
  static let faces: [(from: Color, to: Color)] = [
    (Color(hex: 0xCB483D), Color(hex: 0xA8352B)),
    (Color(hex: 0x2D71BF), Color(hex: 0x1F5499)),
    (Color(hex: 0x1B8060), Color(hex: 0x12634A)),
    (Color(hex: 0xF7C65C), Color(hex: 0xE9AD3F)),
    (Color(hex: 0x8158CF), Color(hex: 0x6242AC)),
    (Color(hex: 0x63D3D8), Color(hex: 0x40BCC3)),
  ]

  /// Returns the background color of a cube face and the color of the text on it.
  ///
  /// - Parameter number: 1 to 6.
  public static func face(_ number: Int) -> (background: Color, textColor: Color) {
    let (from, to) = faces[number - 1]
    return (from.mixed(with: to, 0.5), LegibleTextStyle(from: from, to: to).color)
  }

  /// The color that draws attention.
  public static let accent = Color(hex: 0xF2B33D)

  static let buttonBackground = Color(hex: 0xFBFDFC)
  static let success = Color(hex: 0x14795A)
  static let failure = Color(hex: 0xB3261E)
}
