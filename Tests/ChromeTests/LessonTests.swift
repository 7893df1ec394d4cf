import Geometry
import Testing
import Views

@testable import Chrome
@testable import Scenes

/// The lesson, by fingers and a clock that is moved by hand.
@Suite struct LessonTests {
  private let stage: Stage
  private let scene: CubeScene
  private let window: Window

  init() throws {
    scene = try #require(SceneCatalog.make(LessonScene.name) as? CubeScene)
    stage = Stage(scene)
    window = Window(stage, size: Size(1280, 800), scale: 1, threads: 1)
    window.onTouch = { [stage] in stage.report($0, takenBy: $1) }
    stage.makeScene = { SceneCatalog.make($0) }
    window.layoutIfNeeded()
  }

  private var guide: LessonGuide { get throws { try #require(stage.guide) } }

  private func wait(_ seconds: Double) {
    let end = window.now + UInt64(clamping: seconds * 1e9)
    while window.now < end { window.advance(to: min(window.now + 16_666_667, end)) }
    window.layoutIfNeeded()
  }

  private func tap(_ point: Point) {
    window.send([TouchEvent(.began, id: 1, at: point)], at: window.now)
    window.send([TouchEvent(.ended, id: 1, at: point)], at: window.now)
  }

  private func tap(_ path: String) throws {
    var queue: [View] = [stage]
    while let view = queue.popLast() {
      if view.path == path { return tap(try #require(view.convert(view.bounds.center, to: stage))) }
      queue += view.subviews
    }
    Issue.record("there is no \(path)")
  }

  private var lamp: Point {
    get throws {
      try #require(scene.buttonView.convert(Point(25, 20), to: stage))
    }
  }

  @Test func itGoesFromTheTapToTheSentence() throws {
    #expect(try guide.step == .tap)
    // Beside the lamp nothing begins.
    tap(Point(640, 420))
    #expect(try guide.step == .tap)
    tap(try lamp)
    #expect(try guide.step == .guess)
    #expect(try guide.keepsSecret)
    window.layoutIfNeeded()
    try tap("root/lesson/face3")
    #expect(try guide.step == .answer)
    wait(3)
    #expect(stage.explosion?.asking.takingPane == 1)
    try tap("root/lesson/next")
    #expect(try guide.step == .fixes)
    window.layoutIfNeeded()
    try tap("root/bar/touch-fix/reorder")
    wait(3)
    #expect(scene.touchFix == .reorder)
    #expect(stage.explosion?.asking.takingPane == 0)
    try tap("root/lesson/next")
    #expect(try guide.step == .turn)
    try tap("root/lesson/next")
    wait(3)
    #expect(try guide.step == .sentence)
    #expect(stage.explosion == nil)
    window.layoutIfNeeded()
    try tap("root/lesson/again")
    #expect(try guide.step == .tap)
    #expect(scene.touchFix == .none)
  }

  @Test func itBeginsAgainWhenNobodyIsThere() throws {
    tap(try lamp)
    try tap("root/lesson/face5")
    wait(LessonGuide.patience + 5)
    #expect(try guide.step == .tap)
    #expect(stage.explosion == nil)
    // Nothing is left to do for somebody who never came.
    wait(2)
    #expect(window.nextDeadline == nil && !window.isAnimating)
  }

  @Test(arguments: [LessonGuide.Step.guess, .answer, .fixes])
  func itCanBeLeftAtAnyStep(step: LessonGuide.Step) throws {
    tap(try lamp)
    window.layoutIfNeeded()
    if step.rawValue >= LessonGuide.Step.answer.rawValue { try tap("root/lesson/face1") }
    wait(3)
    if step == .fixes { try tap("root/lesson/next") }
    #expect(try guide.step == step)
    window.layoutIfNeeded()
    try tap("root/lesson/leave")
    #expect(stage.scene.name == "cube")
    #expect(stage.guide == nil && stage.explosion == nil)
    wait(LessonGuide.patience + 1)
    #expect(window.nextDeadline == nil)
  }

  /// Its own lamp is a lamp, once a tap reaches it.
  @Test func theLampOfTheLessonIsALamp() throws {
    scene.touchFix = .depth
    tap(try lamp)
    #expect(!scene.isLightOn)
  }

  @Test(arguments: [Size(480, 320), Size(800, 480), Size(1080, 1920), Size(3840, 2160)])
  func itsWordsAndButtonsFit(size: Size) throws {
    window.resize(to: size, scale: 1)
    window.layoutIfNeeded()
    tap(try lamp)
    window.layoutIfNeeded()
    let guide = try guide
    for view in guide.subviews where !view.isHidden && view is Control {
      #expect(guide.bounds.insetBy(-0.01, -0.01).contains(view.frame.origin))
      #expect(view.frame.maxX <= guide.bounds.width && view.frame.maxY <= guide.bounds.height)
      #expect(view.frame.height >= 48)
    }
    #expect(guide.frame.maxY <= stage.bar!.frame.minY)
  }
}
