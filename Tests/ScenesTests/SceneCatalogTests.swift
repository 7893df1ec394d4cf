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
    for item in scene.controls {
      let isVisible: Bool
      #expect(!item.heading.isEmpty)
      switch item.control {
      case let choice as SegmentedControl:
        #expect(choice.segments.count > 1 && item.details.count == choice.segments.count)
        #expect(choice.segments.allSatisfy { $0.name?.isEmpty == false && !$0.title.isEmpty })
        // It changes only which view receives a touch.
        isVisible = item.name != "touch-fix"
        item.selectedIndex = (item.selectedIndex + 1) % choice.segments.count
      case let slider as Slider:
        isVisible = true
        let (minimum, maximum) = (slider.minimumValue, slider.maximumValue)
        #expect(slider.accessibilityValue?.isEmpty == false)
        #expect(slider.detents.allSatisfy { (minimum...maximum).contains($0) })
        // From the lower end, so that the value below is a change.
        item.value = minimum
        _ = window.updateDamage()
        item.value = minimum * 0.7 + maximum * 0.3
      default:
        #expect((item.control as? Button)?.title.isEmpty == false)
        item.control.sendActions(for: .primaryActionTriggered)
        continue
      }
      #expect(!window.updateDamage().isEmpty == isVisible)
    }
    // The controls keep the values.
    #expect(zip(scene.controls, scene.controls).allSatisfy { $0 === $1 })
  }

  @Test func controlsReportChangesOnce() {
    let number = BarItem(name: "n", heading: "N", range: 0...10, value: 5) { "\($0)" }
    var calls: [String] = []
    number.onChange = { [unowned number] in calls.append("bar \(number.value)") }
    number.control.addAction(for: .valueChanged) { [unowned number] _ in calls.append("scene \(number.value)") }
    number.value = 5
    number.value = 99
    number.value = 10
    #expect(calls == ["bar 10.0", "scene 10.0"])
    let choice = BarItem(
      name: "c", heading: .move, options: [("a", (.red, .red)), ("b", (.net, .net))], selectedIndex: 1)
    choice.onChange = { [unowned choice] in calls.append("\(choice.selectedIndex)") }
    choice.selectedIndex = 1
    choice.selectedIndex = 0
    choice.selectedIndex = 1
    #expect(calls.suffix(2) == ["0", "1"])
  }
}
