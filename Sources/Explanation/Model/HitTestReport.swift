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

  /// - Parameter point: in the content's coordinates, in points.
  public init(at point: Point, in content: View) {
    var steps: [HitStep] = []
    let hitView = content.hitTest(point) { steps.append($0) }
    let (container, innerPoint) = content.candidateContainer(at: point)
    let order = container.candidateOrder
    let views = container.siblingsInTestOrder(at: innerPoint)
    let hitIndex = hitView.flatMap { hitView in views.firstIndex { hitView.isDescendant(of: $0.view) } }
    let visibleView = content.visibleView(at: point)
    candidates = views.enumerated().map { index, sibling in
      let outcome: Outcome
      if index == hitIndex {
        outcome = .hit
      } else if let step = steps.first(where: { $0.view === sibling.view }) {
        outcome = step.outcome.ignoresTouches ? .ignoresTouches : .missed
      } else if hitIndex.map({ index < $0 }) ?? true {
        // A test by depth skips candidates that don't contain the point.
        outcome = sibling.view.receivesTouches ? .missed : .ignoresTouches
      } else {
        outcome = .notTested
      }
      return Candidate(
        view: sibling.view, outcome: outcome, containsTap: sibling.containsTap, facing: sibling.facing,
        depth: sibling.depth)
    }
    (self.container, self.hitView, self.visibleView, self.order) = (container, hitView, visibleView, order)
    self.hitIndex = hitIndex
    visibleIndex = visibleView.flatMap { visibleView in views.firstIndex { visibleView.isDescendant(of: $0.view) } }
  }
}

extension HitTestReport {
  /// Returns the report for the first level of the scene at which the hit view and the visible view are different
  /// siblings. If no level differs, returns the report for the content's subviews.
  static func findingMismatch(at point: Point, in content: View) -> HitTestReport {
    let outermost = HitTestReport(at: point, in: content)
    var report = outermost
    while report.matchesVisibleView, let hitIndex = report.hitIndex {
      let candidate = report.candidates[hitIndex].view
      guard !candidate.subviews.isEmpty, let inner = content.convert(point, to: candidate) else { break }
      report = HitTestReport(at: inner, in: candidate)
    }
    // A tap on a label that ignores touches is supposed to reach the view beneath it.
    return report.matchesVisibleView || report.hitIndex == nil ? outermost : report
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
  /// The subviews, last one first. Transform-only views are replaced by their subviews.
  private var candidateViews: [View] {
    subviews.reversed().flatMap { $0.layer is TransformLayer ? $0.candidateViews : [$0] }
  }

  /// Returns the superview of the candidates and the point in its coordinates.
  ///
  /// If a single subview receives touches and contains the point, its subviews are the candidates instead.
  fileprivate func candidateContainer(at point: Point) -> (view: View, point: Point) {
    let receivers = candidateViews.filter(\.receivesTouches)
    guard receivers.count == 1, let receiver = receivers.first,
      let innerPoint = receiver.layer.homography(to: layer).unapply(to: point),
      receiver.bounds.containsWithTolerance(innerPoint)
    else { return (self, point) }
    let inner = receiver.candidateContainer(at: innerPoint)
    return inner.view.candidateViews.filter(\.receivesTouches).count > 1 ? inner : (self, point)
  }

  /// The order in which the candidates are tested.
  fileprivate var candidateOrder: HitOrder {
    if hitOrder == .depth { return .depth }
    for view in subviews where view.layer is TransformLayer && view.candidateOrder == .depth { return .depth }
    return .siblings
  }

  fileprivate func siblingsInTestOrder(at point: Point) -> [Sibling] {
    siblings(at: point, toContainer: layer.sublayerTransformAboutAnchor)
  }

  private func siblings(at point: Point, toContainer: Transform3D) -> [Sibling] {
    let groups = subviews.reversed().map { view in
      let transform = view.layer.transformToSuperlayer.concatenating(toContainer)
      guard view.layer is TransformLayer else { return [Sibling(view, at: point, transform: transform)] }
      return view.siblings(at: point, toContainer: view.layer.sublayerTransformAboutAnchor.concatenating(transform))
    }
    return Array((hitOrder == .depth ? sortedByDepth(groups) : groups).joined())
  }

  /// Sorts nearest first. A group has the siblings that share a transform-only view, and the depth of the nearest one.
  ///
  /// Views that contain the point are tested, and are compared by their depth at the point, all others by the depth of
  /// their centers.
  private func sortedByDepth(_ groups: [[Sibling]]) -> [[Sibling]] {
    func sorted(_ indices: [Int], by depth: (Sibling) -> Double?) -> [Int] {
      let depths = groups.map { $0.compactMap(depth).max() ?? -.infinity }
      // At the same depth the later sibling is first, as it is in `groups`.
      return indices.sorted { abs(depths[$0] - depths[$1]) > 1e-9 ? depths[$0] > depths[$1] : $0 < $1 }
    }
    func isTested(_ group: Int) -> Bool { groups[group].contains { $0.depthAtTap != nil } }
    let byCenter = sorted(Array(groups.indices)) { $0.depth }
    var byTap = sorted(groups.indices.filter(isTested)) { $0.depthAtTap }[...]
    return byCenter.map { groups[isTested($0) ? byTap.removeFirst() : $0] }
  }
}

/// A sibling view with its geometry.
private struct Sibling {
  let view: View
  let containsTap: Bool
  let facing: Facing
  /// The depth of the view's center, toward the viewer.
  let depth: Double
  /// The depth at the point; `nil` if the view isn't visible there.
  let depthAtTap: Double?

  /// - Parameter transform: from the view's coordinates to those of the point.
  init(_ view: View, at point: Point, transform: Transform3D) {
    let homography = transform.homography
    let facing = Facing(homography, around: view.bounds.center)
    let innerPoint = homography.unapply(to: point)
    let containsTap = innerPoint.map(view.bounds.containsWithTolerance) == true
    let isDrawn = !view.isHidden && (facing == .front || view.layer.isDoubleSided)
    func depth(_ point: Point) -> Double {
      let projected = transform.homogeneous(point.x, point.y, 0)
      return projected.w > 0 ? projected.z / projected.w : -.infinity
    }
    (self.view, self.facing, self.containsTap) = (view, facing, containsTap)
    self.depth = depth(view.bounds.center)
    depthAtTap = isDrawn && containsTap ? innerPoint.map(depth) : nil
  }
}
