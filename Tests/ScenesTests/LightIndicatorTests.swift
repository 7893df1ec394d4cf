import Localization
import PanelViews
import TestRendering
import Testing

@testable import Scenes

/// The button for the cube's light has a dot: amber if the light is on, otherwise dim.
@Suite struct LightIndicatorTests {
  /// The number of amber points along the button's center line, of 400.
  private func amberCount(_ cube: CubeScene, lightOn: Bool) throws -> Int {
    let window = Window(cube)
    window.reducesMotion = true
    cube.lighting = .off
    _ = window.updateDamage()
    cube.isLightOn = lightOn
    let (image, button) = (window.image(), cube.buttonView)
    var count = 0
    for step in 0..<400 {
      let location = try #require(
        button.convert(Point(button.bounds.width * Double(step) / 400, button.bounds.midY), to: window.rootView))
      let pixel = image[location]
      let (red, green, blue) = (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
      if red - blue > 60, green - blue > 30 { count += 1 }
    }
    return count
  }

  @Test func dotShowsLightState() throws {
    #expect(try amberCount(CubeScene(), lightOn: true) > 20)
    #expect(try amberCount(CubeScene(), lightOn: false) == 0)
  }

  /// A button with a title has no dot. Hints and descriptions name the lamp and other buttons differently.
  @Test func otherButtonsHaveNoDot() throws {
    let cube = CubeScene(SceneOptions(faces: [3: FaceDescription(buttons: [.init(name: "open", title: "Open")])]))
    #expect(try amberCount(cube, lightOn: true) == 0)
    #expect(cube.hint.phrase == Phrase(emphasis: "Tap", after: " the button on face 3."))
    #expect(CubeScene().hint.phrase == Phrase(emphasis: "Tap", after: " the lamp on face 3."))
    let lamp = CubeScene().buttonView
    #expect(CubeScene().describe(lamp, at: .zero)?.isSuccess == true)
  }
}
