import PanelViews
import Scenes
import TestStage
import Testing

@testable import Chrome

/// With `reduceMotion`, every change has its final state at once.
@Suite struct ReducedMotionTests {
  enum Change: String, CaseIterable {
    case sheetOpens, sheetCloses, settingsOpen, explodedViewOpens, explodedViewCloses, cubeTurns, panelDims
  }

  private func perform(_ change: Change, _ panel: Panel) {
    let stage = panel.stage
    switch change {
    case .sheetOpens: stage.showsPicker = true
    case .sheetCloses:
      stage.showsPicker = true
      panel.advance(seconds: 3)
      stage.showsPicker = false
    case .settingsOpen:
      stage.offeredSettings = [.textSize]
      stage.showsSettings = true
    case .explodedViewOpens: stage.explain(panel.buttonPoint)
    case .explodedViewCloses:
      stage.explain(panel.buttonPoint)
      panel.advance(seconds: 10)
      stage.closeExplosion()
    case .cubeTurns: panel.cube.turn(toFace: 5)
    case .panelDims: stage.dim(to: 0.6)
    }
    panel.window.layoutIfNeeded()
  }

  @Test(arguments: Change.allCases) func changeIsInstantaneous(_ change: Change) {
    let (animated, reduced) = (Panel(CubeScene()), Panel(CubeScene(), reducesMotion: true))
    perform(change, animated)
    #expect(animated.window.isAnimating, "without the setting, it moves")
    perform(change, reduced)
    #expect(!reduced.window.isAnimating)
    // A failed comparison in an expectation would describe a million pixels, which takes minutes.
    let picture = reduced.pixels()
    animated.advance(seconds: 10)
    let isFinal = picture == animated.pixels()
    #expect(isFinal, "the final state is the same")
    reduced.advance(seconds: 1)
    let isUnchanged = picture == reduced.pixels()
    #expect(isUnchanged)
  }

  /// With `reduceMotion`, a flung carousel stops as soon as the finger lifts.
  @Test(arguments: [true, false]) func nothingContinuesAfterTheFingerLifts(_ reducesMotion: Bool) throws {
    let panel = try Panel("carousel", reducesMotion: reducesMotion)
    let center = panel.stage.bounds.center
    panel.send(.began, center)
    for step in 1...6 {
      panel.advance(seconds: 1.0 / 60)
      panel.send(.moved, center + Point(Double(step) * 40, 0))
    }
    panel.send(.ended, center + Point(240, 0))
    #expect(panel.window.isAnimating == !reducesMotion)
  }
}
