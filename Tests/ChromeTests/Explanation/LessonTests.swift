import PanelViews
import TestStage
import Testing

@testable import Chrome
@testable import Scenes

/// The lesson is a cube scene with another name. Its "lamp" is the button on face 3, which switches the cube's light.
@Suite struct LessonTests {
  private let panel: Panel
  private var stage: Stage { panel.stage }
  private var scene: CubeScene { panel.cube }
  private var window: Window { panel.window }

  init() throws { panel = try Panel(LessonScene.name) }

  private var guide: LessonGuide { get throws { try #require(stage.explainer.guide) } }

  @Test func lessonGoesFromTapToSummary() throws {
    #expect(try guide.step == .tap)
    // A tap that misses the button doesn't start the lesson.
    panel.tap(Point(640, 420))
    #expect(try guide.step == .tap)
    panel.tap(panel.buttonPoint)
    #expect(try guide.step == .guess)
    #expect(try guide.hidesAnswer)
    try panel.tap("root/lesson/face3")
    #expect(try guide.step == .answer)
    panel.advance(seconds: 3)
    // Face 5 gets the tap. It is tested after face 6.
    #expect(stage.explainer.explosion?.report.hitIndex == 1)
    try panel.tap("root/lesson/next")
    #expect(try guide.step == .fixes)
    try panel.tap("root/bar/touch-fix/reorder")
    panel.advance(seconds: 3)
    #expect(scene.touchFix == .reorder)
    // Face 3 is tested first now.
    #expect(stage.explainer.explosion?.report.hitIndex == 0)
    try panel.tap("root/lesson/next")
    #expect(try guide.step == .turn)
    try panel.tap("root/lesson/next")
    panel.advance(seconds: 3)
    #expect(try guide.step == .summary)
    #expect(stage.explainer.explosion == nil && scene.isInHomeOrientation)
    try panel.tap("root/lesson/again")
    #expect(try guide.step == .tap)
    #expect(scene.touchFix == .none)
  }

  /// Tab goes to "Next" before the button that leaves the lesson, which is to the right of it.
  @Test func tabFollowsWhatIsSeen() throws {
    panel.tap(panel.buttonPoint)
    try panel.tap("root/lesson/face3")
    panel.advance(seconds: 3)
    var names: [String] = []
    for _ in 0..<20 {
      panel.press(.tab)
      names += try stage.descendant("root/lesson").tree.compactMap {
        ($0 as? Control)?.isFocused == true ? $0.name : nil
      }
    }
    #expect(names.prefix(2) == ["next", "leave"])
  }

  /// After each fix, the cube turns and the same tap is tried again.
  @Test func buttonTurnsAwayAfterEachFix() throws {
    #expect(try !stage.descendant("root/lesson/pointer").isHidden)
    panel.tap(panel.buttonPoint)
    #expect(try stage.descendant("root/lesson/pointer").isHidden)
    try panel.tap("root/lesson/face5")
    panel.advance(seconds: 3)
    try panel.tap("root/lesson/next")
    for (fix, reachesVisibleFace) in [(TouchFix.reorder, false), (.userInteraction, false), (.depth, true)] {
      scene.touchFix = fix
      panel.advance(seconds: LessonGuide.turnDelay - 0.2)
      #expect(!scene.isButtonTurnedAway && stage.explainer.explosion?.report.matchesVisibleView == true, "\(fix)")
      panel.advance(seconds: 2)
      #expect(
        scene.isButtonTurnedAway && stage.explainer.explosion?.report.matchesVisibleView == reachesVisibleFace, "\(fix)"
      )
      #expect(try guide.texts.title == "Now the lamp is at the back. You tap in front of it.")
    }
    try panel.tap("root/explosion/turn")
    panel.advance(seconds: 2)
    #expect(!scene.isButtonTurnedAway)
  }

  /// The exploded view shrinks the scene, and thus moves the lamp.
  @Test func lampPointerReturnsAfterTheExplodedView() throws {
    let pointer = try stage.descendant("root/lesson/pointer")
    let frame = pointer.frame
    stage.explain()
    panel.advance(seconds: 3)
    #expect(pointer.isHidden)
    // Lays out the lesson while the lamp is in the miniature.
    for size in [Size(1000, 600), Size(1280, 800)] {
      window.resize(to: size, scale: 1)
      panel.advance(seconds: 1)
    }
    try panel.tap("root/explosion/close")
    panel.advance(seconds: 3)
    #expect(stage.explainer.explosion == nil && !pointer.isHidden && pointer.frame == frame)
  }

  @Test(arguments: [Size(320, 480), Size(480, 800)]) func lampPointerStaysOnThePanel(_ size: Size) throws {
    window.resize(to: size, scale: 1)
    window.layoutIfNeeded()
    let pointer = try stage.descendant("root/lesson/pointer")
    #expect(try guide.frame.minX + pointer.frame.maxX <= size.width && pointer.frame.width > 100)
  }

  @Test func inactivityRestartsLesson() throws {
    panel.tap(panel.buttonPoint)
    try panel.tap("root/lesson/face5")
    panel.advance(seconds: Stage.inactivityTimeout + 5)
    #expect(try guide.step == .tap)
    #expect(stage.explainer.explosion == nil)
    panel.advance(seconds: 2)
    #expect(window.nextDeadline == nil && !window.isAnimating)
  }

  @Test(arguments: [LessonGuide.Step.guess, .answer, .fixes])
  func lessonCanBeLeft(step: LessonGuide.Step) throws {
    panel.tap(panel.buttonPoint)
    if step.rawValue >= LessonGuide.Step.answer.rawValue { try panel.tap("root/lesson/face1") }
    panel.advance(seconds: 3)
    if step == .fixes { try panel.tap("root/lesson/next") }
    #expect(try guide.step == step)
    try panel.tap("root/lesson/leave")
    #expect(stage.scene.name == "cube")
    #expect(stage.explainer.guide == nil && stage.explainer.explosion == nil)
    panel.advance(seconds: Stage.inactivityTimeout + 1)
    #expect(window.nextDeadline == nil)
  }

  @Test func tapThatReachesButtonTurnsLightOff() throws {
    scene.touchFix = .depth
    panel.tap(panel.buttonPoint)
    #expect(!scene.isLightOn)
  }

  @Test(arguments: [Size(480, 320), Size(800, 480), Size(1080, 1920), Size(3840, 2160)])
  func textsAndButtonsFit(size: Size) throws {
    window.resize(to: size, scale: 1)
    window.layoutIfNeeded()
    panel.tap(panel.buttonPoint)
    let guide = try guide
    let paths = (1...6).map { "face\($0)" } + ["leave", "number", "title", "detail"]
    let frames = try paths.map { try stage.descendant("root/lesson/\($0)").frame(in: guide) }
    for (index, frame) in frames.enumerated() {
      #expect(guide.bounds.insetBy(-0.01, -0.01).contains(frame.origin), "\(paths[index])")
      #expect(frame.maxX <= guide.bounds.width && frame.maxY <= guide.bounds.height, "\(paths[index])")
      #expect(!frames.dropFirst(index + 1).contains { $0.overlaps(frame) }, "\(paths[index])")
      // The first seven are buttons.
      #expect(index > 6 || frame.height >= 48 && frame.width >= 30)
    }
    #expect(guide.frame.maxY <= stage.bar!.frame.minY)
  }
}
