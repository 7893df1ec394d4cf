import Localization
import PanelViews
import Scenes
import TestStage
import Testing

@testable import Chrome

@Suite struct StageTests {
  @Test(arguments: [SceneDescription.Fit.none, .inside, .cover], [Size(1280, 800), Size(600, 1024)])
  func sceneFileIsFitted(_ fit: SceneDescription.Fit, _ size: Size) {
    var description = SceneDescription()
    (description.size, description.fit) = (Size(100, 200), fit)
    description.root.bounds = Rect(0, 0, 100, 200)
    description.root.position = Point(50, 100)
    let scene = FileScene(description)
    let panel = Panel(scene, size, showsBar: false)
    let frame = scene.content.subviews[0].layer.convert(Rect(0, 0, 100, 200), to: panel.stage.layer)!
    #expect(abs(frame.midX - size.width / 2) < 0.01 && abs(frame.midY - size.height / 2) < size.height / 10)
    switch fit {
    case .none: #expect(abs(frame.width - 100) < 0.01)
    case .inside: #expect(frame.height < size.height && frame.width < size.width && frame.height > 0.6 * size.height)
    case .cover:
      #expect(frame.minX < 0.01 && frame.minY < 0.01 && frame.maxX > size.width - 0.01)
      #expect(frame.maxY > size.height - 0.01 && abs(frame.midY - size.height / 2) < 0.01)
      #expect(abs(max(size.width / 100, size.height / 200) - frame.width / 100) < 0.01)
    }
  }

  /// Every control is at least 44 points large and has room for its text in every language. None overlap.
  @Test(arguments: Language.all, Panel.sizes) func barFitsEveryPanel(_ language: Language, _ size: Size) throws {
    try Language.$current.withValue(language) {
      for name in SceneCatalog.names { try checkBar(name, size) }
    }
  }

  private func checkBar(_ name: String, _ size: Size) throws {
    let panel = try Panel(name, size)
    let bar = try #require(panel.stage.bar)
    panel.window.layoutIfNeeded()
    let items = bar.items + [bar.explainButton, bar.scenesButton]
    let hasHiddenItem = items.contains { $0.isHidden }
    #expect(!hasHiddenItem)
    for (index, item) in items.enumerated() {
      let what = "\(item.name ?? "") of \(name) at \(size)"
      let (frame, isScrollable) = (item.frame(in: bar), bar.isScrollable && bar.items.contains { $0 === item })
      #expect(frame.minX >= 0 && (isScrollable || frame.maxX <= bar.bounds.width + 0.01), "\(what)")
      // Nothing is truncated or shrunk, except by rounding to pixels.
      let isCompact = item.tree.contains { $0 is MenuButton } || !item.tree.contains { $0 is SegmentedControl }
      #expect(frame.width >= item.width(isCompact: isCompact) - 1, "\(what)")
      #expect(frame.height >= 44 && frame.minY >= 0 && frame.maxY <= bar.bounds.height + 0.01)
      for other in items.dropFirst(index + 1) where !isScrollable {
        #expect(!frame.overlaps(other.frame(in: bar), tolerance: 0.01), "\(what)")
      }
      for control in item.tree where control is Control && !control.isHidden {
        #expect(control.bounds.width >= 44 && control.bounds.height >= 44, "\(control.path), \(what)")
      }
    }
    #expect(!bar.isScrollable || panel.window.size.width <= 480, "\(name) at \(size)")
    #expect(bar.frame.minY > panel.window.size.height * 0.4 && bar.frame.maxY <= panel.window.size.height)
  }

