import Raster

/// The colours of the house.
public enum Palette {
  /// Faces 1 to 6, from the top left to the bottom right.
  static let faces: [(from: Color, to: Color)] = [
    (Color(hex: 0xF26B5E), Color(hex: 0xC8443A)),
    (Color(hex: 0x4C9BE8), Color(hex: 0x2B6FC0)),
    (Color(hex: 0x35B68B), Color(hex: 0x1D8A66)),
    (Color(hex: 0xF2B33D), Color(hex: 0xC58818)),
    (Color(hex: 0x9A77E0), Color(hex: 0x6E4CB8)),
    (Color(hex: 0x3FC1C9), Color(hex: 0x22929A)),
  ]

  /// The colour of a face of the cube, and of what is written on it.
  ///
  /// - Parameter number: 1 to 6.
  public static func face(_ number: Int) -> (ground: Color, ink: Color) {
    (faces[number - 1].from.mixed(with: faces[number - 1].to, 0.5), .white)
  }

  /// "Look here."
  public static let accent = Color(hex: 0xF2B33D)

  static let button = Color(hex: 0xFBFDFC)
  static let buttonText = Color(hex: 0x14573F)
  static let buttonPressed = Color(hex: 0xBFE3D3)
  static let success = Color(hex: 0x14795A)
  static let failure = Color(hex: 0xB3261E)
}
