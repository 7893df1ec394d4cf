import Geometry
import Scenes
import Testing
import Views

@testable import Chrome

/// A choice on a small panel: one that was chosen, and a menu of all of them.
@Suite struct ChoiceMenuTests {
  private func shown(_ size: Size = Size(480, 320), _ scene: Scene = CubeScene()) -> (Window, Stage) {
    let stage = Stage(scene)
    let window = Window(stage, size: size, scale: 1, threads: 1)
    window.reducesMotion = true
    window.onTouch = { stage.report($0, takenBy: $1) }
    window.onKey = { stage.press($0) }
    window.advance(to: 1_000_000_000)
    _ = window.prepare()
    return (window, stage)
  }

  private func find(_ path: String, in stage: Stage) -> View? {
    func find(_ view: View) -> View? { view.path == path ? view : view.subviews.lazy.compactMap(find).first }
    return find(stage)
  }

  private func middle(_ path: String, of stage: Stage) throws -> Point {
    let view = try #require(find(path, in: stage), "\(path)")
    return try #require(view.convert(view.bounds.center, to: stage))
  }

  private func send(_ phase: TouchEvent.Phase, _ place: Point, to window: Window) {
    window.send([TouchEvent(phase, id: 0, at: place)], at: window.now + 20_000_000)
    _ = window.prepare()
  }

  private func tap(_ place: Point, in window: Window) {
    send(.began, place, to: window)
    send(.ended, place, to: window)
  }

  private let row = "root/touch-fix/sheet"

  @Test func aTapShowsAllAndATapChoosesOne() throws {
    let cube = CubeScene()
    let (window, stage) = shown(Size(480, 320), cube)
    let button = try middle("root/bar/touch-fix", of: stage)
    tap(button, in: window)
    let rows = try #require(find(row, in: stage)?.subviews as? [Control])
    #expect(rows.map(\.accessibilityLabel) == TouchFix.allCases.map(\.title))
    #expect(rows.map(\.isSelected) == [true, false, false, false])
    tap(try middle("\(row)/reorder", of: stage), in: window)
    #expect(cube.touchFix == .reorder && find(row, in: stage) == nil)
    // And once more, from where it is now.
    tap(button, in: window)
    #expect((find(row, in: stage)?.subviews as? [Control])?.map(\.isSelected) == [false, false, true, false])
  }

  /// Down on the control, up on the answer, without a lift between; let go elsewhere, the menu stays.
  @Test func aFingerMaySlideToTheAnswer() throws {
    let cube = CubeScene()
    let (window, stage) = shown(Size(480, 320), cube)
    stage.offeredScenes = { SceneCatalog.all() }
    let button = try middle("root/bar/touch-fix", of: stage)
    send(.began, button, to: window)
    let answer = try middle("\(row)/depth", of: stage)
    for step in 1...8 { send(.moved, button + (answer - button) * (Double(step) / 8), to: window) }
    #expect(cube.touchFix == .none)
    send(.ended, answer, to: window)
    #expect(cube.touchFix == .depth && find(row, in: stage) == nil && !stage.showsPicker)
    send(.began, button, to: window)
    send(.moved, Point(470, 100), to: window)
    send(.ended, Point(470, 100), to: window)
    #expect(cube.touchFix == .depth && find(row, in: stage) != nil)
  }

  @Test func itClosesWithoutAnAnswer() throws {
    let cube = CubeScene()
    let (window, stage) = shown(Size(480, 320), cube)
    let button = try middle("root/bar/touch-fix", of: stage)
    // Beside it, which nothing beneath hears of.
    tap(button, in: window)
    tap(Point(465, 20), in: window)
    #expect(find(row, in: stage) == nil)
    // On its own control.
    tap(button, in: window)
    tap(button, in: window)
    #expect(find(row, in: stage) == nil)
    tap(button, in: window)
    #expect(window.press(.escape, at: window.now) && find(row, in: stage) == nil)
    // Left alone.
    tap(button, in: window)
    window.advance(to: window.now + UInt64(clamping: (Sheet.patience - 1) * 1e9))
    #expect(find(row, in: stage) != nil)
    window.advance(to: window.now + 1_100_000_000)
    #expect(find(row, in: stage) == nil)
    // Another scene: the control is gone.
    tap(button, in: window)
    stage.show(FoldScene())
    _ = window.prepare()
    #expect(find(row, in: stage) == nil && cube.touchFix == .none)
  }

  @Test func theKeyboardChooses() throws {
    let cube = CubeScene(SceneOptions(touchFix: .reorder))
    let (window, stage) = shown(Size(480, 320), cube)
    func press(_ key: Key) {
      _ = window.press(key, at: window.now)
      window.release(key, at: window.now)
      _ = window.prepare()
    }
    func focused() -> [String] {
      (find(row, in: stage)?.subviews as? [Control] ?? []).filter(\.isFocused).compactMap(\.name)
    }
    // The cube's own button is before the bar's controls.
    press(.tab)
    press(.tab)
    press(.return)
    #expect(focused() == ["reorder"])
    press(.down)
    press(.down)
    #expect(focused() == ["depth"])
    press(.up)
    press(.up)
    #expect(focused() == ["user-interaction"] && cube.touchFix == .reorder)
    press(.return)
    #expect(cube.touchFix == .userInteraction && find(row, in: stage) == nil)
    // The control has the keyboard again.
    press(.space)
    #expect(focused() == ["user-interaction"])
    press(.escape)
    #expect(find(row, in: stage) == nil && cube.touchFix == .userInteraction)
  }

  /// Each row is the taker of touches all over it, on every panel small enough for a menu.
  @Test(arguments: [Size(480, 320), Size(320, 480), Size(800, 480), Size(640, 480), Size(320, 240)])
  func everyAnswerIsUnderAFinger(_ size: Size) throws {
    let (window, stage) = shown(size)
    for name in ["touch-fix", "lighting"] {
      tap(try middle("root/bar/\(name)", of: stage), in: window)
      let rows = try #require(find("root/\(name)/sheet", in: stage)?.subviews)
      for row in rows {
        let corners = try row.bounds.insetBy(1, 1).corners.map { try #require(row.convert($0, to: stage)) }
        #expect(row.bounds.width >= 44 && row.bounds.height >= 44, "\(row.path) at \(size)")
        #expect(corners.allSatisfy { stage.hitTest($0) === row }, "\(row.path) at \(size)")
      }
      stage.dismissSheet()
      _ = window.prepare()
    }
  }

  /// A panel that no bar suits: nothing ends the program.
  @Test(arguments: [Size(240, 240), Size(120, 90), Size(1, 1)]) func aTinyPanel(_ size: Size) throws {
    for name in SceneCatalog.names {
      let (window, stage) = shown(size, try #require(SceneCatalog.make(name)))
      stage.showsInspector = true
      for x in stride(from: 0.5, to: size.width, by: 37) {
        for y in stride(from: 0.5, to: size.height, by: 23) { tap(Point(x, y), in: window) }
      }
      #expect(stage.bounds.size == size)
    }
  }
}
