import Raster

/// The colours of the house.
enum Palette {
  /// The ground: from the middle outward.
  static let groundCenter = Color(hex: 0x2A3142)
  static let groundEdge = Color(hex: 0x0E1118)

  /// Faces 1 to 6, from the top left to the bottom right.
  static let faces: [(from: Color, to: Color)] = [
    (Color(hex: 0xF26B5E), Color(hex: 0xC8443A)),
    (Color(hex: 0x4C9BE8), Color(hex: 0x2B6FC0)),
    (Color(hex: 0x35B68B), Color(hex: 0x1D8A66)),
    (Color(hex: 0xF2B33D), Color(hex: 0xC58818)),
    (Color(hex: 0x9A77E0), Color(hex: 0x6E4CB8)),
    (Color(hex: 0x3FC1C9), Color(hex: 0x22929A)),
  ]

  /// "Look here."
  static let accent = Color(hex: 0xF2B33D)

  static let text = Color(hex: 0xD5DAE6)
  static let quietText = Color(hex: 0xAAB2C4)

  static let selectedSegment = Color(hex: 0xE8ECF6)
  static let selectedSegmentText = Color(hex: 0x1A1F2C)

  static let button = Color(hex: 0xFBFDFC)
  static let buttonText = Color(hex: 0x14573F)
  static let buttonPressed = Color(hex: 0xBFE3D3)
  static let success = Color(hex: 0x14795A)
  static let failure = Color(hex: 0xB3261E)
}
