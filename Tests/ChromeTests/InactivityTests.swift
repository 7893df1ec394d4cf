import PanelViews
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