  @Test(arguments: SceneCatalog.names, Panel.sizes)
  func sceneFitsEveryPanel(_ name: String, _ size: Size) throws {
    let panel = try Panel(name, size)
    let (scene, box, size) = (panel.stage.scene, panel.stage.scene.box, panel.window.size)
    let bar = try #require(panel.stage.bar)
    let corners = try [Point(box.minX, box.minY), Point(box.maxX, box.maxY)].map {
      try #require(scene.content.convert(scene.center + $0, to: panel.stage))
    }
    #expect(corners[0].x >= 0 && corners[0].y >= 0 && corners[1].x <= size.width && corners[1].y <= bar.frame.minY)
    #expect(
      corners[1].y - corners[0].y > 0.3 * min(size.width, size.height)
        || corners[1].x - corners[0].x > 0.6 * min(size.width, size.height))
  }

  /// Returns a view's frame on the stage.
  private func frame(of view: View, in stage: Stage) throws -> Rect {
    Rect(bounding: try view.bounds.corners.map { try #require(view.convert($0, to: stage)) })
  }

  /// Checks that a tile is large enough, inside of the panel, and receives the touches all over it.
  private func check(_ tile: View, on stage: Stage) throws {
    let frame = try frame(of: tile, in: stage)
    // Tolerates rounding errors.
    let (minimum, panel) = (44 - 1e-6, stage.bounds.insetBy(-1e-6, -1e-6))
    #expect(
      frame.width >= minimum && frame.height >= minimum && frame.corners.allSatisfy(panel.contains),
      "\(tile.path) is at \(frame)")
    let inner = frame.insetBy(1, 1)
    for point in inner.corners + [inner.center] {
      let receiver = stage.hitTest(point)?.path
      #expect(receiver == tile.path, "\(tile.path) of \(frame) at \(point)")
    }
  }

  @Test(arguments: Panel.sizes) func longListFitsThePanel(_ size: Size) throws {
    let panel = Panel(CubeScene(), size, reducesMotion: true)
    // The smallest panel has room for these.
    let names = (1...32).map { "scene\($0)" }
    panel.stage.offeredScenes = { names.map { Scene(name: $0, title: $0) } }
    panel.stage.showsPicker = true
    panel.window.layoutIfNeeded()
    for name in names { try check(try panel.stage.descendant("root/picker/sheet/\(name)"), on: panel.stage) }
  }

  @Test(arguments: Panel.sizes) func everySceneCanBePicked(_ size: Size) throws {
    let panel = Panel(CubeScene(), size)
    let (window, stage) = (panel.window, panel.stage)
    var tapsWhileAnimating = 0
    for (index, name) in SceneCatalog.names.enumerated().reversed() {
      panel.advance(seconds: 3)
      panel.tap(try stage.descendant("root/bar/scenes").centerInWindow())
      #expect(stage.showsPicker, "\(name)")
      let tiles = try SceneCatalog.names.map { try stage.descendant("root/picker/sheet/\($0)") }
      panel.advance(seconds: 0.15)
      #expect(window.isAnimating)
      // Every other tile is tapped while the sheet still moves, at its current position.
      let isVisible = stage.bounds.contains(try tiles[index].centerInWindow())
      if index % 2 == 0 || !isVisible {
        panel.advance(seconds: 3)
        for tile in tiles { try check(tile, on: stage) }
      }
      if window.isAnimating { tapsWhileAnimating += 1 }
      panel.tap(try tiles[index].centerInWindow())
      #expect(stage.scene.name == name && !stage.showsPicker, "\(name)")
    }
    #expect(tapsWhileAnimating > 0)
  }

  @Test func tilesFollowOptions() throws {
    let panel = try Panel("fold")
    panel.stage.offeredScenes = { SceneCatalog.all(SceneOptions(lighting: .off, view: .faceOn)) }
    panel.stage.showsPicker = true
    let cubes = panel.stage.tree.compactMap { ($0 as? SceneView)?.scene as? CubeScene }
      .filter { $0.name == CubeScene.name }
    #expect(cubes.count == 1 && cubes.first?.lighting == .off)
    #expect(cubes.first?.orientation == CubeScene(SceneOptions(view: .faceOn)).orientation)
  }

  @Test(arguments: [Size(1280, 800), Size(3840, 2160)]) func swipeUpFromTheBarOpensThePicker(_ size: Size) throws {
    let panel = try Panel("fold", size)
    let (window, stage) = (panel.window, panel.stage)
    func swipe(_ distance: Double) throws {
      let start = try #require(stage.bar?.frame.center) - Point(0, 20)
      panel.send(.began, start)
      for step in 1...20 {
        panel.advance(seconds: 0.02)
        panel.send(.moved, start - Point(0, distance * Double(step) / 20))
      }
      panel.send(.ended, start - Point(0, distance))
    }
    try swipe(35)
    #expect(!stage.showsPicker)
    try swipe(60)
    #expect(stage.showsPicker)
    // A tap outside of the sheet closes it, and does nothing else.
    panel.advance(seconds: 2)
    panel.tap(Point(window.size.width / 2, 40))
    #expect(!stage.showsPicker)
    panel.advance(seconds: 2)
    #expect(!stage.tree.contains { $0.name == "picker" } && !window.isAnimating)
  }
}
