import Localization
import PanelViews

/// A hit test as text: the tested views in order, each with its outcome.
public struct Route {
  public struct Line: Equatable {
    /// The view's path.
    public let name: String
    /// The outcome with its reason. If the hit view isn't visible at the point, also the path of the visible view.
    public let outcome: String
  }

  public private(set) var lines: [Line] = []
  public let hitView: View?

  public init(to point: Point, in root: View) {
    let trace = HitTestTrace(at: point, in: root)
    hitView = trace.hitView
    let visible = trace.visibleView
    // A view that receives the touch itself does so after its subviews were tested.
    let tested = trace.steps.compactMap { step in step.outcome.map { (view: step.view, outcome: $0) } }
    let steps = tested.filter { $0.outcome != .hit } + tested.filter { $0.outcome == .hit }
    for step in steps {
      let isHit = step.outcome == .hit
      var text = step.outcome.text
      if step.outcome == .testsSubviews, step.view.subviews.count > 1 {
        text = step.view.hitOrder.texts.testsSubviews.text
      }
      if !step.outcome.reason.isEmpty {
        text = LocalizedText.outcomeWithReason.text([.word: text, .reason: step.outcome.reason])
      }
      // The visible view at the point, if it covers the hit view.
      let visibleInstead = visible.flatMap {
        isHit && !$0.isDescendant(of: step.view) && !step.view.isDescendant(of: $0) ? $0 : nil
      }
      if let visibleInstead {
        text = LocalizedText.outcomeWithVisibleView.text([.word: text, .seen: visibleInstead.path])
      }
      lines.append(Line(name: step.view.path.isEmpty ? "(no name)" : step.view.path, outcome: text))
    }
    if hitView == nil { lines.append(Line(name: "-", outcome: LocalizedText.nobodyTakesIt.text)) }
    guard let control = trace.intendedView as? Control, let obstacle = trace.obstacle(for: control) else { return }
    let view: View
    switch obstacle {
    // The line of the hit view says so.
    case .covered(_, isDrawn: true): return
    case .covered(let hit, _): view = hit
    default: view = control
    }
    lines.append(Line(name: view.path, outcome: obstacle.reason(for: control)))
  }
}
