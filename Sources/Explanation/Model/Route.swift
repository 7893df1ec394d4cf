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
    var steps: [HitStep] = []
    hitView = root.hitTest(point) { steps.append($0) }
    let visible = root.visibleView(at: point)
    // If no subview received the touch, the view itself did. Report only that.
    steps.removeAll { $0.outcome == .testsSubviews && $0.view === hitView }
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
    guard hitView == nil else { return }
    let outcome = LocalizedText.nobodyTakesIt.text
    lines.append(
      Line(
        name: "-", title: LocalizedText.nobody.text.capitalizedFirst, isHit: true, outcome: outcome,
        displayOutcome: outcome))
  }
}
