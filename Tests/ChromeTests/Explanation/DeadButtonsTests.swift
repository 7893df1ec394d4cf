import PanelViews
import TestStage
import Testing

@testable import Chrome
@testable import Scenes

@Suite struct DeadButtonsTests: SpeechSuite {
  let speech = Speech()

  private func panel(_ size: Size = Size(1280, 800)) -> (Panel, DeadButtonsScene) {
    let scene = DeadButtonsScene()
    return (Panel(scene, size), scene)
  }

  private func tap(_ view: View, _ panel: Panel) throws { panel.tap(try view.centerInWindow()) }

  @Test(arguments: [Size(480, 320), Size(320, 480), Size(800, 480), Size(1080, 1920)])
  func everyButtonIsDeadUntilItIsRepaired(_ size: Size) throws {
    let (panel, scene) = panel(size)
    for card in scene.cards {
      try tap(card.button, panel)
      let annotation = try #require(panel.stage.explainer.tapFeedback.annotations.last, "\(card.cause)")
      #expect(card.pressCount == 0 && annotation.texts != nil, "\(card.cause)")
      panel.stage.explainer.tapFeedback.end()
      try tap(card.repairSwitch, panel)
      panel.advance(seconds: 0.5)
      try tap(card.button, panel)
      #expect(card.pressCount == 1, "\(card.cause)")
      #expect(panel.stage.explainer.tapFeedback.annotations.allSatisfy { $0.texts == nil }, "\(card.cause)")
      panel.stage.explainer.tapFeedback.end()
    }
    scene.resetForNextVisitor()
    panel.advance(seconds: 0.5)
    for card in scene.cards {
      try tap(card.button, panel)
      #expect(card.pressCount == 1, "\(card.cause) is dead again")
    }
  }

  /// A finger that explores a dead button hears the cause. Speech presses what is spoken, whatever takes touches there.
  @Test func everyCauseIsSpoken() throws {
    let (panel, scene) = panel()
    _ = explored(panel)
    let causes = [
      "would reach the cover", "would reach the cover", "lies outside of the gray box",
      "gray box does not listen", "dimmed", "button",
    ]
    for (card, cause) in zip(scene.cards, causes) {
      let texts = touch(try card.button.centerInWindow(), panel)
      #expect(texts.count == 1 && texts[0].contains(cause), "\(texts)")
      _ = touch(try card.repairSwitch.centerInWindow(), panel)
      _ = doubleTap(panel)
      panel.advance(seconds: 1)
      _ = touch(try card.button.centerInWindow(), panel)
      _ = doubleTap(panel)
      #expect(card.pressCount == 1, "\(card.cause)")
    }
  }

  @Test func everyCauseHasItsObstacle() throws {
    let (panel, scene) = panel()
    for card in scene.cards {
      let point = try #require(panel.stage.convert(try card.button.centerInWindow(), to: scene.content))
      var trace = HitTestTrace(at: point, in: scene.content)
      if card.cause == .gesture { trace.claimingRecognizer = trace.steps.flatMap(\.gestureRecognizers).first }
      let matches =
        switch (card.cause, trace.obstacle) {
        case (.laterSibling, .covered(_, isDrawn: true)), (.invisibleView, .covered(_, isDrawn: false)): true
        case (.outsideSuperview, .outside), (.interactionOff, .interactionOff), (.disabled, .disabled): true
        case (.gesture, .recognized): true
        default: false
        }
      #expect(matches, "\(card.cause): \(String(describing: trace.obstacle))")
    }
  }

  /// Beside a button, the tap goes to a view that only arranges others. That needs no explanation, and no text may cover
  /// the cards.
  @Test func onlyDeadButtonsAreExplained() throws {
    let (panel, scene) = panel()
    for card in scene.cards where card.cause != .laterSibling && card.cause != .invisibleView {
      let corner = try #require(card.button.convert(Point(-4, 22), to: panel.stage))
      panel.tap(corner)
      #expect(panel.stage.explainer.tapFeedback.annotations.allSatisfy { $0.texts == nil }, "\(card.cause)")
      panel.stage.explainer.tapFeedback.end()
    }
    try tap(scene.cards[4].button, panel)
    let caption = try #require(panel.stage.subviews.first { $0.name == "tap-caption" })
    #expect(caption.layer.backgroundColor != nil, "a strip with a background")
  }

  @Test(arguments: Panel.sizes) func buttonsAreLegibleAndLargeEnough(_ size: Size) throws {
    let (_, scene) = panel(size)
    for card in scene.cards {
      #expect(card.button.bounds.height >= 44 && card.button.bounds.width >= 60)
      #expect(card.bounds.insetBy(-0.5, -0.5).contains(card.repairSwitch.frame.center))
      #expect(card.repairSwitch.frame.maxY <= card.bounds.maxY)
    }
  }
}
