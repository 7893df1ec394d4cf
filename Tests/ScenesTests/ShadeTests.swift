import Geometry
import Raster
import Testing
import Views

@testable import Scenes

/// How dark the cube's faces get: by default as dark as leaves them legible, and at strength 1 as in the book.
@Suite struct ShadeTests {
  /// A cube that is drawn, face by face turned to the viewer.
  private final class Drawn {
    let cube: CubeScene
    private let window: Window
    private let bitmap = Bitmap(width: 800, height: 600)

    init(_ options: SceneOptions) {
      cube = CubeScene(options)
      window = Window(Showcase(cube), size: Size(800, 600), scale: 1, threads: 1)
      window.reducesMotion = true
      window.layoutIfNeeded()
    }

    func color(_ face: Int, _ x: Double, _ y: Double) throws -> Color {
      cube.orientation = CubeGeometry.rotation(ViewAngle.faces[face])
      window.draw(into: bitmap, clip: window.prepare())
      let layer = cube.faces[face].layer
      let place = try #require(layer.homographyToRoot.apply(to: Point(x, y)))
      return Color(hex: bitmap.pixels[Int(clamping: place.y) * bitmap.stride + Int(clamping: place.x)] & 0xFF_FFFF)
    }

    /// The numeral's ink: the colour farthest from the ground in the numeral's middle row.
    func ink(_ face: Int) throws -> Color {
      let ground = try color(face, 20, 100)
      return try stride(from: 60.0, to: 140, by: 1).map { try color(face, $0, 100) }
        .max { $0.contrast(with: ground) < $1.contrast(with: ground) }!
    }
  }

  /// The chapter's numbers, clamped, faces 1 to 6.
  private static let book = [0.0528, 0.5, 0, 1, 0.5, 0.9472]

  private func expect(_ color: Color, _ expected: Color, _ what: String) {
    for (a, b) in [(color.red, expected.red), (color.green, expected.green), (color.blue, expected.blue)] {
      // Two levels: the gradient's dither, and rounding.
      #expect(abs(a - b) * 255 <= 2, "\(what): \(color), expected \(expected)")
    }
  }

  @Test func theStrengthOfOneIsTheBooksOwnPicture() throws {
    let (full, none) = (Drawn(SceneOptions(shade: 1, faces: [:])), Drawn(SceneOptions(lighting: .off, faces: [:])))
    for (face, shade) in Self.book.enumerated() {
      #expect(abs(full.cube.faces[face].shade - shade) < 5e-5)
      expect(
        try full.color(face, 20, 30), try none.color(face, 20, 30).shaded(shade), "ground of face \(face + 1)")
      // What is on a face is in its shade.
      let ink = full.cube.faces[face].ink.color
      if shade < 1 { expect(try full.ink(face), ink.shaded(shade), "ink of face \(face + 1)") }
    }
    // Faces 4 and 6: black, and a twentieth of the light.
    #expect(try full.color(3, 20, 30) == .black && full.color(3, 100, 100) == .black)
    #expect(try full.ink(5).luminance < 0.01)
    // Without the lamp the ambient light is left, as ever.
    full.cube.isLightOn = false
    for face in full.cube.faces { #expect(face.shade == 0.5) }
  }

  @Test func byDefaultTheInkIsAboveAShadeThatLeavesItLegible() throws {
    let drawn = Drawn(SceneOptions(faces: [:]))
    let none = Drawn(SceneOptions(lighting: .off, faces: [:]))
    for (face, shade) in Self.book.enumerated() {
      let strength = face == 3 || face == 5 ? 0.22 : 0.45
      #expect(abs(drawn.cube.faces[face].shade - shade * strength) < 5e-5)
      expect(try drawn.color(face, 20, 30), try none.color(face, 20, 30).shaded(shade * strength), "face \(face + 1)")
      expect(try drawn.ink(face), drawn.cube.faces[face].ink.color, "ink of face \(face + 1)")
    }
  }

  /// Without the lamp every face is in its deepest shade, whatever the lighting.
  @Test func aLampThatIsOffIsTheDeepestShade() {
    for lighting in Lighting.allCases {
      let cube = CubeScene(SceneOptions(lighting: lighting, shade: 0.3))
      cube.isLightOn = false
      for face in cube.faces { #expect(abs(face.shade - 0.3) < 1e-12) }
      cube.isLightOn = true
      #expect(cube.faces[2].shade == 0)
    }
  }

  /// It can be changed while the cube is shown, there and back.
  @Test func aStrengthIsLive() throws {
    let drawn = Drawn(SceneOptions(faces: [:]))
    let before = try drawn.ink(5)
    drawn.cube.shade = 1
    #expect(try drawn.ink(5).luminance < 0.01)
    drawn.cube.shade = 0.6
    expect(try drawn.ink(4), .white, "ink")
    #expect(abs(drawn.cube.faces[4].shade - 0.3) < 1e-12)
    drawn.cube.shade = nil
    #expect(try drawn.ink(5) == before)
    drawn.cube.shade = 0
    #expect(drawn.cube.faces.allSatisfy { $0.shade == 0 })
  }
}
