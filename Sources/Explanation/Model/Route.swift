import Localization
import PanelGeometry
import PanelViews

/// A hit test as text: the tested views in order, each with its outcome.
public struct Route {
  public struct Line: Equatable {
    /// The view's path.
    public let name: String
    /// The view's displayed name.
    public let title: String
    public let isHit: Bool
    /// The outcome. If the hit view isn't visible at the point, names the visible view by path or by displayed name.
    public let reason, displayReason: String
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
        text = LocalizedText.withReason.text([.word: text, .reason: step.outcome.reason])
      }
      // A view apart from the hit view that is visible at the point.
      let visibleInstead = visible.flatMap {
        isHit && !$0.isDescendant(of: step.view) && !step.view.isDescendant(of: $0) ? $0 : nil
      }
      func reason(naming name: KeyPath<View, String>) -> String {
        visibleInstead.map { LocalizedText.eyeSees.text([.word: text, .seen: $0[keyPath: name]]) } ?? text
      }
      lines.append(
        Line(
          name: step.view.path.isEmpty ? "(no name)" : step.view.path, title: step.view.displayPath, isHit: isHit,
          reason: reason(naming: \.path),
          displayReason: reason(naming: \.displayPath)))
    }
    guard hitView == nil else { return }
    let reason = LocalizedText.nobodyTakesIt.text
    lines.append(
      Line(
        name: "-", title: LocalizedText.nobody.text.capitalizedFirst, isHit: true, reason: reason, displayReason: reason
      ))
  }
}
