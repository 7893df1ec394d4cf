import Chrome
import PanelViews
import Scenes
import TestRendering

/// A stage in a window, with touches, keys and a manually advanced clock.
open class Panel {
  /// The sizes of common panels, in both orientations.
  package static let sizes = [
    Size(480, 320), Size(320, 480), Size(800, 480), Size(600, 1024), Size(1024, 600), Size(1280, 800), Size(1080, 1920),
    Size(3840, 2160),
  ]

  public let stage: Stage
  public let window: Window

  package init(
    _ scene: Scene = CubeScene(), _ size: Size = Size(1280, 800), theme: Theme = .dark, showsBar: Bool = true,
    reducesMotion: Bool = false
  ) {
    stage = Stage(scene, showsBar: showsBar, theme: theme)
    stage.makeScene = { SceneCatalog.make($0) }
    stage.offeredScenes = { SceneCatalog.all() }
    window = Window(stage, size: size, scale: 1, threads: 1)
    window.reducesMotion = reducesMotion
    window.onTouch = { [unowned stage] in stage.didDeliver($0, to: $1) }
    window.onKey = { [unowned stage] in stage.press($0) }
    window.layoutIfNeeded()
  }

  package convenience init(
    _ name: String, _ size: Size = Size(1280, 800), options: SceneOptions = SceneOptions(), reducesMotion: Bool = false
  ) throws {
    let scene = try PanelError.unwrap(SceneCatalog.make(name, options), "scene \(name)")
    self.init(scene, size, reducesMotion: reducesMotion)
  }

  package var cube: CubeScene { stage.scene as! CubeScene }

  /// A point on the left half of the cube's button, where face 5 receives the tap.
  package var buttonPoint: Point { cube.buttonView.convert(Point(25, 20), to: stage)! }

  /// Advances the clock at 60 frames per second.
  package func advance(seconds: Double) {
    for _ in 0..<Int(clamping: (seconds * 60).rounded()) { window.advance(to: window.now + 16_666_667) }
    window.layoutIfNeeded()
  }

  package func send(_ phase: TouchEvent.Phase, _ location: Point, id: Int = 1) {
    window.send([TouchEvent(phase, id: id, at: window.convertToPanel(location))], at: window.now)
    window.layoutIfNeeded()
  }

  package func tap(_ location: Point) {
    send(.began, location)
    advance(seconds: 0.05)
    send(.ended, location)
  }

  /// Taps the center of the view with a path. Throws an error if the tap wouldn't reach the view.
  package func tap(_ path: String) throws {
    let view = try stage.descendant(path)
    let center = try view.centerInWindow()
    guard let hit = stage.hitTest(center), hit.isDescendant(of: view) || (view is Segment && view.isDescendant(of: hit))
    else {
      throw PanelError("\(path) receives no touch at its center")
    }
    tap(center)
  }

  @discardableResult package func press(_ key: Key) -> Bool {
    let isUsed = window.press(key, at: window.now)
    window.release(key, at: window.now)
    window.layoutIfNeeded()
    return isUsed
  }

  package func pixels() -> [UInt32] { window.image().pixelArray }
}

/// The view or scene that a test asked for doesn't exist, or receives no touch.
private struct PanelError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  static func unwrap<T>(_ value: T?, _ name: String) throws -> T {
    guard let value else { throw PanelError("missing: \(name)") }
    return value
  }
}

extension View {
  /// Returns the bounds in an ancestor's coordinates.
  package func frame(in ancestor: View) -> Rect {
    Rect(bounding: bounds.corners.compactMap { convert($0, to: ancestor) })
  }

  /// The view and all its descendants.
  package var tree: [View] { [self] + subviews.flatMap(\.tree) }

  /// Returns the descendant with a path such as `root/bar/scenes`.
  package func descendant(_ path: String) throws -> View {
    try PanelError.unwrap(tree.first { $0.path == path }, path)
  }

  /// The center, in the window's points.
  package func centerInWindow() throws -> Point {
    try PanelError.unwrap(layer.homographyToRoot.apply(to: bounds.center), "the center of \(path)")
  }
}

extension SceneOptions {
  /// A cube with four answers in the bar, for tests that state sizes: more answers leave less room.
  package static var withFourFixes: SceneOptions {
    var options = SceneOptions()
    options.touchFixes = Array(TouchFix.allCases.prefix(4))
    return options
  }
}

extension Rect {
  /// Returns true if the rectangles share more than `tolerance` points in both directions.
  package func overlaps(_ other: Rect, tolerance: Double = 0) -> Bool {
    minX < other.maxX - tolerance && other.minX < maxX - tolerance && minY < other.maxY - tolerance
      && other.minY < maxY - tolerance
  }
}
