import Localization
import PanelViews

/// A hit test as text: the tested views in order, each with its outcome.
public struct Route {
  public struct Line: Equatable {
    /// The view's path.
    public let name: String
    /// The view's displayed name.
    public let title: String
    public let isHit: Bool
    /// The outcome with its reason, for logs. If the hit view isn't visible at the point, also the path of the visible
    /// view.
    public let outcome: String
    /// Like `outcome`, with the displayed name of the visible view.
    public let displayOutcome: String
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
        text = (step.view.hitOrder == .depth ? LocalizedText.asksNearestFirst : .asksLastFirst).text
      }
      if !step.outcome.reason.isEmpty {
        text = LocalizedText.outcomeWithReason.text([.word: text, .reason: step.outcome.reason])
      }
      // The visible view at the point, if it covers the hit view.
      let visibleInstead = visible.flatMap {
        isHit && !$0.isDescendant(of: step.view) && !step.view.isDescendant(of: $0) ? $0 : nil
      }
      func outcome(naming name: KeyPath<View, String>) -> String {
        visibleInstead.map { LocalizedText.outcomeWithVisibleView.text([.word: text, .seen: $0[keyPath: name]]) }
          ?? text
      }
      lines.append(
        Line(
          name: step.view.path.isEmpty ? "(no name)" : step.view.path, title: step.view.displayPath, isHit: isHit,
          outcome: outcome(naming: \.path), displayOutcome: outcome(naming: \.displayPath)))
    }
    if hitView == nil {
      let outcome = LocalizedText.nobodyTakesIt.text
      lines.append(
        Line(
          name: "-", title: LocalizedText.nobody.text.capitalizedFirst, isHit: true, outcome: outcome,
          displayOutcome: outcome))
    }
    guard let control = trace.intendedView as? Control, let obstacle = trace.obstacle(for: control) else { return }
    let view: View
    switch obstacle {
    // The line of the hit view says so.
    case .covered(_, isDrawn: true): return
    case .covered(let hit, _): view = hit
    default: view = control
    }
    let reason = obstacle.reason(for: control)
    lines.append(
      Line(name: view.path, title: view.displayPath, isHit: false, outcome: reason, displayOutcome: reason))
  }
}
