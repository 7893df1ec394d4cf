import PanelViews
import TestStage
import Testing

@testable import Chrome

@Suite struct InactivityTests {
  private let panel = Panel()
  private var stage: Stage { panel.stage }

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

  /// The question receives no touches, so that the views beneath it stay usable.
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
