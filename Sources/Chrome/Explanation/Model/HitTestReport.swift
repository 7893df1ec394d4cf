import PanelViews

/// The hit test of one tap: the sibling views in test order, each with its outcome, from the trace of a real hit test.
///
/// Transform-only views are replaced by their subviews, because they never receive touches.
public struct HitTestReport {
  public enum Outcome: Equatable, Sendable {
    /// Tested, but it doesn't contain the point.
    case missed
    /// It receives no touches at any point.
    case ignoresTouches
    /// It receives the tap, or one of its subviews does.
    case hit
    case notTested
  }

  public struct Candidate {
    public let view: View
    public let outcome: Outcome
    /// True if the view contains the point, whether it was tested or not.
    public let containsTap: Bool
    /// True if the view or a descendant draws at the point, whatever covers it.
    public let isDrawnAtTap: Bool
    public let facing: Facing
    /// The depth of the view's center, in points toward the viewer.
    public let depth: Double
  }

  /// In test order.
  public let candidates: [Candidate]
  /// The superview of the candidates. It receives the tap if none of them does.
  public let container: View
  /// The deepest view that received the tap, if any.
  public let hitView: View?
  /// The index of the candidate with the hit view; `nil` if it is the container, or none.
  public let hitIndex: Int?
  /// The index of the visible candidate at the point, if any.
  public let visibleIndex: Int?
  public let visibleView: View?
  public let order: HitOrder

  var hitCandidate: Candidate? { hitIndex.map { candidates[$0] } }
  var visibleCandidate: Candidate? { visibleIndex.map { candidates[$0] } }

  /// True if the tap reached the nearest candidate at the point, or the container if no candidate is there.
  public var matchesVisibleView: Bool { hitIndex == visibleIndex }

  /// The hit test of the content, with all views.
  public let trace: HitTestTrace

  /// - Parameter point: in the content's coordinates, in points.
  public init(at point: Point, in content: View) {
    self.init(HitTestTrace(at: point, in: content), level: content)
  }

  /// - Parameter level: a view of the trace. The candidates are its subviews, or the subviews of the only one of them that
  ///   receives touches.
  init(_ trace: HitTestTrace, level: View) {
    let container = level.candidateContainer(in: trace)
    let order = container.candidateOrder
    var steps = container.candidateSteps(in: trace)
    if order.sortsSubviews { steps = Self.sorted(steps, by: order, siblings: container.candidateViews) }
    let hitIndex = trace.hitView.flatMap { hitView in steps.firstIndex { hitView.isDescendant(of: $0.view) } }
    candidates = steps.enumerated().map { index, step in
      let outcome: Outcome
      if index == hitIndex {
        outcome = .hit
      } else if let stepOutcome = step.outcome {
        outcome = stepOutcome.ignoresTouches ? .ignoresTouches : .missed
      } else if hitIndex.map({ index < $0 }) ?? true {
        // A test that sorts candidates skips those that don't contain the point.
        outcome = step.view.receivesTouches ? .missed : .ignoresTouches
      } else {
        outcome = .notTested
      }
      return Candidate(
        view: step.view, outcome: outcome, containsTap: step.containsPoint, isDrawnAtTap: step.isDrawn,
        facing: step.facing, depth: step.depth)
    }
    (self.trace, self.container, self.order, self.hitIndex) = (trace, container, order, hitIndex)
    (hitView, visibleView) = (trace.hitView, trace.visibleView)
    visibleIndex = trace.visibleView.flatMap { visible in steps.firstIndex { visible.isDescendant(of: $0.view) } }
  }

