import Geometry
import Raster
import ReferencePicture
import Scenes
import Testing
import Text
import Views

@testable import Chrome
@testable import Scenes

/// Everything that is to be read can be read: 4.5 for text, 3 for numerals and buttons, measured on pictures.
@Suite struct LegibilityTests {
  private static let themes: [(name: String, theme: Theme)] = [("dark", .dark), ("light", .light)]

  /// Expects that of all words that are seen.
  private func expectLegible(_ look: Legibility, _ what: String) {
    let contrasts = look.words.compactMap { word in look.contrast(of: word).map { (word, $0) } }
    #expect(!contrasts.isEmpty, "\(what): nothing was read")
    for (word, contrast) in contrasts {
      #expect(contrast >= word.goal, "\(what): \(word.name) \(contrast), at least \(word.goal)")
    }
  }

  @Test(arguments: SceneCatalog.names, [0, 1]) func everyScene(_ name: String, _ theme: Int) throws {
    let (title, theme) = Self.themes[theme]
    let scene = try #require(SceneCatalog.make(name))
    let look = Legibility(scene, theme: theme, others: Legibility.drawn)
    expectLegible(look, "\(name), \(title)")
    // Each of its choices.
    for case .choice(let choice) in scene.controls where choice.name != "touch-fix" {
      for index in choice.options.indices {
        choice.selectedIndex = index
        look.draw()
        expectLegible(look, "\(name), \(title), \(choice.options[index].name)")
      }
    }
  }

  /// Turned so that one sees faces 1, 2 and 3, and so that one sees the others; with a button on each.
  private static let turns = [
    CubeGeometry.rotation(.cornerOn),
    CubeGeometry.facings[4].concatenating(Rotation(angle: 0.7, x: 0, y: 1, z: 0))
      .concatenating(Rotation(angle: 0.6, x: 1, y: 0, z: 0)),
  ]

  private static func cube(_ colors: (from: Color, to: Color)? = nil, image: Bitmap? = nil) -> CubeScene {
    var face = FaceDescription()
    face.buttons = [ButtonDescription(name: "button", title: "Open")]
    (face.colors, face.image) = (colors, image)
    return CubeScene(SceneOptions(faces: Dictionary(uniqueKeysWithValues: (1...6).map { ($0, face) })))
  }

  @Test(arguments: Lighting.allCases, [true, false])
  func everyFaceInEveryLight(_ lighting: Lighting, _ isLightOn: Bool) {
    for (title, theme) in Self.themes {
      let cube = Self.cube()
      cube.lighting = lighting
      cube.isLightOn = isLightOn
      let look = Legibility(cube, theme: theme, showsBar: false)
      var seen: Set<Int> = []
      for turn in Self.turns {
        cube.orientation = turn
        look.draw()
        expectLegible(look, "cube, \(title), \(lighting.rawValue), lamp \(isLightOn)")
        for face in cube.faces where face.layer.facing == .front { seen.insert(face.number) }
        expectButtonsStandOut(look, cube)
      }
      #expect(seen == [1, 2, 3, 4, 5, 6])
    }
  }

  /// A button's own ground beside the face's.
  private func expectButtonsStandOut(_ look: Legibility, _ cube: CubeScene) {
    for face in cube.faces where face.layer.facing == .front {
      guard let button = face.buttons.first else { continue }
      let frame = button.frame
      guard let inside = look.color(Point(frame.midX, frame.minY + 8), of: face),
        let outside = look.color(Point(frame.midX, frame.minY - 6), of: face)
      else { continue }
      #expect(
        inside.contrast(with: outside) >= Color.shapeContrast,
        "the button on face \(face.number): \(inside), \(outside)")
    }
  }

  /// A face's own colours and pictures have an ink of their own, and no shade takes it away.
  @Test func ownColoursAndPicturesAreLegibleInEveryLight() throws {
    let gray = Color(hex: 0x767676)
    let colors: [(from: Color, to: Color)] = [
      (.white, .black), (.black, .white), (gray, gray), (Color(hex: 0xFFFF00), Color(hex: 0x00FF00)),
      (Color(hex: 0xFF0000), Color(hex: 0x0000FF)), (.white, .white), (.black, .black),
    ]
    // Sparks on a dark ground, and a chess board, which no ink alone can stand on.
    let boards = [8, 2].map { step in
      let bitmap = Bitmap(width: 64, height: 64)
      for index in 0..<64 * 64 {
        let isBright = (index % 64 / step + index / 64 / step) % 2 == 0
        bitmap.pixels[index] = isBright ? 0xFFFF_FFFF : 0xFF10_2030
      }
      bitmap.isOpaque = true
      return bitmap
    }
    let cubes = colors.map { Self.cube($0) } + boards.map { Self.cube(image: $0) }
    // The ink is the same in all letters; Debian 13's have less of it in the middle of a numeral that is seen from the side.
    let share = try ReferencePicture.hasSameLetters() ? 1 : 0.95
    for (index, cube) in cubes.enumerated() {
      let look = Legibility(cube, theme: .dark, showsBar: false)
      for isLightOn in [true, false] {
        cube.isLightOn = isLightOn
        for turn in Self.turns {
          cube.orientation = turn
          look.draw()
          // On a picture the button's title alone is on one ground.
          for word in look.words where index < colors.count || word.view is ActionButton {
            guard let contrast = look.contrast(of: word) else { continue }
            #expect(contrast >= word.goal * share, "own ground \(index), lamp \(isLightOn): \(word.name) \(contrast)")
          }
        }
      }
    }
  }
}
