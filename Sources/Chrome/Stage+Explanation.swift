import Localization
import PanelViews
import Scenes

extension Stage {
  /// Opens the exploded view, which explains why a tap reaches its hit view.
  ///
  /// - Parameter point: the location of the tap, in the stage's points; `nil` for the last tap, or the scene's point of
  ///   interest before the first one.
  public func explain(_ point: Point? = nil) { explainer.explain(point) }

  public func closeExplosion() { explainer.closeExplosion() }

  package var offersLesson: Bool { permissions.contains(.scenes) }

  package func insertExplanation(_ view: View) {
    insertSubview(view, at: subviews.firstIndex { $0 === bar } ?? subviews.count)
  }

  /// Fades the parts of the bar that the exploded view doesn't need, and shows a hint in the status line.
  package func explanationDidChange() {
    setNeedsLayout()
    restartInactivityTimer()
    let isExploded = explainer.explosion != nil
    if isExploded { shift = .zero }
    guard let bar else { return }
    bar.explainButton.button?.isSelected = isExploded
    bar.fade(isExploded ? [bar.scenesButton, bar.settingsButton] : [])
    updateStatus()
  }
}
