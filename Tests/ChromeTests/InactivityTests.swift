import PanelViews
import TestStage
import Testing

@testable import Chrome

@Suite struct InactivityTests {
  private let panel = Panel()
  private var stage: Stage { panel.stage }

  @Test func visitorsAreAskedBeforeASheetCloses() {
    stage.showsPicker = true
    panel.wait(Stage.inactivityTimeout - Stage.warningTime - 1)
    #expect(stage.prompt == nil)
    panel.wait(2)
    #expect(stage.prompt?.text == "Do you need more time? Touch the screen.")
    panel.wait(Stage.warningTime)
    #expect(stage.sheet == nil && stage.prompt == nil)
    panel.wait(1)
    #expect(panel.window.nextDeadline == nil && !panel.window.isAnimating)
  }

  @Test(arguments: [true, false]) func anyInputGivesMoreTime(byKey: Bool) throws {
    stage.showsPicker = true
    panel.wait(Stage.inactivityTimeout - 1)
    #expect(stage.prompt != nil)
    if byKey { panel.press(.tab) } else { panel.send(.began, try stage.found("root/picker/sheet").centerInWindow()) }
    #expect(stage.prompt == nil && stage.sheet != nil)
    panel.wait(Stage.inactivityTimeout - Stage.warningTime - 1)
    #expect(stage.prompt == nil && stage.sheet != nil)
  }

  /// The question receives no touches, so that the views beneath it stay usable.
  @Test func questionCoversNoTouchTarget() throws {
    stage.explain(panel.buttonPoint)
    panel.wait(Stage.inactivityTimeout - 1)
    let prompt = try #require(stage.prompt)
    #expect(stage.hitTest(prompt.frame.center)?.isDescendant(of: prompt) == false)
    #expect(stage.bounds.contains(prompt.frame.center) && prompt.frame.width > 200)
  }
}
