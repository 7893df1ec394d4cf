import PanelGeometry
import PanelViews
import Scenes

/// Shows where each tap went: a ring at the finger, and if the hit view isn't the visible view, a see-through overlay and
/// a caption.
///
/// All of it except for the caption's button is layers, which take part in no hit test.
package final class TapFeedback {
  private unowned let explainer: Explainer
  private var host: any ExplanationHost { explainer.host }
  /// A touch that can still become a tap.
  private var candidate: (id: Int, start: Point, hitView: View?)?
  private var downs: Set<Int> = []
  private(set) var shown: [TapAnnotation] = []

  init(_ explainer: Explainer) { self.explainer = explainer }

  func report(_ event: TouchEvent, receivedBy view: View?) {
    switch event.phase {
    case .began:
      downs.insert(event.id)
      let isOurs = shown.contains { $0.button === view && view != nil }
      if !isOurs { for trace in shown { trace.fadeOut() } }
      candidate = downs.count == 1 && !isOurs && isOfScene(view) ? (event.id, event.location, view) : nil
      // A touch without a view sends no further events.
      if view == nil {
        downs.remove(event.id)
        show()
      }
    case .moved:
      guard let candidate, candidate.id == event.id else { return }
      if (event.location - candidate.start).length > slop { self.candidate = nil }
    case .ended:
      downs.remove(event.id)
      if candidate?.id == event.id { show() }
    case .cancelled:
      downs.remove(event.id)
      candidate = nil
    }
  }

  /// Drags give no feedback. A tap on a control may move by this distance.
  private var slop: Double { PanGestureRecognizer.hysteresis * (host.window?.gestureScale ?? 1) }

  private func isOfScene(_ hitView: View?) -> Bool { hitView?.isDescendant(of: host.scene.content) ?? true }

  private func show() {
    guard let tap = candidate else { return }
    candidate = nil
    let content = host.scene.content
    guard let window = host.window, let point = host.convert(tap.start, to: content) else { return }
    // The scene may have changed since the touch began.
    guard content.hitTest(point) === tap.hitView else { return }
    let report = HitTestReport.parting(at: point, in: content)
    // Without siblings, no other view could have received the tap.
    guard report.candidates.count > 1 || !report.matchesVisibleView else { return }
    let trace = TapAnnotation(report, tappedAt: tap.start, on: host)
    trace.onEnd = { [unowned self, unowned trace] in shown.removeAll { $0 === trace } }
    trace.onAsk = { [unowned self] in
      end()
      explainer.explain(tap.start)
    }
    shown.append(trace)
    trace.appear(in: window)
  }

  /// Removes feedback for views that have moved.
  func endIfMoved() {
    for trace in shown where trace.hasMoved { trace.end() }
  }

  /// Removes all feedback at once.
  package func end() {
    candidate = nil
    for trace in shown { trace.end() }
  }
}
