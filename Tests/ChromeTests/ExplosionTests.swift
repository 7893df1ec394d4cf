import Geometry
import Raster
import Testing
import Views

@testable import Chrome
@testable import Scenes

/// The exploded view on a clock that is moved by hand.
@Suite struct ExplosionTests {
  private let scene: CubeScene
  private let stage: Stage
  private let window: Window

  init() {
    scene = CubeScene()
    stage = Stage(scene)
    window = Window(stage, size: Size(1280, 800), scale: 1, threads: 1)
    window.layoutIfNeeded()
  }

  private func run(to seconds: Double) {
    var time = window.now
    while time < UInt64(clamping: seconds * 1e9) {
      time += 16_666_667
      window.advance(to: time)
    }
    window.layoutIfNeeded()
  }

  private func explode() throws -> ExplosionView {
    stage.explain(Point(608, 158))
    run(to: 3)
    return try #require(stage.explosion)
  }

  @Test func theTapIsOneStraightNeedleThroughAllPanes() throws {
    let view = try explode()
    let holes = view.figures.map { $0.place(of: view.tap) }
    #expect(holes.count == 6)
    for hole in holes { #expect(abs(hole.y - holes[0].y) < 1e-9) }
    #expect(zip(holes, holes.dropFirst()).allSatisfy { $0.x + 100 < $1.x })
    #expect(view.progress == 2)
  }

  /// The panels that are on sale, upright and lying.
  @Test(arguments: [
    (320, 480), (480, 320), (480, 800), (800, 480), (600, 1024), (1024, 600), (720, 1280), (1080, 1920), (3840, 2160),
  ])
  func nothingRunsOffThePanel(width: Int, height: Int) throws {
    let stage = Stage(CubeScene())
    let window = Window(stage, size: Size(Double(width), Double(height)), scale: 1, threads: 1)
    window.layoutIfNeeded()
    stage.explain(Point(Double(width) / 2, Double(height) / 4))
    window.advance(to: window.now + 3_000_000_000)
    window.layoutIfNeeded()
    let view = try #require(stage.explosion)
    let panel = view.bounds.insetBy(-1, -1)
    for figure in view.figures {
      for corner in view.plan.box.corners { #expect(panel.contains(figure.map.apply(to: corner))) }
    }
    let places = [view.plan.replay, view.plan.close, view.plan.scrubber, view.plan.title, view.plan.lesson]
    for place in places.compactMap({ $0 }) + [view.plan.caption, view.plan.miniatureWords].compactMap({ $0 }) {
      #expect(place.corners.allSatisfy(panel.contains), "\(place)")
    }
  }

  /// Where panes lie upon each other there is no room for the sentence over one of them: the scrubber has it.
  @Test(arguments: [(480.0, 800.0), (1080, 1920)])
  func itsLineSaysWhichButtonWasMeant(width: Double, height: Double) throws {
    window.resize(to: Size(width, height), scale: 1)
    window.layoutIfNeeded()
    let place: Point = try #require(scene.buttonView.convert(scene.buttonView.bounds.center, to: stage))
    stage.explain(place)
    run(to: 3)
    let view = try #require(stage.explosion)
    let expected: [String?] = [nil, nil, nil, "your button: never asked", nil, nil]
    #expect(view.scrubber.ticks.map(\.meant) == expected)
    let lesson = try #require(view.plan.lesson)
    #expect(lesson.minX > view.plan.replay.maxX && lesson.maxX <= width)
    #expect(width > 480 || lesson.maxX == view.plan.close.maxX)
  }

  /// Each face is on its pane as it is on the panel, but for the one map that all panes have.
  @Test func facesAreAsThePanelProjectsThem() throws {
    let view = try explode()
    for figure in view.figures {
      for corner in figure.view.bounds.corners {
        let onContent = try #require(figure.view.convert(corner, to: scene.content))
        let onPane = try #require(
          figure.view.layer.homography(to: scene.content.layer).concatenating(Homography(figure.map)).apply(to: corner))
        let expected = figure.map.apply(to: onContent)
        #expect((onPane - expected).length < 1e-9)
      }
    }
  }

  @Test func nothingMovesOnceItWasAsked() throws {
    _ = try explode()
    _ = window.prepare()
    #expect(!window.isAnimating)
    #expect(!window.needsDisplay)
  }

  /// Left alone it closes, and leaves nothing to wake for.
  @Test func itClosesWhenNobodyIsThere() throws {
    let before = picture()
    _ = try explode()
    run(to: ExplosionView.patience - 1)
    #expect(stage.explosion != nil)
    run(to: ExplosionView.patience + 5)
    #expect(stage.explosion == nil)
    #expect(picture() == before)
    #expect(window.nextDeadline == nil && !window.isAnimating)
  }

  @Test func aFixMovesThePanesAndAsksAnew() throws {
    let view = try explode()
    #expect(!view.asking.isAsSeen)
    scene.touchFix = .reorder
    #expect(view.figures.first?.view === scene.faces[2])
    #expect(view.progress == 0)
    run(to: 6)
    #expect(view.progress == 1)
    #expect(view.asking.isAsSeen)
    #expect(view.asking.taker === scene.buttonView)
  }

  @Test func aFingerOnAPaneMovesTheTapAndReachesNothing() throws {
    let view = try explode()
    var presses = 0
    scene.onPress = { _ in presses += 1 }
    scene.touchFix = .depth
    run(to: 6)
    let hole = view.figures[3].place(of: view.tap)
    let other = hole + Point(10, 60)
    window.send([TouchEvent(.began, id: 1, at: other), TouchEvent(.ended, id: 1, at: other)], at: window.now)
    run(to: 9)
    #expect((view.figures[3].place(of: view.tap) - other).length < 1e-6)
    #expect(presses == 0)
    #expect(scene.buttons.allSatisfy { !$0.isHighlighted })
  }

  @Test func itClosesAndLeavesTheSceneAsItWas() throws {
    let before = picture()
    _ = try explode()
    #expect(picture() != before)
    #expect(stage.press(.escape))
    run(to: 6)
    #expect(stage.explosion == nil)
    #expect(picture() == before)
    #expect(!window.isAnimating)
    #expect(window.rootView.hitTest(Point(608, 158))?.name == "face5")
  }

  /// With the keyboard on its line, each arrow goes to another question, as a finger there does.
  @Test func theArrowsGoThroughTheQuestions() throws {
    let view = try explode()
    for _ in 0..<12 where !view.scrubber.isFocused { _ = window.press(.tab, at: window.now) }
    #expect(view.scrubber.isFocused && view.progress == 2)
    for (key, question) in [(Key.left, 1.0), (.up, 1), (.right, 2), (.down, 2), (.up, 1), (.down, 2)] {
      #expect(window.press(key, at: window.now) && view.progress == question, "\(key)")
    }
  }

  /// The end of its predecessor's animation doesn't close one that was opened meanwhile, nor place its scene.
  @Test func aNewOneOutlivesTheClosingOfAnOldOne() throws {
    _ = try explode()
    stage.closeExplosion()
    run(to: 3.1)
    stage.show(CubeScene())
    stage.explain()
    let view = try #require(stage.explosion)
    run(to: 6)
    #expect(stage.explosion === view && view.opening == 1)
  }

  @Test(arguments: SceneCatalog.names)
  func everySceneCanBeTakenApart(name: String) throws {
    let stage = Stage(try #require(SceneCatalog.make(name)))
    let window = Window(stage, size: Size(800, 480), scale: 1, threads: 1)
    window.reducesMotion = true
    window.layoutIfNeeded()
    stage.explain()
    let view = try #require(stage.explosion)
    #expect(!view.figures.isEmpty)
    #expect(view.progress >= 1)
    let another = try #require(SceneCatalog.make("cube"))
    stage.show(another)
    #expect(stage.explosion == nil)
  }

  private func picture() -> [UInt32] {
    let bitmap = Bitmap(width: 1280, height: 800)
    _ = window.prepare()
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
    return Array(UnsafeBufferPointer(start: bitmap.pixels, count: bitmap.pixelCount))
  }
}
