import Geometry
import Layers
import Views

/// The report for one tap: the views that stand side by side, in the order in which they are asked, and what became of
/// each. It is the trace of the real hit test, sorted.
///
/// Views that only place others in space are never the outcome, so theirs stand in their stead.
public struct HitTestReport {
  public enum Outcome: Equatable, Sendable {
    /// It was asked, and the tap isn't on it.
    case missed
    /// It takes no taps, wherever they are.
    case ignoresTouches
    /// It takes the tap, or a view in it does.
    case hit
    case notTested
  }

  public struct Candidate {
    public let view: View
    public let outcome: Outcome
    /// True where the tap lies on the view, whether it was asked or not.
    public let containsTap: Bool
    /// The side that it turns to the viewer.
    public let facing: Facing
    /// The nearness of its middle, in points toward the viewer.
    public let depth: Double
  }

  /// From the first asked to the last.
  public let candidates: [Candidate]
  /// The view that holds them, and takes the tap where none of them does.
  public let container: View
  /// The deepest view that took the tap; `nil` when nobody did.
  public let hitView: View?
  /// The pane of the hitView; `nil` where it is the container beneath them all, or nobody.
  public let hitIndex: Int?
  /// The pane that one sees where the tap is; `nil` where one sees none.
  public let visibleIndex: Int?
  /// The deepest view that one sees there.
  public let visibleView: View?
  /// The order in which the candidates were asked.
  public let order: HitOrder

  /// The number of candidates that were asked.
  public var count: Int { hitIndex.map { $0 + 1 } ?? candidates.count }

  /// True where the tap went to what one sees: to the pane that is nearest there, or to the container where there is none.
  public var matchesVisibleView: Bool { hitIndex == visibleIndex }

  /// - Parameters:
  ///   - point: in the content's own coordinates, in points.
  ///   - content: a scene's.
  public init(at point: Point, in content: View) {
    var steps: [HitStep] = []
    let hitView = content.hitTest(point) { steps.append($0) }
    let (container, place) = content.holderOfCandidates(at: point)
    let order = container.orderOfCandidates
    let views = container.inAskingOrder(at: place)
    let hitIndex = hitView.flatMap { hitView in views.firstIndex { hitView.isDescendant(of: $0.view) } }
    let visibleView = content.visibleView(at: point)
    candidates = views.enumerated().map { index, member in
      let outcome: Outcome
      if index == hitIndex {
        outcome = .hit
      } else if let step = steps.first(where: { $0.view === member.view }) {
        outcome = step.outcome.ignoresTouches ? .ignoresTouches : .missed
      } else if hitIndex.map({ index < $0 }) ?? true {
        // By depth only those under the tap are asked: the others were passed by.
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

extension HitStep.Outcome {
  /// True where it doesn't matter where the tap is.
  fileprivate var ignoresTouches: Bool {
    switch self {
    case .hidden, .alpha, .interactionOff, .animating: true
    case .outside, .behindEye, .edgeOn, .testsSubviews, .hit: false
    }
  }
}

extension View {
  fileprivate var ignoresTouches: Bool { isHidden || alpha < Self.minimumTouchableAlpha || !isUserInteractionEnabled }

  /// The place of one of the views that stand side by side beneath this one where the later sibling is asked first.
  func siblingPlace(of view: View) -> Int { bySiblings.firstIndex { $0 === view } ?? 0 }

  private var bySiblings: [View] {
    subviews.reversed().flatMap { $0.layer is TransformLayer ? $0.bySiblings : [$0] }
  }

  /// The view whose subviews are the candidates, and the point in its coordinates: where one view holds all the others, it
  /// is that one, for a point that lies on it.
  fileprivate func holderOfCandidates(at point: Point) -> (View, Point) {
    let listening = bySiblings.filter { !$0.ignoresTouches }
    guard listening.count == 1, let only = listening.first,
      let own = only.layer.homography(to: layer).unapply(to: point), only.bounds.containsRounded(own)
    else { return (self, point) }
    let inner = only.holderOfCandidates(at: own)
    return inner.0.bySiblings.filter { !$0.ignoresTouches }.count > 1 ? inner : (self, point)
  }

  /// The order in which those of the candidates that stand side by side are asked: that of the view that holds them.
  fileprivate var orderOfCandidates: HitOrder {
    if hitOrder == .depth { return .depth }
    for view in subviews where view.layer is TransformLayer && view.orderOfCandidates == .depth { return .depth }
    return .siblings
  }

  /// The views that stand side by side beneath this one, from the first asked to the last.
  fileprivate func inAskingOrder(at point: Point) -> [Member] {
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

  /// The nearest first, by their middles; those under the tap, which alone are asked, by their depth there. What a view
  /// places in space goes with the nearest of it.
  private func sortedByDepth(_ blocks: [[Member]]) -> [[Member]] {
    func sorted(_ places: [Int], by depth: (Member) -> Double?) -> [Int] {
      let depths = blocks.map { $0.compactMap(depth).max() ?? -.infinity }
      // At one depth the later sibling comes first, as it does in `blocks`.
      return places.sorted { abs(depths[$0] - depths[$1]) > 1e-9 ? depths[$0] > depths[$1] : $0 < $1 }
    }
    func isAsked(_ block: Int) -> Bool { blocks[block].contains { $0.depthUnderTap != nil } }
    let byMiddle = sorted(Array(blocks.indices)) { $0.depth }
    var byTap = sorted(blocks.indices.filter(isAsked)) { $0.depthUnderTap }[...]
    return byMiddle.map { blocks[isAsked($0) ? byTap.removeFirst() : $0] }
  }
}

/// A view among those that stand side by side.
private struct Member {
  let view: View
  let containsTap: Bool
  let facing: Facing
  /// Of the view's middle, toward the viewer.
  let depth: Double
  /// The same where the tap is; `nil` for a view that nobody sees there.
  let depthUnderTap: Double?

  /// - Parameter transform: from the view's coordinates to those in which the point is.
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
