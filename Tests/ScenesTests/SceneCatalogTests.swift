import Localization
import PanelViews
import Testing

@testable import Scenes

/// Checks every scene of the catalog.
@Suite struct SceneCatalogTests {
  @Test func everyNameCreatesItsScene() {
    #expect(SceneCatalog.all().map(\.name) == SceneCatalog.names)
    #expect(Set(SceneCatalog.names).count == SceneCatalog.names.count && SceneCatalog.names.first == CubeScene.name)
    for name in SceneCatalog.names { #expect(SceneCatalog.make(name)?.name == name) }
    // A prefix of rotate isn't a name.
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
    _ = window.updateDamage()
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
        // From the lower end, so that the value below is a change.
        number.value = number.range.lowerBound
        _ = window.updateDamage()
        number.value = number.range.lowerBound * 0.7 + number.range.upperBound * 0.3
      }
      #expect(!window.updateDamage().isEmpty == isVisible)
    }
  }

  @Test func controlsReportChangesOnce() {
    let number = SceneNumber(name: "n", heading: "N", range: 0...10, value: 5) { "\($0)" }
    var calls: [String] = []
    number.updateControl = { [unowned number] in calls.append("control \(number.value)") }
    number.updateScene = { [unowned number] in calls.append("scene \(number.value)") }
    number.value = 5
    number.value = 99
    number.value = 10
    #expect(calls == ["control 10.0", "scene 10.0"])
    let options: [(value: String, name: String, title: LocalizedText, detail: LocalizedText)] = [
      ("x", "a", .red, .red), ("y", "b", .net, .net),
    ]
    let choice = Choice(name: "c", heading: .move, options, selection: "y")
    choice.updateScene = { [unowned choice] in calls.append(choice.selection) }
    choice.selection = "y"
    choice.selection = "x"
    choice.selectedIndex = 1
    #expect(choice.selectedIndex == 1 && calls.suffix(2) == ["x", "y"])
  }
}
