import Geometry
import Raster
import Testing
import Views
import Words

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
  }

  @Test func aNumberIsTheScenesAndTheBars() throws {
    let scene = try #require(SceneCatalog.make("rotate"))
    guard case .number(let angle)? = scene.controls.first else {
      Issue.record("no number")
      return
    }
    let (window, stage) = shown(scene)
    let slider = try found("root/bar/angle", in: stage)
    // Beyond the line's end.
    let end = try #require(slider.convert(Point(slider.bounds.width - 5, slider.bounds.height - 20), to: stage))
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

  /// With the keyboard on it, an arrow moves it by a fortieth; the ring is that of every control.
  @Test func theArrowsMoveASlider() throws {
    let scene = try #require(SceneCatalog.make("rotate"))
    guard case .number(let angle)? = scene.controls.first else {
      Issue.record("no number")
      return
    }
    let (window, _) = shown(scene)
    _ = window.press(.tab, at: window.now)
    #expect(window.press(.right, at: window.now) && angle.value == 54)
    #expect(window.press(.left, at: window.now) && window.press(.left, at: window.now) && angle.value == 36)
    #expect(!window.press(.up, at: window.now) && angle.value == 36)
  }

  /// A touch that is cancelled leaves the knob as it was, also if the finger had strayed.
  @Test func aCancelledSliderLooksFree() throws {
    let (window, stage) = shown(try #require(SceneCatalog.make("rotate")))
    let bitmap = Bitmap(width: 1280, height: 800)
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
    func picture() -> [UInt32] {
      window.draw(into: bitmap, clip: window.prepare())
      return Array(UnsafeBufferPointer(start: bitmap.pixels, count: bitmap.pixelCount))
    }
    let slider = try found("root/bar/angle", in: stage).subviews[0]
    // On the knob, at an eighth of the line.
    let place = try #require(slider.convert(Point(20 + (slider.bounds.width - 40) / 8, 24), to: stage))
    let before = picture()
    window.send([TouchEvent(.began, id: 0, at: place)], at: window.now)
    let held = picture()
    window.send([TouchEvent(.moved, id: 0, at: place - Point(0, 200))], at: window.now)
    _ = picture()
    window.cancelTouches(at: window.now)
    #expect(held != before && picture() == before)
  }

  // MARK: Explaining

  /// Its button and its key are there as long as taps are explained, and as far as that is allowed.
  @Test func explainingIsAskedFor() throws {
    let (window, stage) = shown(CubeScene())
    let button = try found("root/bar/explain", in: stage)
    _ = window.prepare()
    try tap("root/bar/explain", in: window)
    #expect(stage.explosion != nil)
    try tap("root/bar/explain", in: window)
    window.advance(to: window.now + 3_000_000_000)
    #expect(stage.explosion == nil)
    #expect(stage.press(.character("e")) && stage.explosion != nil)
    let order = ["explain", "inspector", "scenes"]
    let places = try order.map { try found("root/bar/\($0)", in: stage).frame.minX }
    #expect(places == places.sorted())
    stage.explainsTaps = false
    #expect(stage.explosion == nil && button.isHidden && !stage.press(.character("e")))
    stage.explainsTaps = true
    stage.permissions = .scenes
    _ = window.prepare()
    #expect(button.isHidden && !stage.press(.character("e")) && stage.explosion == nil)
  }

  /// What isn't about the question steps back or makes room for the hint, and is there again afterwards.
  @Test(arguments: [
    Size(480, 320), Size(800, 480), Size(1280, 800), Size(1080, 1920), Size(434, 900), Size(3840, 2160),
  ])
  func aHintStandsBesideTheFirstControl(_ size: Size) throws {
    let (window, stage) = shown(CubeScene(), size)
    let bar = try #require(stage.bar)
    bar.quiet([bar.scenes])
    bar.hintBesideFirst = "Try another answer"
    _ = window.prepare()
    let hint = try found("root/bar/hint", in: stage)
    let status = try found("root/bar/status", in: stage)
    let first = try found("root/bar/touch-fix", in: stage)
    #expect(!hint.isHidden && !first.isHidden && bar.scenes.alpha == 0.32 && bar.explain.alpha == 1)
    #expect(try found("root/bar/lighting", in: stage).isHidden && status.isHidden)
    for other in [first, bar.explain, bar.details, bar.scenes] {
      #expect(!overlap(hint.frame, other.frame), "\(other.path)")
    }
    #expect(bar.bounds.insetBy(-0.01, -0.01).contains(Point(hint.frame.maxX, hint.frame.maxY)))
    // It is still there for those who want to leave.
    #expect(
      stage.hitTest(try #require(bar.scenes.convert(bar.scenes.bounds.center, to: stage)))?.path == bar.scenes.path)
    bar.hintBesideFirst = nil
    bar.quiet()
    _ = window.prepare()
    #expect(hint.isHidden && bar.scenes.alpha == 1 && !status.isHidden)
    #expect(try !found("root/bar/lighting", in: stage).isHidden)
  }

  private func overlap(_ a: Rect, _ b: Rect) -> Bool {
    a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY
  }

  /// An item is measured as large as it is drawn, and is as many units wide on every panel.
  @Test(arguments: [0.9, 1.25, 1.35, 1.5, 2, 2.7]) func anItemIsAsWideInUnitsOnEveryPanel(unit: Double) throws {
    func widths(_ name: String, at unit: Double) throws -> [Double] {
      let stage = Stage(try #require(SceneCatalog.make(name)))
      stage.overrideUnit = unit
      let bar = try #require(stage.subviews.lazy.compactMap { $0 as? Bar }.first)
      return (bar.items + [bar.explain, bar.details, bar.scenes]).flatMap { [$0.width(.wide), $0.width(.menu)] }
    }
    for language in Language.all {
      try Language.$current.withValue(language) {
        for name in SceneCatalog.names {
          let (here, designed) = (try widths(name, at: unit), try widths(name, at: 1))
          #expect(here == designed, "\(name)")
        }
      }
    }
  }
}
