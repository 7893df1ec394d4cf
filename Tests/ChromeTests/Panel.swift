import Chrome
import PanelViews
import Scenes
import TestRendering
import Testing

/// A stage in a window, with touches, keys and a manually advanced clock.
class Panel {
  /// The sizes of common panels, in both orientations.
  static let sizes = [
    Size(480, 320), Size(320, 480), Size(800, 480), Size(600, 1024), Size(1024, 600), Size(1280, 800), Size(1080, 1920),
    Size(3840, 2160),
  ]

  let stage: Stage
  let window: Window

  init(
    _ scene: Scene = CubeScene(), _ size: Size = Size(1280, 800), theme: Theme = .dark, showsBar: Bool = true,
    reducesMotion: Bool = false
  ) {
    stage = Stage(scene, showsBar: showsBar, theme: theme)
    stage.makeScene = { SceneCatalog.make($0) }
    stage.offeredScenes = { SceneCatalog.all() }
    window = Window(stage, size: size, scale: 1, threads: 1)
    window.reducesMotion = reducesMotion
    window.onTouch = { [unowned stage] in stage.report($0, receivedBy: $1) }
    window.onKey = { [unowned stage] in stage.press($0) }
    window.layoutIfNeeded()
  }

  convenience init(
    _ name: String, _ size: Size = Size(1280, 800), options: SceneOptions = SceneOptions(), reducesMotion: Bool = false
  ) throws {
    self.init(try #require(SceneCatalog.make(name, options)), size, reducesMotion: reducesMotion)
  }

  var cube: CubeScene { stage.scene as! CubeScene }

  /// On the left half of the cube's button, where face 5 receives the tap.
  var onButton: Point { cube.buttonView.convert(Point(25, 20), to: stage)! }

  /// Advances the clock at 60 frames per second.
  func wait(_ seconds: Double) {
    for _ in 0..<Int(clamping: (seconds * 60).rounded()) { window.advance(to: window.now + 16_666_667) }
    window.layoutIfNeeded()
  }

  func send(_ phase: TouchEvent.Phase, _ place: Point, id: Int = 1) {
    window.send([TouchEvent(phase, id: id, at: place)], at: window.now)
    window.layoutIfNeeded()
  }

  func tap(_ place: Point) {
    send(.began, place)
    wait(0.05)
    send(.ended, place)
  }

  /// Taps the view with that path at its center, which must take touches.
  func tap(_ path: String) throws {
    let view = try stage.found(path)
    let place = try view.middle()
    #expect(stage.hitTest(place)?.isDescendant(of: view) == true, "\(path)")
    tap(place)
  }

  func press(_ key: Key) {
    _ = window.press(key, at: window.now)
    window.release(key, at: window.now)
    window.layoutIfNeeded()
  }

  func pixels() -> [UInt32] { window.image().values }
}

extension View {
  /// The view and all its descendants.
  var tree: [View] { [self] + subviews.flatMap(\.tree) }

  func found(_ path: String) throws -> View { try #require(tree.first { $0.path == path }, "\(path)") }

  /// The center in the window.
  func middle() throws -> Point { try #require(layer.homographyToRoot.apply(to: bounds.center)) }
}

extension Rect {
  func overlaps(_ other: Rect, by slack: Double = 0) -> Bool {
    minX < other.maxX - slack && other.minX < maxX - slack && minY < other.maxY - slack && other.minY < maxY - slack
  }
}
