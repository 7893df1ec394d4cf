import Localization
import PanelViews
import TestRendering
import Testing

@testable import Scenes

/// The lamp's button has a dot: amber if the lamp is on, hollow otherwise.
@Suite struct LampTests {
  /// The number of amber points along the button's center line, of 400.
  private func amber(_ cube: CubeScene, lightOn: Bool) throws -> Int {
    let window = Window(cube)
    window.reducesMotion = true
    cube.lighting = .off
    _ = window.updateDamage()
    cube.isLightOn = lightOn
    let (image, button) = (window.image(), cube.buttonView)
    var amber = 0
    for step in 0..<400 {
      let location = try #require(
        button.convert(Point(button.bounds.width * Double(step) / 400, button.bounds.midY), to: window.rootView))
      let pixel = image[location]
      let (red, green, blue) = (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
      if red - blue > 60, green - blue > 30 { amber += 1 }
    }
    return amber
  }

  @Test func dotShowsTheLampsState() throws {
    #expect(try amber(CubeScene(), lightOn: true) > 20)
    #expect(try amber(CubeScene(), lightOn: false) == 0)
  }

  /// A button with an action has no dot, and one with a title keeps it.
  @Test func otherButtonsHaveNoDot() throws {
    let cube = CubeScene(SceneOptions(faces: [3: FaceDescription(buttons: [.init(name: "open", title: "Open")])]))
    #expect(try amber(cube, lightOn: true) == 0)
    #expect(cube.hint.phrase == Phrase(emphasis: "Tap", after: " the button on face 3."))
    #expect(CubeScene().hint.phrase == Phrase(emphasis: "Tap", after: " the lamp on face 3."))
    let taker = CubeScene().buttonView
    #expect(CubeScene().describe(taker, at: .zero)?.isSuccess == true)
  }
}
