import PanelViews
import Scenes
import TestStage
import Testing

@testable import Chrome

@Suite struct InactivityTests {
  private let panel = Panel()
  private var stage: Stage { panel.stage }
  private var isExploded: Bool { stage.explainer.explosion != nil }

  @Test func visitorsAreAskedBeforeASheetCloses() {
    stage.showsPicker = true
    panel.advance(seconds: Stage.inactivityTimeout - Stage.warningTime - 1)
    #expect(stage.prompt == nil)
    panel.advance(seconds: 2)
    #expect(stage.prompt?.text == "Do you need more time? Touch the screen.")
    panel.advance(seconds: Stage.warningTime)
    #expect(stage.sheet == nil && stage.prompt == nil)
    panel.advance(seconds: 1)
    #expect(panel.window.nextDeadline == nil && !panel.window.isAnimating)
  }

  @Test(arguments: [true, false]) func anyInputGivesMoreTime(byKey: Bool) throws {
    stage.showsPicker = true
    panel.advance(seconds: Stage.inactivityTimeout - 1)
    #expect(stage.prompt != nil)
    if byKey {
      panel.press(.tab)
    } else {
      panel.send(.began, try stage.descendant("root/picker/sheet").centerInWindow())
    }
    #expect(stage.prompt == nil && stage.sheet != nil)
    panel.advance(seconds: Stage.inactivityTimeout - Stage.warningTime - 1)
    #expect(stage.prompt == nil && stage.sheet != nil)
  }

  /// An answer doesn't press what is beneath, nor does the second tap of a double tap.
  @Test(arguments: ["tap", "double tap", "key"], [false, true]) func answerHasNoOtherEffect(
    _ how: String, withSpeech: Bool
  ) throws {
    if withSpeech {
      stage.setSpeech(isOn: true)
      panel.window.moveAccessibilityFocus(to: try stage.descendant("root/bar/scenes"))
    } else {
      stage.explain(panel.buttonPoint)
      panel.window.focus(try stage.descendant("root/bar/explain").tree.lazy.compactMap { $0 as? Control }.first)
    }
    var texts: [String] = []
    panel.window.onUtterance = { if !$0.text.isEmpty { texts.append($0.text) } }
    panel.advance(seconds: Stage.inactivityTimeout - 1)
    #expect(stage.prompt != nil && texts.count == (withSpeech ? 1 : 0))
    let location = try stage.descendant("root/bar/explain").centerInWindow()
    switch how {
    case "key":
      panel.press(.return)
      panel.window.release(.return, at: panel.window.now)
    default: for _ in 0..<(how == "tap" ? 1 : 2) { panel.tap(location) }
    }
    panel.advance(seconds: 2)
    #expect(stage.prompt == nil && isExploded == !withSpeech && stage.sheet == nil)
    #expect(texts.count == (withSpeech ? 1 : 0))
    // The next input has its effect.
    if !withSpeech {
      panel.tap(location)
      panel.advance(seconds: 2)
      #expect(!isExploded)
    }
  }

  /// It would be heard too late.
  @Test func questionInterruptsOtherSpeech() {
    var utterances: [Utterance] = []
    stage.setSpeech(isOn: true)
    panel.window.onUtterance = { utterances.append($0) }
    panel.advance(seconds: Stage.inactivityTimeout - 1)
    #expect(utterances.map(\.interrupts) == [true])
  }

  /// The question is between the field and the keyboard, or above both.
  @Test(arguments: [Size(800, 480), Size(480, 800), Size(1280, 800)], [false, true])
  func questionLeavesTheFieldVisible(_ size: Size, isAtBottom: Bool) throws {
    var (description, node, rest) = (SceneDescription(), SceneDescription.Node(), SceneDescription.Node())
    var control = SceneDescription.ControlDescription(.field)
    control.valueName = "name"
    (node.control, node.isArranged, rest.isArranged, rest.grows) = (control, true, true, true)
    description.root.stack = SceneDescription.Stack()
    description.root.children = isAtBottom ? [rest, node] : [node, rest]
    let scene = FileScene(description, values: Values(["name": ValueDefinition(.set(""))]))
    let panel = Panel(scene, size)
    panel.window.makeKeyboard = { KeyboardView(layouts: []) }
    let field = try #require(scene.valueControls[0].view.tree.lazy.compactMap { $0 as? TextField }.first)
    panel.tap(try field.centerInWindow())
    panel.advance(seconds: Stage.inactivityTimeout - 1)
    let prompt = try #require(panel.stage.prompt)
    let question = try #require(prompt.convert(prompt.bounds, to: panel.stage))
    let shown = try #require(field.convert(field.bounds, to: panel.stage))
    #expect(question.minY >= 0 && (question.maxY <= shown.minY || question.minY >= shown.maxY))
    let keyboard = try #require(panel.stage.tree.lazy.compactMap { $0 as? KeyboardView }.first)
    let keys = try #require(keyboard.convert(keyboard.bounds, to: panel.stage))
    #expect(question.maxY <= keys.minY)
  }

  // MARK: Home