  /// Sorts candidates by an order, with the depths of their centers. Those that contain the point are tested, and are
  /// compared with their depths at the point, which is the order in which they come.
  private static func sorted(
    _ steps: [HitTestTrace.Step], by order: HitOrder, siblings: [View]
  ) -> [HitTestTrace.Step] {
    let positions = Dictionary(uniqueKeysWithValues: zip(siblings.map(ObjectIdentifier.init), siblings.indices))
    func position(_ step: Int) -> Int { positions[ObjectIdentifier(steps[step].view)] ?? siblings.count }
    let candidates = steps.map { step -> HitOrder.Candidate in (step.view, step.depth) }
    let byCenter = steps.indices.sorted {
      if order.tests(candidates[$0], before: candidates[$1]) { return true }
      return !order.tests(candidates[$1], before: candidates[$0]) && position($0) < position($1)
    }
    var tested = steps.filter { $0.depthAtPoint != nil }[...]
    return byCenter.map { steps[$0].depthAtPoint != nil ? tested.removeFirst() : steps[$0] }
  }
}

extension HitTestReport {
  /// Returns the report for the first level of the scene at which the hit view and the visible view are different
  /// siblings. If no level differs, returns the report for the content's subviews.
  static func findingMismatch(_ trace: HitTestTrace, in content: View) -> HitTestReport {
    let outermost = HitTestReport(trace, level: content)
    var report = outermost
    while report.matchesVisibleView, let hitIndex = report.hitIndex {
      let candidate = report.candidates[hitIndex].view
      guard !candidate.subviews.isEmpty else { break }
      report = HitTestReport(trace, level: candidate)
    }
    // A tap on a label that ignores touches is supposed to reach the view beneath it.
    return report.matchesVisibleView || report.hitIndex == nil ? outermost : report
  }

  /// A control of the visible candidate if the tap was next to all of them; otherwise `nil`.
  var missedControl: Control? {
    guard let visible = visibleCandidate?.view, !(visibleView is Control) else { return nil }
    return visible.firstControl
  }

  /// True if the tap reached what is visible there, a control if it has one.
  var isSuccess: Bool { matchesVisibleView && missedControl == nil }

  /// The visible control, and the reason that it doesn't react; `nil` if no control is visible at the point, or if it
  /// reacts.
  var deadControl: (control: Control, obstacle: TouchObstacle)? {
    guard let control = trace.intendedView as? Control, let obstacle = trace.obstacle(for: control) else { return nil }
    return (control, obstacle)
  }
}

extension HitStep.Outcome {
  /// True if the view receives no touches at any point.
  fileprivate var ignoresTouches: Bool {
    switch self {
    case .hidden, .alpha, .interactionOff, .animating, .declined: true
    case .outside, .behindEye, .edgeOn, .testsSubviews, .hit: false
    }
  }
}

extension View {
  /// The first control among the view's descendants, if any.
  fileprivate var firstControl: Control? {
    for subview in subviews where !subview.isHidden {
      if let control = subview as? Control ?? subview.firstControl { return control }
    }
    return nil
  }

  /// The subviews, last one first. Transform-only views are replaced by their subviews.
  fileprivate var candidateViews: [View] {
    subviews.reversed().flatMap { $0.layer is TransformLayer ? $0.candidateViews : [$0] }
  }

  /// The steps of the subviews. Transform-only views are replaced by their subviews.
  fileprivate func candidateSteps(in trace: HitTestTrace) -> [HitTestTrace.Step] {
    trace.steps.filter { step in
      guard !(step.view.layer is TransformLayer) else { return false }
      return sequence(first: step.view, next: \.superview).dropFirst()
        .first { !($0.layer is TransformLayer) || $0 === self } === self
    }
  }

  /// Returns the superview of the candidates.
  ///
  /// If a single subview receives touches and contains the point, its subviews are the candidates instead.
  fileprivate func candidateContainer(in trace: HitTestTrace) -> View {
    let receivers = candidateSteps(in: trace).filter(\.view.receivesTouches)
    guard receivers.count == 1, let receiver = receivers.first, receiver.containsPoint else { return self }
    let inner = receiver.view.candidateContainer(in: trace)
    return inner.candidateSteps(in: trace).filter(\.view.receivesTouches).count > 1 ? inner : self
  }

  /// The order in which the candidates are tested.
  fileprivate var candidateOrder: HitOrder {
    guard !hitOrder.sortsSubviews else { return hitOrder }
    for view in subviews where view.layer is TransformLayer && view.candidateOrder.sortsSubviews {
      return view.candidateOrder
    }
    return .siblings
  }
}
