import Geometry
import Testing
import Views

@testable import Chrome
@testable import Scenes

/// The controls that the bar makes of what a scene offers: what a finger does there reaches the scene, and what the scene
/// does itself shows there.
@Suite struct BarTests {
  private func shown(_ scene: Scene, _ size: Size = Size(1280, 800)) -> (Window, Stage) {
    let stage = Stage(scene)
    let window = Window(stage, size: size, scale: 1, threads: 1)
    window.reducesMotion = true
    window.advance(to: 1_000_000_000)
    _ = window.prepare()
    return (window, stage)
  }

  private func found(_ path: String, in stage: Stage) throws -> View {
    func find(_ view: View) -> View? { view.path == path ? view : view.subviews.lazy.compactMap(find).first }
    return try #require(find(stage), "\(path)")
  }

  private func tap(_ path: String, in window: Window) throws {
    let stage = try #require(window.rootView as? Stage)
    let view = try found(path, in: stage)
    let place = try #require(view.convert(view.bounds.center, to: stage))
    window.send([TouchEvent(.began, id: 0, at: place)], at: window.now + 1_000_000)
    window.send([TouchEvent(.ended, id: 0, at: place)], at: window.now + 50_000_000)
  }

  /// Among them who is selected, by the views' names.
  private func selected(_ path: String, in stage: Stage) throws -> [String] {
    try found(path, in: stage).subviews.compactMap { $0 as? Control }.filter(\.isSelected).compactMap(\.name)
  }

  @Test func aChoiceIsTheScenesAndTheBars() throws {
    let cube = CubeScene()
    var fixes: [TouchFix] = []
    cube.onTouchFixChange = { fixes.append($0) }
    let (window, stage) = shown(cube)
    try tap("root/bar/touch-fix/depth", in: window)
    try tap("root/bar/touch-fix/depth", in: window)
    #expect(cube.touchFix == .depth && fixes == [.depth])
    #expect(stage.press(.character("2")) && fixes == [.depth, .userInteraction])
    #expect(try selected("root/bar/touch-fix", in: stage) == ["user-interaction"])
    // Where there is room for one segment only, a press goes on to the next.
    window.resize(to: Size(480, 320), scale: 1)
    _ = window.prepare()
    try tap("root/bar/touch-fix/user-interaction", in: window)
    #expect(cube.touchFix == .reorder)
    #expect(try selected("root/bar/touch-fix", in: stage) == ["reorder"])
  }

  @Test func aNumberIsTheScenesAndTheBars() throws {
    let scene = try #require(SceneCatalog.make("rotate"))
    guard case .number(let angle)? = scene.controls.first else {
      Issue.record("no number")
      return
    }
    let (window, stage) = shown(scene)
    let slider = try found("root/bar/angle", in: stage)
    // Beyond the line's end, where the figures are.
    let end = try #require(slider.convert(Point(slider.bounds.width - 50, slider.bounds.height / 2), to: stage))
    window.send([TouchEvent(.began, id: 0, at: end)], at: window.now + 1_000_000)
    window.send([TouchEvent(.ended, id: 0, at: end)], at: window.now + 50_000_000)
    #expect(angle.value == 360)
    // The scene's own drag moves the knob: the slider is drawn anew.
    _ = window.prepare()
    angle.value = 90
    let frame = Rect(origin: try #require(slider.convert(.zero, to: stage)), size: slider.bounds.size)
    let changed = window.prepare().bounds
    #expect(Double(changed.maxY) > frame.minY)
  }

  @Test func aButtonIsTheScenes() throws {
    let scene = try #require(SceneCatalog.make("order"))
    let (window, stage) = shown(scene)
    func order() throws -> [String] { try found("root/order/container", in: stage).subviews.compactMap(\.name) }
    #expect(try order() == ["red", "green"])
    try tap("root/bar/front", in: window)
    #expect(try order() == ["green", "red"])
  }

  /// Another scene brings its own; those of the scene that went say nothing to anybody.
  @Test func theSceneThatWentIsForgotten() throws {
    let cube = CubeScene()
    let (window, stage) = shown(cube)
    stage.show(FoldScene())
    _ = window.prepare()
    cube.touchFix = .depth
    #expect(try found("root/bar/net", in: stage) is SegmentedControl && window.prepare().isEmpty)
    stage.show(cube)
    #expect(try selected("root/bar/touch-fix", in: stage) == ["depth"])
  }
}