  /// Counts returns to the first scene.
  private final class Home {
    private(set) var count = 0
    init(_ stage: Stage, after seconds: Double) {
      stage.homeTimeout = seconds
      let scene = stage.scene
      stage.onHomeTimeout = { [unowned self, unowned stage] in
        count += 1
        stage.show(scene)
      }
    }
  }

  @Test func homeIsShownAfterTheLastInputOrChangeOfTheScene() throws {
    let home = Home(stage, after: 30)
    let first = stage.scene
    stage.show(try #require(SceneCatalog.make(FoldScene.name)))
    panel.advance(seconds: 20)
    panel.tap(Point(5, 5))
    panel.advance(seconds: 29)
    #expect(home.count == 0)
    stage.show(try #require(SceneCatalog.make(DeadButtonsScene.name)))
    panel.advance(seconds: 29)
    #expect(home.count == 0 && stage.scene !== first)
    panel.advance(seconds: 2)
    #expect(home.count == 1 && stage.scene === first && stage.prompt == nil && stage.dimmingLayer.superlayer == nil)
    // Nothing remains to do.
    panel.advance(seconds: 60)
    #expect(home.count == 1 && panel.window.nextDeadline == nil)
    // The next touch has its effect.
    #expect(stage.receiveInput(isKey: false))
  }

  /// A sheet is open for a minute, and the visitor is asked.
  @Test(arguments: [10.0, 60, 90]) func homeWaitsForTheEndOfTheVisit(_ seconds: Double) {
    let home = Home(stage, after: seconds)
    panel.tap(Point(5, 5))
    stage.showsPicker = true
    panel.advance(seconds: 39)
    #expect(stage.prompt == nil && stage.showsPicker && home.count == 0)
    panel.advance(seconds: 2)
    #expect(stage.prompt != nil)
    panel.tap(Point(5, 5))
    panel.advance(seconds: 59)
    #expect(stage.showsPicker && home.count == 0)
    panel.advance(seconds: 2)
    #expect(!stage.showsPicker && home.count == (seconds > 60 ? 0 : 1))
    panel.advance(seconds: 30)
    #expect(home.count == 1)
  }

  @Test func homeTimeoutChanges() {
    let home = Home(stage, after: 60)
    panel.tap(Point(5, 5))
    panel.advance(seconds: 10)
    stage.homeTimeout = 20
    panel.advance(seconds: 21)
    #expect(home.count == 1)
    panel.tap(Point(5, 5))
    stage.homeTimeout = nil
    panel.advance(seconds: 100)
    #expect(home.count == 1 && panel.window.nextDeadline == nil)
  }

  /// Brightness applies to sheets, too, and to an idle panel in addition.
  @Test func brightnessDarkensEverything() throws {
    stage.showsPicker = true
    panel.advance(seconds: 2)
    func sum() -> Double { panel.pixels().reduce(0) { $0 + Double($1 >> 8 & 0xFF) } }
    let full = sum()
    for (brightness, part) in [(0.5, 0.5), (0, 0.25), (-1, 0.25), (0.8, 0.8), (2, 1), (1, 1)] {
      stage.brightness = brightness
      panel.advance(seconds: 2)
      let found = sum() / full
      #expect(abs(found - part) < 0.02, "\(brightness)")
    }
    #expect(stage.dimmingLayer.superlayer == nil)
    stage.brightness = 0.5
    stage.dim(to: 0.6)
    panel.advance(seconds: 2)
    #expect(abs(stage.dimmingLayer.opacity - 0.8) < 1e-9)
    stage.dim(to: 0)
    panel.advance(seconds: 2)
    #expect(abs(stage.dimmingLayer.opacity - 0.5) < 1e-9)
  }

  /// The question receives no touches, so that people see what is beneath it.
  @Test func questionCoversNoTouchTarget() throws {
    stage.explain(panel.buttonPoint)
    panel.advance(seconds: Stage.inactivityTimeout - 1)
    let prompt = try #require(stage.prompt)
    #expect(stage.hitTest(prompt.frame.center)?.isDescendant(of: prompt) == false)
    #expect(stage.bounds.contains(prompt.frame.center) && prompt.frame.width > 200)
  }

  @Test func speechEndsAfterAQuestionWithoutAnswer() {
    var (texts, changes): ([String], [Bool]) = ([], [])
    panel.window.onUtterance = { if !$0.text.isEmpty { texts.append($0.text) } }
    stage.onSpeechChange = { changes.append($0) }
    stage.adaptationTimeout = 100
    for _ in 0..<2 { stage.setSpeech(isOn: true) }
    #expect(texts.count == 1 && stage.isSpeechOn && changes == [true])
    panel.advance(seconds: 79)
    #expect(texts.count == 1)
    panel.advance(seconds: 2)
    #expect(texts.last == "Do you need more time? Touch the screen.")
    panel.tap(Point(5, 5))
    panel.advance(seconds: 81)
    #expect(texts.count(where: { $0 == "Do you need more time? Touch the screen." }) == 2 && stage.isSpeechOn)
    panel.advance(seconds: 20)
    #expect(texts.last == "Speech is off" && !stage.isSpeechOn && changes == [true, false])
    panel.advance(seconds: 1)
    #expect(panel.window.nextDeadline == nil && !panel.window.isAnimating)
  }
}
