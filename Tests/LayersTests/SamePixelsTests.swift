import Geometry
import Layers
import Raster
import Testing

/// What our own code draws is the same to the bit on every machine: the sums stand here, and the suites run on amd64 and on
/// arm64. What Cairo draws, corners and letters, is up to its version.
@Suite struct SamePixelsTests {
  private static let sums: [(look: SampleLook, sum: UInt64)] = [
    (.upright, 0xA366_BCEF_64DD_2639), (.lying, 0x731E_C432_08E0_C5A5), (.slanted, 0x2E16_4716_D207_7135),
    (.stops, 0xCB11_CEF3_1BA5_E6CB), (.ground, 0xFE2B_F4EC_C935_C2A2), (.shadows, 0x2F2E_DA4B_1FE1_2A11),
    (.turned, 0xC79A_3B2C_0514_D8D6),
  ]

  @Test(arguments: sums)
  func theSumIs(look: SampleLook, sum: UInt64) {
    #expect(look.sum == sum, "0x\(String(look.sum, radix: 16))")
  }
}

/// A picture to be drawn everywhere.
enum SampleLook: CaseIterable {
  case upright, lying, slanted, stops, ground, shadows, turned

  private static let size = (width: 504, height: 486)

  /// FNV-1a of all pixels.
  var sum: UInt64 {
    let (width, height) = Self.size
    let root = Layer()
    root.backgroundColor = .ground
    root.bounds = Rect(0, 0, Double(width), Double(height))
    root.position = Point(Double(width) / 2, Double(height) / 2)
    for layer in layers { root.addSublayer(layer) }
    let renderer = Renderer(threads: 1)
    let bitmap = Bitmap(width: width, height: height)
    let picture = Picture(of: root)
    _ = picture.prepare(size: bitmap.bounds, scale: 1, renderer: renderer)
    renderer.draw(picture.quads, into: bitmap, clip: Region(bitmap.bounds))
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<width * height { sum = (sum ^ UInt64(bitmap.pixels[index])) &* 0x100_0000_01B3 }
    return sum
  }

  private var layers: [Layer] {
    switch self {
    case .upright: (0..<126).map { Self.strip(Rect(4 * Double($0), 0, 4, 361 + Double($0)), to: Point(0.5, 1)) }
    case .lying: (0..<121).map { Self.strip(Rect(0, 4 * Double($0), 384 + Double($0), 4), to: Point(1, 0.5)) }
    case .slanted: (0..<4).map { Self.strip(Rect(0, 120 * Double($0), 501 + Double($0), 120), to: Point(0.9, 1)) }
    case .stops: [Self.severalStops]
    case .ground: [Self.wholeGround]
    case .shadows: (0..<4).map { Self.card($0, turned: .identity) }
    case .turned: (0..<4).map { Self.card($0, turned: Self.turn($0)) }
    }
  }

  /// A card's colours, which in half of all lengths come to lie just between two values, where one machine could round up
  /// and another down.
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

  private final class Ground: LayerDelegate {
    func draw(_ layer: Layer, in bitmap: Bitmap, clip: PixelRect) {
      bitmap.fill(
        RadialGradient(
          center: Point(251.5, 130), radius: 420, from: Color(hex: 0x2A3142), to: Color(hex: 0x0E1118)),
        clip: clip)
    }
  }

  /// A layer with a delegate that lives as long.
  private final class GroundLayer: Layer {
    let artist = Ground()
  }

  private static var wholeGround: Layer {
    let layer = GroundLayer()
    layer.frame = Rect(0, 0, Double(size.width), Double(size.height))
    layer.isOpaque = true
    layer.delegate = layer.artist
    return layer
  }

  private static func card(_ number: Int, turned turn: Transform3D) -> Layer {
    let card = GradientLayer()
    card.frame = Rect(172, 198, 160, 90)
    card.colors = [Color(0.5, 0, 0.5), Color(1, 0, 0)]
    (card.shadowOpacity, card.shadowRadius, card.shadowOffset) = (0.45, 12, Point(0, 10))
    card.opacity = 1 - 0.2 * Double(number)
    card.transform = turn.concatenating(
      Transform3D(translationX: 60 * Double(number) - 90, y: 70 * Double(number) - 105, z: 0))
    return card
  }

  /// By sines that aren't the C library's: these are as exact as they need to be, and no more.
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
