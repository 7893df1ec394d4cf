import PanelGeometry
import PanelLayers
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
    let (container, place) = content.holderOfCandidates(at: point)
    let order = container.orderOfCandidates
    let views = container.inTestOrder(at: place)
    let hitIndex = hitView.flatMap { hitView in views.firstIndex { hitView.isDescendant(of: $0.view) } }
    let visibleView = content.visibleView(at: point)
    candidates = views.enumerated().map { index, member in
      let outcome: Outcome
      if index == hitIndex {
        outcome = .hit
      } else if let step = steps.first(where: { $0.view === member.view }) {
        outcome = step.outcome.ignoresTouches ? .ignoresTouches : .missed
      } else if hitIndex.map({ index < $0 }) ?? true {
        // By depth, only candidates that contain the point are tested. The others were skipped.
        outcome = member.view.ignoresTouches ? .ignoresTouches : .missed
      } else {
        outcome = .notTested
      }
      return Candidate(
        view: member.view, outcome: outcome, containsTap: member.containsTap, facing: member.facing,
        depth: member.depth)
    }
    (self.container, self.hitView, self.visibleView, self.order) = (container, hitView, visibleView, order)
    self.hitIndex = hitIndex
    visibleIndex = visibleView.flatMap { visibleView in views.firstIndex { visibleView.isDescendant(of: $0.view) } }
  }
}

extension HitTestReport {
  /// Returns the report for the sibling views among which the hit view differs from the visible view, at any depth of the
  /// scene. If the visible view was hit, returns the report for the scene's own subviews.
  static func parting(at point: Point, in content: View) -> HitTestReport {
    let outermost = HitTestReport(at: point, in: content)
    var report = outermost
    while report.matchesVisibleView, let hitIndex = report.hitIndex {
      let candidate = report.candidates[hitIndex].view
      guard !candidate.subviews.isEmpty, let inner = content.convert(point, to: candidate) else { break }
      report = HitTestReport(at: inner, in: candidate)
    }
    // Labels on a view receive no taps, and aren't meant to.
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
  fileprivate var ignoresTouches: Bool { isHidden || alpha < Self.minimumTouchableAlpha || !isUserInteractionEnabled }

  private var bySiblings: [View] {
    subviews.reversed().flatMap { $0.layer is TransformLayer ? $0.bySiblings : [$0] }
  }

  /// Returns the superview of the candidates and the point in its coordinates. If a single view contains all others and
  /// the point, it is that view.
  fileprivate func holderOfCandidates(at point: Point) -> (View, Point) {
    let receivers = bySiblings.filter { !$0.ignoresTouches }
    guard receivers.count == 1, let only = receivers.first,
      let own = only.layer.homography(to: layer).unapply(to: point), only.bounds.containsRounded(own)
    else { return (self, point) }
    let inner = only.holderOfCandidates(at: own)
    return inner.0.bySiblings.filter { !$0.ignoresTouches }.count > 1 ? inner : (self, point)
  }

  /// The order in which the candidates are tested: that of their superview.
  fileprivate var orderOfCandidates: HitOrder {
    if hitOrder == .depth { return .depth }
    for view in subviews where view.layer is TransformLayer && view.orderOfCandidates == .depth { return .depth }
    return .siblings
  }

  fileprivate func inTestOrder(at point: Point) -> [Member] {
    members(at: point, space: layer.sublayerTransformAboutAnchor)
  }

  private func members(at point: Point, space: Transform3D) -> [Member] {
    let blocks = subviews.reversed().map { view in
      let transform = view.layer.transformToSuperlayer.concatenating(space)
      guard view.layer is TransformLayer else { return [Member(view, at: point, transform: transform)] }
      return view.members(at: point, space: view.layer.sublayerTransformAboutAnchor.concatenating(transform))
    }
    return Array((hitOrder == .depth ? sortedByDepth(blocks) : blocks).joined())
  }

  /// Sorts nearest first: by the depth of the center, but views that contain the point, which alone are tested, by the
  /// depth there. A transform-only view is as near as its nearest subview.
  private func sortedByDepth(_ blocks: [[Member]]) -> [[Member]] {
    func sorted(_ places: [Int], by depth: (Member) -> Double?) -> [Int] {
      let depths = blocks.map { $0.compactMap(depth).max() ?? -.infinity }
      // At the same depth the later sibling is first, as it is in `blocks`.
      return places.sorted { abs(depths[$0] - depths[$1]) > 1e-9 ? depths[$0] > depths[$1] : $0 < $1 }
    }
    func isTested(_ block: Int) -> Bool { blocks[block].contains { $0.depthUnderTap != nil } }
    let byMiddle = sorted(Array(blocks.indices)) { $0.depth }
    var byTap = sorted(blocks.indices.filter(isTested)) { $0.depthUnderTap }[...]
    return byMiddle.map { blocks[isTested($0) ? byTap.removeFirst() : $0] }
  }
}

/// A sibling view with its geometry.
private struct Member {
  let view: View
  let containsTap: Bool
  let facing: Facing
  /// The depth of the view's center, toward the viewer.
  let depth: Double
  /// The depth at the point; `nil` if the view isn't visible there.
  let depthUnderTap: Double?

  /// - Parameter transform: from the view's coordinates to those of the point.
  init(_ view: View, at point: Point, transform: Transform3D) {
    let homography = transform.homography
    let facing = Facing(homography, around: view.bounds.center)
    let own = homography.unapply(to: point)
    let containsTap = own.map(view.bounds.containsRounded) == true
    let isDrawn = !view.isHidden && (facing == .front || view.layer.isDoubleSided)
    func depth(_ place: Point) -> Double {
      let place = transform.homogeneous(place.x, place.y, 0)
      return place.w > 0 ? place.z / place.w : -.infinity
    }
    (self.view, self.facing, self.containsTap) = (view, facing, containsTap)
    self.depth = depth(view.bounds.center)
    depthUnderTap = isDrawn && containsTap ? own.map(depth) : nil
  }
}
