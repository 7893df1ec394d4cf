import Geometry
import Views

/// The way of a touch through the views, in words: who was asked, in that order, and what each said.
public struct Route {
  public struct Line: Equatable {
    /// The view's path, or its name where that is enough.
    public let name: String
    public let reason: String
    public let isTaker: Bool
  }

  public private(set) var lines: [Line] = []
  public let taker: View?

  public init(to point: Point, in root: View) {
    var steps: [HitStep] = []
    taker = root.hitTest(point) { steps.append($0) }
    let seen = root.viewSeen(at: point)
    // A view that asked its subviews in vain takes the touch itself: that is said once, after them.
    steps.removeAll { $0.verdict == .asksSubviews && $0.view === taker }
    for step in steps {
      let isTaker = step.verdict == .took
      var reason = step.verdict.word
      if step.verdict == .asksSubviews { reason += Self.order(of: step.view) }
      if !step.verdict.reason.isEmpty { reason += " (\(step.verdict.reason))" }
      if isTaker, let seen, !seen.isDescendant(of: step.view), !step.view.isDescendant(of: seen) {
        reason += "; the eye sees \(seen.path) there"
      }
      lines.append(Line(name: step.view.path, reason: reason, isTaker: isTaker))
    }
    if taker == nil { lines.append(Line(name: "-", reason: "nobody takes it", isTaker: true)) }
  }

  private static func order(of view: View) -> String {
    guard view.subviews.count > 1 else { return "" }
    return view.hitOrder == .depth ? ", the nearest first" : ", the last one first"
  }
}
