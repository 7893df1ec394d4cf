import PanelLayers
import Testing

/// Our own drawing is identical to the bit on amd64 and arm64. The samples have no rounded corners and no text, which
/// Cairo draws, differently in each version.
@Suite struct SamePixelsTests {
  private static let checksums: [(sample: Sample, checksum: UInt64)] = [
    (.vertical, 0xA366_BCEF_64DD_2639), (.horizontal, 0x731E_C432_08E0_C5A5), (.slanted, 0x2E16_4716_D207_7135),
    (.stops, 0xCB11_CEF3_1BA5_E6CB), (.radial, 0xFE2B_F4EC_C935_C2A2), (.shadows, 0x2F2E_DA4B_1FE1_2A11),
    (.rotated, 0xC79A_3B2C_0514_D8D6),
  ]

  @Test(arguments: checksums)
  func samplesHaveTheirChecksums(sample: Sample, checksum: UInt64) {
    #expect(sample.checksum == checksum, "0x\(String(sample.checksum, radix: 16))")
  }
}

/// A picture that is the same on every machine.
enum Sample: CaseIterable {
  case vertical, horizontal, slanted, stops, radial, shadows, rotated

  private static let size = (width: 504, height: 486)

  /// FNV-1a of all pixels.
  var checksum: UInt64 {
    let root = Layer(Rect(0, 0, Double(Self.size.width), Double(Self.size.height)), .defaultBackground, layers)
    return Drawing(root).image().pixelArray.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private var layers: [Layer] {
    switch self {
    case .vertical: (0..<126).map { Self.strip(Rect(4 * Double($0), 0, 4, 361 + Double($0)), to: Point(0.5, 1)) }
    case .horizontal: (0..<121).map { Self.strip(Rect(0, 4 * Double($0), 384 + Double($0), 4), to: Point(1, 0.5)) }
    case .slanted: (0..<4).map { Self.strip(Rect(0, 120 * Double($0), 501 + Double($0), 120), to: Point(0.9, 1)) }
    case .stops: [Self.severalStops]
    case .radial: [Self.radialBackground]
    case .shadows: (0..<4).map { Self.card($0, rotated: .identity) }
    case .rotated: (0..<4).map { Self.card($0, rotated: Self.turn($0)) }
    }
  }

  /// The samples have strips of consecutive lengths. In half of them, a color is midway between two 8-bit values, which
  /// machines could round differently.
  private static func strip(_ frame: Rect, to end: Point) -> Layer {
    let layer = GradientLayer()
    layer.frame = frame
    layer.colors = [Color(0.5, 0, 0.5), Color(1, 0, 0)]
    (layer.startPoint, layer.endPoint) = (Point(1 - end.x, 1 - end.y), end)
    return layer
  }

  private static var severalStops: Layer {
    let layer = GradientLayer()
    layer.frame = Rect(0, 0, Double(size.width), Double(size.height))
    layer.colors = [Color(0.5, 0, 0.5), Color(1, 0, 0, 0.7), Color(hex: 0x336699, alpha: 0.4), .white]
    layer.locations = [0, 0.31, 0.31, 0.9]
    (layer.startPoint, layer.endPoint) = (Point(0.9, 0.1), Point(0.3, 0.8))
    return layer
  }

  private final class RadialArtist: LayerDelegate {
    func draw(_ layer: Layer, in bitmap: Bitmap, clip: PixelRect) {
      bitmap.fill(
        RadialGradient(
          center: Point(251.5, 130), radius: 420, from: Color(hex: 0x2A3142), to: Color(hex: 0x0E1118)),
        clip: clip)
    }
  }

  /// A layer that owns its delegate.
  private final class RadialLayer: Layer {
    let artist = RadialArtist()
  }

  private static var radialBackground: Layer {
    let layer = RadialLayer()
    layer.frame = Rect(0, 0, Double(size.width), Double(size.height))
    layer.isOpaque = true
    layer.delegate = layer.artist
    return layer
  }

  private static func card(_ number: Int, rotated rotation: Transform3D) -> Layer {
    let card = GradientLayer()
    card.frame = Rect(172, 198, 160, 90)
    card.colors = [Color(0.5, 0, 0.5), Color(1, 0, 0)]
    (card.shadowOpacity, card.shadowRadius, card.shadowOffset) = (0.45, 12, Point(0, 10))
    card.opacity = 1 - 0.2 * Double(number)
    card.transform = rotation.concatenating(
      Transform3D(translationX: 60 * Double(number) - 90, y: 70 * Double(number) - 105, z: 0))
    return card
  }

  /// A rotation with perspective, and a shear. The C library's sines differ between machines, so these are the ratios of
  /// Pythagorean triples.
  private static func turn(_ number: Int) -> Transform3D {
    let (cosine, sine) = [(0.8, 0.6), (12.0 / 13, -5.0 / 13), (0.28, 0.96), (-0.6, 0.8)][number]
    var turn = Transform3D(perspectiveDistance: 700)
    (turn.m11, turn.m13, turn.m31, turn.m33) = (cosine, -sine, sine, cosine)
    turn.m14 = sine / 700
    turn.m34 = -cosine / 700
    (turn.m12, turn.m22) = (0.1, 0.9)
    return turn
  }
}
