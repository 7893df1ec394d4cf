import PanelViews
import TestRendering
import Testing

@testable import Scenes

/// The shading of the cube's faces. By default it is limited so that texts stay readable. At strength 1 it equals the
/// shading of "iOS Core Animation: Advanced Techniques", chapter 5.
@Suite struct ShadeTests {
  /// Draws a cube, with the face of interest in front.
  private final class DrawnCube {
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
      window.update(bitmap)
      let pixel = try #require(cube.faces[face].layer.homographyToRoot.apply(to: Point(x, y)))
      return Color(hex: bitmap[pixel] & 0xFF_FFFF)
    }

    /// The numeral's color: the one with the highest contrast in its middle row.
    func textColor(_ face: Int) throws -> Color {
      let background = try color(face, 20, 100)
      return try stride(from: 60.0, to: 140, by: 1).map { try color(face, $0, 100) }
        .max { $0.contrast(with: background) < $1.contrast(with: background) }!
    }
  }

  /// The book's numbers for faces 1 to 6, clamped.
  private static let book = [0.0528, 0.5, 0, 1, 0.5, 0.9472]

  private func expect(_ color: Color, _ expected: Color, _ what: String) {
    for (a, b) in [(color.red, expected.red), (color.green, expected.green), (color.blue, expected.blue)] {
      // Two levels for dither and rounding.
      #expect(abs(a - b) * 255 <= 2, "\(what): \(color), expected \(expected)")
    }
  }

  @Test func fullStrengthMatchesTheBook() throws {
    let (full, none) = (
      DrawnCube(SceneOptions(shade: 1, faces: [:])), DrawnCube(SceneOptions(lighting: .off, faces: [:]))
    )
    for (face, bookShade) in Self.book.enumerated() {
      #expect(abs(full.cube.faces[face].shade - bookShade) < 5e-5)
      expect(
        try full.color(face, 20, 30), try none.color(face, 20, 30).shaded(bookShade), "background of face \(face + 1)")
      // The numeral is shaded, too.
      let textColor = full.cube.faces[face].textStyle.color
      if bookShade < 1 {
        expect(try full.textColor(face), textColor.shaded(bookShade), "textColor of face \(face + 1)")
      }
    }
    // Faces 4 and 6 are black, or nearly.
    #expect(try full.color(3, 20, 30) == .black && full.color(3, 100, 100) == .black)
    #expect(try full.textColor(5).luminance < 0.01)
    // With the light off, only ambient light is left.
    full.cube.isLightOn = false
    for face in full.cube.faces { #expect(face.shade == 0.5) }
  }

  @Test func defaultShadeLeavesTextUnshaded() throws {
    let drawn = DrawnCube(SceneOptions(faces: [:]))
    let none = DrawnCube(SceneOptions(lighting: .off, faces: [:]))
    for (face, bookShade) in Self.book.enumerated() {
      // `LegibleTextStyle.shadeLimit`: dark text, on faces 4 and 6, tolerates less shade than light text.
      let strength = face == 3 || face == 5 ? 0.22 : 0.45
      #expect(abs(drawn.cube.faces[face].shade - bookShade * strength) < 5e-5)
      expect(
        try drawn.color(face, 20, 30), try none.color(face, 20, 30).shaded(bookShade * strength), "face \(face + 1)")
      expect(try drawn.textColor(face), drawn.cube.faces[face].textStyle.color, "textColor of face \(face + 1)")
    }
  }

  @Test func faceHasConfiguredShadeWhenLightIsOff() {
    for lighting in Lighting.allCases {
      let cube = CubeScene(SceneOptions(lighting: lighting, shade: 0.3))
      cube.isLightOn = false
      for face in cube.faces { #expect(abs(face.shade - 0.3) < 1e-12) }
      cube.isLightOn = true
      #expect(cube.faces[2].shade == 0)
    }
  }

  @Test func strengthCanBeChanged() throws {
    let drawn = DrawnCube(SceneOptions(faces: [:]))
    let before = try drawn.textColor(5)
    drawn.cube.shade = 1
    #expect(try drawn.textColor(5).luminance < 0.01)
    drawn.cube.shade = 0.6
    expect(try drawn.textColor(4), .white, "textColor")
    #expect(abs(drawn.cube.faces[4].shade - 0.3) < 1e-12)
    drawn.cube.shade = nil
    #expect(try drawn.textColor(5) == before)
    drawn.cube.shade = 0
    #expect(drawn.cube.faces.allSatisfy { $0.shade == 0 })
  }
}
