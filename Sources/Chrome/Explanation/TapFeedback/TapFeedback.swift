import PanelViews
import Scenes

/// Shows where each tap went: a ring at the finger, and if the hit view isn't the visible view, a see-through overlay
/// and a caption.
///
/// Only the caption's button takes part in hit tests. Everything else is drawn in layers.
package final class TapFeedback {
  private unowned let explainer: Explainer
  private var stage: Stage { explainer.stage }
  /// The touch that becomes a tap if it ends without a drag.
  private var pendingTap: (id: Int, start: Point, hitView: View?)?
  /// The ids of the current touches.
  private var touchesDown: Set<Int> = []
  private(set) var annotations: [TapAnnotation] = []

  init(_ explainer: Explainer) { self.explainer = explainer }

  func didDeliver(_ event: TouchEvent, to view: View?) {
    switch event.phase {
    case .began:
      touchesDown.insert(event.id)
      let isExplainButton = annotations.contains { $0.button === view && view != nil }
      if !isExplainButton { for annotation in annotations { annotation.fadeOut() } }
      pendingTap =
        touchesDown.count == 1 && !isExplainButton && isInScene(view) ? (event.id, event.location, view) : nil
      // A touch without a view sends no further events.
      if view == nil {
        touchesDown.remove(event.id)
        showAnnotation(claimedBy: nil)
      }
    case .moved:
      guard let pendingTap, pendingTap.id == event.id else { return }
      if (event.location - pendingTap.start).length > slop { self.pendingTap = nil }
    case .ended:
      touchesDown.remove(event.id)
      if pendingTap?.id == event.id { showAnnotation(claimedBy: stage.window?.claimingRecognizer) }
    case .cancelled:
      touchesDown.remove(event.id)
      pendingTap = nil
    }
  }

  /// The maximum movement of a tap, in points. A larger movement is a drag, which has no feedback.
  private var slop: Double { PanGestureRecognizer.hysteresis * (stage.window?.thresholdScale ?? 1) }

  private func isInScene(_ hitView: View?) -> Bool { hitView?.isDescendant(of: stage.scene.content) ?? true }

  private func showAnnotation(claimedBy recognizer: GestureRecognizer?) {
    guard let tap = pendingTap else { return }
    pendingTap = nil
    let content = stage.scene.content
    guard let window = stage.window, let point = stage.convert(tap.start, to: content) else { return }
    // The scene may have changed since the touch began.
    guard content.hitTest(point) === tap.hitView else { return }
    var trace = HitTestTrace(at: point, in: content)
    trace.claimingRecognizer = recognizer
    let report = HitTestReport.findingMismatch(trace, in: content)
    // Without siblings, no other view could have received the tap. A view that only arranges others isn't explained.
    guard
      report.deadControl != nil
        || (report.candidates.count > 1 || !report.matchesVisibleView) && !report.hitsOnlyArrangement
    else { return }
    let annotation = TapAnnotation(report, tappedAt: tap.start, on: stage)
    annotation.onEnd = { [unowned self, unowned annotation] in annotations.removeAll { $0 === annotation } }
    annotation.onExplain = { [unowned self] in
      end()
      explainer.explain(tap.start)
    }
    annotations.append(annotation)
    annotation.appear(in: window)
  }

  /// Removes feedback for views that have moved, and updates the rest if views have changed.
  func update() {
    for annotation in annotations {
      if annotation.hasMoved { annotation.end() } else { annotation.overlay?.updateBackdrop() }
    }
  }

  /// Removes all feedback at once.
  package func end() {
    pendingTap = nil
    for annotation in annotations { annotation.end() }
  }
}
