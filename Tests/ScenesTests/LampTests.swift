import Geometry
import Raster
import Testing
import Views
import Words

@testable import Scenes

/// The button that switches the lamp says so by a dot, and by its shape: amber when it shines, hollow when it doesn't.
@Suite struct LampTests {
  /// The number of amber places along the button's middle, of 400.
  private func amber(_ cube: CubeScene, lightOn: Bool) throws -> Int {
    let window = Window(cube)
    window.reducesMotion = true
    cube.lighting = .off
    _ = window.prepare()
    cube.isLightOn = lightOn
    let bitmap = Bitmap(width: 1280, height: 800)
    _ = window.prepare()
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
    let button = cube.buttonView
    var amber = 0
    for step in 0..<400 {
      let place = try #require(
        button.convert(Point(button.bounds.width * Double(step) / 400, button.bounds.midY), to: window.rootView))
      let pixel = bitmap.pixels[Int(clamping: place.y) * bitmap.stride + Int(clamping: place.x)]
      let (red, green, blue) = (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
      if red - blue > 60, green - blue > 30 { amber += 1 }
    }
    return amber
  }

  @Test func itsDotSaysWhetherItShines() throws {
    #expect(try amber(CubeScene(), lightOn: true) > 20)
    #expect(try amber(CubeScene(), lightOn: false) == 0)
  }

  /// One that runs a command has no lamp, and one with words of its own keeps them.
  @Test func othersHaveNone() throws {
    var face = FaceDescription()
    face.buttons = [.init(name: "open", title: "Open")]
    let cube = CubeScene(SceneOptions(faces: [3: face]))
    #expect(try amber(cube, lightOn: true) == 0)
    #expect(cube.hint.phrase == Phrase(emphasis: "Tap", after: " the button on face 3."))
    #expect(CubeScene().hint.phrase == Phrase(emphasis: "Tap", after: " the lamp on face 3."))
    let taker = CubeScene().buttonView
    #expect(CubeScene().describe(taker, at: .zero)?.isSuccess == true)
  }
}
