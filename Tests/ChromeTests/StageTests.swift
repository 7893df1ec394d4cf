import Geometry
import Raster
import Scenes
import Testing
import Views

@testable import Chrome

@Suite struct StageTests {
  private static let sizes = [
    Size(480, 320), Size(320, 480), Size(800, 480), Size(600, 1024), Size(1024, 600), Size(1280, 800), Size(1080, 1920),
    Size(3840, 2160),
  ]

  private func shown(_ name: String, _ size: Size) throws -> (Window, Stage) {
    let stage = Stage(try #require(SceneCatalog.make(name)))
    stage.makeScene = { SceneCatalog.make($0) }
    stage.offeredScenes = { SceneCatalog.all() }
    let window = Window(stage, size: size, scale: 1, threads: 1)
    window.layoutIfNeeded()
    return (window, stage)
  }

  private func all(_ view: View) -> [View] { [view] + view.subviews.flatMap(all) }

  /// At its own size, all of it, or without anything of the panel left free.
  @Test(arguments: [SceneDescription.Fit.none, .inside, .cover], [Size(1280, 800), Size(600, 1024)])
  func aSceneFileIsFitted(_ fit: SceneDescription.Fit, _ size: Size) {
    var description = SceneDescription()
    (description.size, description.fit) = (Size(100, 200), fit)
    description.root.bounds = Rect(0, 0, 100, 200)
    description.root.position = Point(50, 100)
    let scene = FileScene(description)
    let stage = Stage(scene, showsBar: false)
    let window = Window(stage, size: size, scale: 1, threads: 1)
    window.layoutIfNeeded()
    let frame = scene.content.subviews[0].layer.convert(Rect(0, 0, 100, 200), to: stage.layer)!
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

  /// Each thing is 44 points large, as a finger needs it; nothing lies outside of the panel, nor over something else.
  @Test(arguments: SceneCatalog.names, sizes)
  func theBarSuitsEveryPanel(_ name: String, _ size: Size) throws {
    let (window, stage) = try shown(name, size)
    window.layoutIfNeeded()
    let bar = try #require(stage.subviews.first { $0.name == "bar" })
    let items = bar.subviews.compactMap { $0 as? BarItem }
    #expect(items.count >= 3 && !items.contains(where: \.isHidden))
    for item in items {
      #expect(item.frame.minX >= 0 && item.frame.maxX <= bar.bounds.width + 0.01, "\(item.name ?? "") at \(size)")
      // Nothing in it is cut, or made smaller.
      #expect(item.frame.width >= item.width(item.form) * bar.unit - 0.01, "\(item.name ?? "") at \(size)")
      #expect(item.frame.height >= 44 && item.frame.minY >= 0 && item.frame.maxY <= bar.bounds.height + 0.01)
      for other in items where other !== item {
        let apart =
          item.frame.maxX <= other.frame.minX + 0.01 || other.frame.maxX <= item.frame.minX + 0.01
          || item.frame.maxY <= other.frame.minY + 0.01 || other.frame.maxY <= item.frame.minY + 0.01
        #expect(apart, "\(item.name ?? "") over \(other.name ?? "") at \(size)")
      }
      for control in all(item) where control is Control && !control.isHidden {
        #expect(control.bounds.width >= 44 && control.bounds.height >= 44, "\(control.path) at \(size)")
      }
    }
    #expect(bar.frame.minY > size.height * 0.4 && bar.frame.maxY <= size.height)
    _ = window
  }

  /// The scene's box is on the panel, above the bar, and as large as there is room for.
  @Test(arguments: SceneCatalog.names, sizes)
  func theSceneFitsThePanel(_ name: String, _ size: Size) throws {
    let (_, stage) = try shown(name, size)
    let (scene, box) = (stage.scene, stage.scene.box)
    let bar = try #require(stage.subviews.first { $0.name == "bar" })
    let corners = try [Point(box.minX, box.minY), Point(box.maxX, box.maxY)].map {
      try #require(scene.content.convert(scene.center + $0, to: stage))
    }
    #expect(corners[0].x >= 0 && corners[0].y >= 0 && corners[1].x <= size.width && corners[1].y <= bar.frame.minY)
    #expect(
      corners[1].y - corners[0].y > 0.3 * min(size.width, size.height)
        || corners[1].x - corners[0].x > 0.6 * min(size.width, size.height))
  }

  /// The rectangle in which a view is seen.
  private func place(_ view: View, in stage: Stage) throws -> Rect {
    Rect(bounding: try view.bounds.corners.map { try #require(view.convert($0, to: stage)) })
  }

  /// Large enough, wholly on the panel, and the taker of touches all over it: no other lies there.
  private func check(_ tile: View, on stage: Stage) throws {
    let place = try place(tile, in: stage)
    // Less what arithmetic takes.
    let (least, panel) = (44 - 1e-6, stage.bounds.insetBy(-1e-6, -1e-6))
    #expect(
      place.width >= least && place.height >= least && place.corners.allSatisfy(panel.contains),
      "\(tile.path) is at \(place)")
    let inner = place.insetBy(1, 1)
    for point in inner.corners + [inner.center] {
      let taker = stage.hitTest(point)?.path
      #expect(taker == tile.path, "\(tile.path) of \(place) at \(point)")
    }
  }

  /// A list twice as long still has its places.
  @Test(arguments: sizes) func aLongListStaysOnThePanel(_ size: Size) throws {
    let (window, stage) = try shown("cube", size)
    let names = (1...2 * SceneCatalog.names.count).map { "scene\($0)" }
    stage.offeredScenes = { names.map { Scene(name: $0, title: $0) } }
    window.reducesMotion = true
    stage.showsPicker = true
    window.layoutIfNeeded()
    for name in names {
      try check(try #require(all(stage).first { $0.path == "root/picker/sheet/\(name)" }), on: stage)
    }
  }

  /// By its tile, and while that is on its way up already, where it is seen then.
  @Test(arguments: sizes) func everySceneIsAFingerAway(_ size: Size) throws {
    let (window, stage) = try shown("cube", size)
    var time: UInt64 = 1_000_000_000
    func wait(_ seconds: Double) {
      time += UInt64(clamping: seconds * 1e9)
      window.advance(to: time)
      window.layoutIfNeeded()
    }
    func tap(_ view: View) throws {
      let point = try place(view, in: stage).center
      window.send([TouchEvent(.began, id: 0, at: point)], at: time)
      wait(0.06)
      window.send([TouchEvent(.ended, id: 0, at: point)], at: time)
      wait(0.05)
    }
    var takenEarly = 0
    for (index, name) in SceneCatalog.names.enumerated().reversed() {
      wait(3)
      try tap(try #require(all(stage).first { $0.path == "root/bar/scenes" }))
      #expect(stage.showsPicker, "\(name)")
      let tiles = try SceneCatalog.names.map { name in
        try #require(all(stage).first { $0.path == "root/picker/sheet/\(name)" }, "\(name)")
      }
      wait(0.15)
      #expect(window.isAnimating)
      // Every other one is taken while the sheet still comes up, where it is seen by then.
      let isSeen = stage.bounds.contains(try place(tiles[index], in: stage).center)
      if index % 2 == 0 || !isSeen {
        wait(3)
        for tile in tiles { try check(tile, on: stage) }
      }
      if window.isAnimating { takenEarly += 1 }
      try tap(tiles[index])
      #expect(stage.scene.name == name && !stage.showsPicker, "\(name)")
    }
    #expect(takenEarly > 0)
  }

  /// The small pictures are of the scenes as they are set up here.
  @Test func theTilesFollowTheOptions() throws {
    let (window, stage) = try shown("fold", Size(1280, 800))
    stage.offeredScenes = { SceneCatalog.all(SceneOptions(lighting: .off, view: .faceOn)) }
    stage.showsPicker = true
    window.layoutIfNeeded()
    let cubes = all(stage).compactMap { ($0 as? SceneView)?.scene as? CubeScene }
      .filter { $0.name == CubeScene.name }
    #expect(cubes.count == 1 && cubes.first?.lighting == .off)
    #expect(cubes.first?.orientation == CubeScene(SceneOptions(view: .faceOn)).orientation)
  }

  /// A swipe is as long as the panel is large.
  @Test(arguments: [Size(1280, 800), Size(3840, 2160)]) func aSwipeUpFromTheBarOffersTheScenes(_ size: Size) throws {
    let (window, stage) = try shown("fold", size)
    let unit = stage.unit
    var time: UInt64 = 1_000_000_000
    func swipe(_ distance: Double) throws {
      let start = try #require(stage.bar?.frame.center) - Point(0, 20 * unit)
      window.send([TouchEvent(.began, id: 0, at: start)], at: time)
      for step in 1...20 {
        time += 10_000_000
        window.send([TouchEvent(.moved, id: 0, at: start - Point(0, distance * unit * Double(step) / 20))], at: time)
      }
      window.send([TouchEvent(.ended, id: 0, at: start - Point(0, distance * unit))], at: time)
    }
    try swipe(35)
    #expect(!stage.showsPicker)
    try swipe(60)
    #expect(stage.showsPicker)
    // A tap beside the sheet closes it, and nothing else hears of it.
    window.advance(to: time + 2_000_000_000)
    window.send([TouchEvent(.began, id: 1, at: Point(size.width / 2, 40))], at: time + 2_000_000_000)
    window.send([TouchEvent(.ended, id: 1, at: Point(size.width / 2, 40))], at: time + 2_100_000_000)
    #expect(!stage.showsPicker)
    window.advance(to: time + 4_000_000_000)
    #expect(!all(stage).contains { $0.name == "picker" } && !window.isAnimating)
  }

  /// The routing is the same with the inspector: it is layers, which nobody asks.
  @Test func theInspectorTakesNoPartInWhatItShows() throws {
    let (window, stage) = try shown("cube", Size(1280, 800))
    let points = stride(from: 5.0, to: 1280, by: 37).flatMap { x in
      stride(from: 5.0, to: 800, by: 41).map { Point(x, $0) }
    }
    let before = points.map { stage.hitTest($0)?.path }
    stage.showsInspector = true
    window.onTouch = { stage.report($0, takenBy: $1) }
    var time: UInt64 = 1_000_000_000
    window.send([TouchEvent(.began, id: 0, at: Point(640, 180))], at: time)
    // A finger that rests brings the map, and takes it away again.
    time += 700_000_000
    window.advance(to: time)
    let map = try #require(stage.layer.sublayers.first { $0.name == "inspector-map" })
    #expect(!map.isHidden && map.contents != nil)
    #expect(points.map { stage.hitTest($0)?.path } == before)
    window.send([TouchEvent(.ended, id: 0, at: Point(640, 180))], at: time)
    #expect(map.isHidden && map.contents == nil)
    // All of it fades, and then nothing moves any more.
    window.advance(to: time + 10_000_000_000)
    #expect(!window.isAnimating)
    stage.showsInspector = false
    #expect(!stage.layer.sublayers.contains { $0.name?.hasPrefix("inspector") == true })
  }

  /// The story of the book, in six lines.
  @Test func aRouteTellsWhyTheButtonIsDead() throws {
    let (_, stage) = try shown("cube", Size(1280, 800))
    let lines = Route(to: Point(640, 180), in: stage).lines.map { "\($0.name): \($0.reason)" }
    #expect(
      lines == [
        "root: asks its subviews, the last one first",
        "root/bar: missed (outside)",
        "root/cube: asks its subviews, the last one first",
        "root/cube/face6: missed (outside)",
        "root/cube/face5/number: does not listen (interaction off)",
        "root/cube/face5: takes it; the eye sees root/cube/face3/button there",
      ])
    let spoken = Route(to: Point(640, 180), in: stage).lines.map { "\($0.title): \($0.spokenReason)" }
    #expect(
      spoken.suffix(3) == [
        "Face 6: missed (outside)", "Face 5 ▸ number: does not listen (interaction off)",
        "Face 5: takes it; the eye sees Face 3 ▸ the lamp's button there",
      ])
  }

  @Test func aHitMapIsTheHitTestOfEachCell() throws {
    let (_, stage) = try shown("cube", Size(640, 400))
    let map = HitMap(of: stage, cell: 2)
    #expect(map.width == 320 && map.height == 200)
    var wrong = 0
    for y in 0..<200 {
      for x in 0..<320 {
        let expected = stage.hitTest(Point(Double(x) * 2 + 1, Double(y) * 2 + 1))
        let taker = map.cells[y * 320 + x]
        if (taker < 0 ? nil : map.takers[taker]) !== expected { wrong += 1 }
      }
    }
    // Between the corners of a block something thinner than it could be missed.
    #expect(wrong < 8)
    #expect(
      map.takers.contains { $0.path == "root/cube/face5" } && !map.takers.contains { $0.path.hasSuffix("/button") })
    #expect(map.picture().width == 320 && map.picture().height > 200)
  }

  /// A scene may go at any moment: while it is flung, while a finger is down, while a tap waits for another one.
  @Test(arguments: SceneCatalog.names)
  func aSceneThatGoesLeavesNothingBehind(_ name: String) throws {
    let stage = Stage(CubeScene())
    let window = Window(stage, size: Size(1280, 800), scale: 1, threads: 1)
    window.layoutIfNeeded()
    var time: UInt64 = 1_000_000_000
    weak var gone: Scene?
    for ending in 0..<4 {
      do {
        let scene = try #require(SceneCatalog.make(name))
        gone = scene
        stage.show(scene)
        window.layoutIfNeeded()
        window.send([TouchEvent(.began, id: 0, at: Point(640, 300))], at: time)
        for step in 1...8 where ending < 2 {
          time += 10_000_000
          window.send([TouchEvent(.moved, id: 0, at: Point(640 + Double(step) * 20, 300))], at: time)
        }
        if ending != 1 { window.send([TouchEvent(.ended, id: 0, at: Point(800, 300))], at: time + 10_000_000) }
        window.advance(to: time + 30_000_000)
        stage.show(CubeScene())
      }
      #expect(gone == nil, "\(name), ending \(ending)")
      // Whatever it had begun comes to its end without it.
      for _ in 0..<100 {
        time += 30_000_000
        window.advance(to: time)
        _ = window.prepare()
      }
      window.cancelTouches(at: time)
    }
  }
}
