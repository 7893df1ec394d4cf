import Geometry
import Scenes
import Views

/// Shows at the finger where each tap went: a ring, and where that isn't what one sees, what hides the taker as glass and
/// a few words beside the scene.
///
/// All of it is layers but for the button that asks why: it takes part in no hit test.
final class TapFeedback {
  private unowned let stage: Stage
  /// The finger that may still become a tap.
  private var candidate: (id: Int, start: Point, taker: View?)?
  private var downs: Set<Int> = []
  private(set) var shown: [TapAnnotation] = []

  init(stage: Stage) { self.stage = stage }

  func report(_ event: TouchEvent, receivedBy view: View?) {
    switch event.phase {
    case .began:
      downs.insert(event.id)
      let isOurs = shown.contains { $0.button === view && view != nil }
      if !isOurs { for trace in shown { trace.fadeOut() } }
      candidate = downs.count == 1 && !isOurs && isOfScene(view) ? (event.id, event.location, view) : nil
      // Nothing more is heard of a finger that nobody took.
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

  /// What becomes a drag is none; what is a tap for a control may stray that far as well.
  private var slop: Double { PanGestureRecognizer.hysteresis * (stage.window?.gestureScale ?? 1) }

  private func isOfScene(_ taker: View?) -> Bool { taker?.isDescendant(of: stage.scene.content) ?? true }

  private func show() {
    guard let tap = candidate else { return }
    candidate = nil
    let content = stage.scene.content
    guard let window = stage.window, let point = stage.convert(tap.start, to: content) else { return }
    // Between down and up the scene may have become another.
    guard content.hitTest(point) === tap.taker else { return }
    let report = HitTestReport.parting(at: point, in: content)
    // Where nothing stands beside another there is nobody else who could have had it.
    guard report.candidates.count > 1 || !report.matchesVisibleView else { return }
    let trace = TapAnnotation(report, tappedAt: tap.start, on: stage)
    trace.onEnd = { [unowned self, unowned trace] in shown.removeAll { $0 === trace } }
    trace.onAsk = { [unowned self] in
      end()
      stage.explain(tap.start)
    }
    shown.append(trace)
    trace.appear(in: window)
  }

  // MARK: The scene

  /// What it points at isn't there any more.
  func endIfMoved() {
    for trace in shown where trace.hasMoved { trace.end() }
  }

  /// Takes all of it away at once.
  func end() {
    candidate = nil
    for trace in shown { trace.end() }
  }
}
