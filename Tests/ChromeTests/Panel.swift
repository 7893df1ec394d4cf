import Chrome
import Geometry
import Raster
import Scenes
import Testing
import Views

/// A stage in a window, with a finger, a keyboard and a manually advanced clock.
class Panel {
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

  /// On the left half of the cube's button, which face 5 takes.
  var onButton: Point { cube.buttonView.convert(Point(25, 20), to: stage)! }

  /// At sixty frames per second.
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

  /// The whole picture.
  func pixels() -> [UInt32] {
    let bitmap = Bitmap(width: window.pixelSize.width, height: window.pixelSize.height)
    _ = window.prepare()
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
    return bitmap.all
  }
}

extension View {
  /// The view and all beneath it.
  var tree: [View] { [self] + subviews.flatMap(\.tree) }

  func found(_ path: String) throws -> View { try #require(tree.first { $0.path == path }, "\(path)") }

  /// Its middle on the panel.
  func middle() throws -> Point { try #require(layer.homographyToRoot.apply(to: bounds.center)) }
}

extension Rect {
  func overlaps(_ other: Rect, by slack: Double = 0) -> Bool {
    minX < other.maxX - slack && other.minX < maxX - slack && minY < other.maxY - slack && other.minY < maxY - slack
  }
}

extension Bitmap {
  var all: [UInt32] { Array(UnsafeBufferPointer(start: pixels, count: pixelCount)) }
}
