import Geometry
import Testing
import Views

@testable import Scenes

/// The rules for each scene of the list, whatever it is.
@Suite struct SceneCatalogTests {
  @Test func eachNameMakesTheSceneThatHasIt() {
    #expect(SceneCatalog.all().map(\.name) == SceneCatalog.names)
    #expect(Set(SceneCatalog.names).count == SceneCatalog.names.count && SceneCatalog.names.first == CubeScene.name)
    for name in SceneCatalog.names { #expect(SceneCatalog.make(name)?.name == name) }
    #expect(SceneCatalog.make("rota") == nil)
  }

  @Test func optionsReachTheScenes() throws {
    let options = SceneOptions(touchFix: .depth, lighting: .camera, view: .faceOn, faces: [:])
    for scene in [SceneCatalog.make("cube", options), SceneCatalog.all(options).first] {
      let cube = try #require(scene as? CubeScene)
      #expect(cube.touchFix == .depth && cube.lighting == .camera && cube.buttons.isEmpty)
      #expect(cube.orientation.angle(to: CubeGeometry.rotation(.faceOn)) == 0)
    }
  }

  /// Each of its choices and numbers does something to the picture, at once, and so does a drag: nobody has to ask the
  /// scene again.
  @Test(arguments: SceneCatalog.names) func whatIsChosenShows(_ name: String) throws {
    let scene = try #require(SceneCatalog.make(name))
    let window = Window(Showcase(scene), size: Size(640, 400), scale: 1, threads: 1)
    window.reducesMotion = true
    _ = window.prepare()
    for control in scene.controls {
      let isSeen: Bool
      switch control {
      case .button(_, let heading, let title, let action):
        #expect(!heading.isEmpty && !title.isEmpty)
        action()
        continue
      case .choice(let choice):
        #expect(!choice.heading.isEmpty && choice.options.count > 1)
        #expect(choice.options.allSatisfy { !$0.name.isEmpty && !$0.title.isEmpty })
        // It changes who takes a touch, never the picture.
        isSeen = choice.name != "touch-fix"
        choice.selectedIndex = (choice.selectedIndex + 1) % choice.options.count
      case .number(let number):
        isSeen = true
        #expect(
          !number.heading.isEmpty && !number.format(number.value).isEmpty
            && number.detents.allSatisfy(number.range.contains))
        number.value = number.range.lowerBound
        _ = window.prepare()
        number.value = number.range.lowerBound * 0.7 + number.range.upperBound * 0.3
      }
      #expect(!window.prepare().isEmpty == isSeen)
    }
  }

  @Test func aValueTellsBothOfAChangeAndOfNothingElse() {
    let number = SceneNumber(name: "n", heading: "N", range: 0...10, value: 5) { "\($0)" }
    var heard: [String] = []
    number.onDisplay = { [unowned number] in heard.append("display \(number.value)") }
    number.onChange = { [unowned number] in heard.append("change \(number.value)") }
    number.value = 5
    number.value = 99
    number.value = 10
    #expect(heard == ["display 10.0", "change 10.0"])
    let choice = Choice(name: "c", heading: .move, [("x", "a", .yes, .yes), ("y", "b", .no, .no)], selection: "y")
    choice.onChange = { [unowned choice] in heard.append(choice.selection) }
    choice.selection = "y"
    choice.selection = "x"
    choice.selectedIndex = 1
    #expect(choice.selectedIndex == 1 && heard.suffix(2) == ["x", "y"])
  }
}
