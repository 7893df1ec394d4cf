import PanelViews
import Testing

@testable import Scenes

/// Checks every scene of the catalog.
@Suite struct SceneCatalogTests {
  @Test func namesMakeScenes() {
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

  @Test(arguments: SceneCatalog.names) func controlsChangeThePicture(_ name: String) throws {
    let scene = try #require(SceneCatalog.make(name))
    let window = Window(Showcase(scene), size: Size(640, 400), scale: 1, threads: 1)
    window.reducesMotion = true
    _ = window.prepare()
    for control in scene.controls {
      let isVisible: Bool
      switch control {
      case .button(_, let heading, let title, let action):
        #expect(!heading.isEmpty && !title.isEmpty)
        action()
        continue
      case .choice(let choice):
        #expect(!choice.heading.isEmpty && choice.options.count > 1)
        #expect(choice.options.allSatisfy { !$0.name.isEmpty && !$0.title.isEmpty })
        // It changes only which view receives a touch.
        isVisible = choice.name != "touch-fix"
        choice.selectedIndex = (choice.selectedIndex + 1) % choice.options.count
      case .number(let number):
        isVisible = true
        #expect(
          !number.heading.isEmpty && !number.format(number.value).isEmpty
            && number.detents.allSatisfy(number.range.contains))
        number.value = number.range.lowerBound
        _ = window.prepare()
        number.value = number.range.lowerBound * 0.7 + number.range.upperBound * 0.3
      }
      #expect(!window.prepare().isEmpty == isVisible)
    }
  }

  @Test func controlsReportChangesOnce() {
    let number = SceneNumber(name: "n", heading: "N", range: 0...10, value: 5) { "\($0)" }
    var calls: [String] = []
    number.onDisplay = { [unowned number] in calls.append("display \(number.value)") }
    number.onChange = { [unowned number] in calls.append("change \(number.value)") }
    number.value = 5
    number.value = 99
    number.value = 10
    #expect(calls == ["display 10.0", "change 10.0"])
    let choice = Choice(name: "c", heading: .move, [("x", "a", .yes, .yes), ("y", "b", .no, .no)], selection: "y")
    choice.onChange = { [unowned choice] in calls.append(choice.selection) }
    choice.selection = "y"
    choice.selection = "x"
    choice.selectedIndex = 1
    #expect(choice.selectedIndex == 1 && calls.suffix(2) == ["x", "y"])
  }
}
