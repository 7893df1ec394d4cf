import PanelViews
import ReferencePicture
import Scenes
import Testing

@testable import Chrome
@testable import Configuration
@testable import Scenes

/// The contrast of all texts, measured in pictures: at least 4.5, or 3 for large text and the shapes of buttons.
@Suite struct LegibilityTests {
  private static let themes: [(name: String, theme: Theme)] = [
    ("dark", .dark), ("light", .light), ("contrast", .contrast),
  ]

  /// Expects enough contrast of all visible texts.
  private func expectLegible(_ look: Legibility, _ context: String) {
    let contrasts = look.textAreas.compactMap { area in look.contrast(of: area).map { (area, $0) } }
    #expect(!contrasts.isEmpty, "\(context): some text must be measured")
    for (area, contrast) in contrasts {
      #expect(
        contrast >= area.requiredContrast, "\(context): \(area.name) \(contrast), at least \(area.requiredContrast)")
    }
  }

  @Test(arguments: SceneCatalog.names, [0, 1, 2]) func everySceneIsLegible(_ name: String, _ theme: Int) throws {
    let (title, theme) = Self.themes[theme]
    let scene = try #require(SceneCatalog.make(name))
    let look = Legibility(scene, theme: theme, customTextAreas: Legibility.customTextAreas)
    expectLegible(look, "\(name), \(title)")
    for item in scene.controls where item.name != "touch-fix" {
      for index in (item.control as? SegmentedControl)?.segments.indices ?? 0..<0 {
        item.selectedIndex = index
        look.draw()
        expectLegible(look, "\(name), \(title), \(item.name) \(index)")
      }
    }
  }

  /// In the texts around the scene.
  @Test(arguments: ["cube", "shared-perspective", "lesson"]) func contrastThemeHasSevenToOne(_ name: String) throws {
    let look = Legibility(
      try #require(SceneCatalog.make(name)), theme: .contrast, customTextAreas: Legibility.customTextAreas)
    for area in look.textAreas where !area.view.isDescendant(of: look.stage.scene.content) {
      if let contrast = look.contrast(of: area) { #expect(contrast >= 7, "\(area.name) \(contrast)") }
    }
  }

  /// In texts, lists and buttons of scene files without a `color`.
  @Test(arguments: [nil, Color(hex: 0xF2F4F8)]) func contrastThemeHasSevenToOneInSceneFiles(_ background: Color?) throws
  {
    let values = Values(["rooms": ValueDefinition(.set("Red room\nBlue room"))])
    var (text, button, list) = (SceneDescription.Node(), SceneDescription.Node(), SceneDescription.Node())
    text.text = SceneDescription.Text()
    text.text?.string = "A text without a color"
    button.button = ButtonDescription(name: "open", title: "Open the door")
    var lines = SceneDescription.List()
    (lines.valueName, lines.row) = ("rooms", [text])
    list.list = lines
    var description = SceneDescription()
    (description.root.stack, description.root.backgroundColor) = (SceneDescription.Stack(), background)
    description.root.children = [text, button, list].map { node in
      var node = node
      node.isArranged = true
      return node
    }
    let theme = Theme.contrast
    let scene = FileScene(
      description, values: values, background: theme.backgroundCenter, contrast: theme.textContrast)
    let look = Legibility(scene, theme: theme, showsBar: false)
    for phase in [ActionButton.Phase.idle, .running, .succeeded, .failed(1)] {
      scene.buttons[0].phase = phase
      look.draw()
      let contrasts = look.textAreas.compactMap { area in look.contrast(of: area).map { (area, $0) } }
      #expect(contrasts.count >= 3)
      for (area, contrast) in contrasts { #expect(contrast >= 7, "\(area.name) \(phase) \(contrast)") }
    }
  }

  /// Two orientations that together show all faces.
  private static let turns = [
    CubeGeometry.rotation(.cornerOn),
    CubeGeometry.rotation(ViewAngle.faces[4]).concatenating(Rotation(angle: 0.7, x: 0, y: 1, z: 0))
      .concatenating(Rotation(angle: 0.6, x: 1, y: 0, z: 0)),
  ]

  private static func cube(_ colors: (from: Color, to: Color)? = nil, image: Bitmap? = nil) -> CubeScene {
    var face = FaceDescription(buttons: [ButtonDescription(name: "button", title: "Open")])
    (face.colors, face.image) = (colors, image)
    return CubeScene(SceneOptions(faces: Dictionary(uniqueKeysWithValues: (1...6).map { ($0, face) })))
  }

  @Test(arguments: Lighting.allCases, [true, false])
  func everyFaceIsLegibleInEveryLight(_ lighting: Lighting, _ isLightOn: Bool) {
    for (title, theme) in Self.themes {
      let cube = Self.cube()
      cube.lighting = lighting
      cube.isLightOn = isLightOn
      let look = Legibility(cube, theme: theme, showsBar: false)
      var visible: Set<Int> = []
      for turn in Self.turns {
        cube.orientation = turn
        look.draw()
        expectLegible(look, "cube, \(title), \(lighting.rawValue), lamp \(isLightOn)")
        for face in cube.faces where face.layer.facing == .front { visible.insert(face.number) }
        expectButtonsStandOut(look, cube)
      }
      #expect(visible == [1, 2, 3, 4, 5, 6])
    }
  }

  /// Expects enough contrast between a button's background and its face.
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

  /// Texts on faces with custom colors or pictures have a legible color at any shade.
  @Test func customColorsAndPicturesAreLegible() throws {
    let gray = Color(hex: 0x767676)
    let colors: [(from: Color, to: Color)] = [
      (.white, .black), (.black, .white), (gray, gray), (Color(hex: 0xFFFF00), Color(hex: 0x00FF00)),
      (Color(hex: 0xFF0000), Color(hex: 0x0000FF)), (.white, .white), (.black, .black),
    ]
    // Two checkerboards, coarse and fine. No color of text is legible on both of their colors.
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
    // With Debian 13's fonts, the strokes of a numeral that is seen from the side are slightly thinner.
    let contrastFactor = try ReferencePicture.rendersSameGlyphs() ? 1 : 0.95
    for (index, cube) in cubes.enumerated() {
      let look = Legibility(cube, theme: .dark, showsBar: false)
      for isLightOn in [true, false] {
        cube.isLightOn = isLightOn
        for turn in Self.turns {
          cube.orientation = turn
          look.draw()
          // On a picture, only the button's title has a uniform background.
          for area in look.textAreas where index < colors.count || area.view is ActionButton {
            guard let contrast = look.contrast(of: area) else { continue }
            #expect(
              contrast >= area.requiredContrast * contrastFactor,
              "background \(index), lamp \(isLightOn): \(area.name) \(contrast)")
          }
        }
      }
    }
  }
}
