import Geometry
import Layers
import Views

/// The asking for one tap: the views that stand side by side, in the order in which they are asked, and what became of
/// each. It is the trace of the real hit test, sorted.
///
/// Views that only place others in space are never the answer, so theirs stand in their stead.
public struct Asking {
  public enum Answer: Equatable, Sendable {
    /// It was asked, and the tap isn't on it.
    case missed
    /// It takes no taps, wherever they are.
    case deaf
    /// It takes the tap, or a view in it does.
    case took
    case neverAsked
  }

  public struct Pane {
    public let view: View
    public let answer: Answer
    /// True where the tap lies on the view, whether it was asked or not.
    public let isUnderTap: Bool
    /// The side that it turns to the viewer.
    public let facing: Facing
    /// The nearness of its middle, in points toward the viewer.
    public let depth: Double
  }

  /// From the first asked to the last.
  public let panes: [Pane]
  /// The view that holds them, and takes the tap where none of them does.
  public let ground: View
  /// The deepest view that took the tap; `nil` when nobody did.
  public let taker: View?
  /// The pane of the taker; `nil` where it is the ground beneath them all, or nobody.
  public let takingPane: Int?
  /// The pane that one sees where the tap is; `nil` where one sees none.
  public let seenPane: Int?
  /// The deepest view that one sees there.
  public let seen: View?
  /// The order in which the panes were asked.
  public let order: HitOrder

  /// The number of panes that were asked.
  public var count: Int { takingPane.map { $0 + 1 } ?? panes.count }

  /// True where the tap went to what one sees: to the pane that is nearest there, or to the ground where there is none.
  public var isAsSeen: Bool { takingPane == seenPane }

  /// - Parameters:
  ///   - point: in the content's own coordinates, in points.
  ///   - content: a scene's.
  public init(at point: Point, in content: View) {
    var steps: [HitStep] = []
    let taker = content.hitTest(point) { steps.append($0) }
    let (ground, place) = content.holderOfPanes(at: point)
    let order = ground.orderOfPanes
    let views = ground.inAskingOrder(at: place)
    let taking = taker.flatMap { taker in views.firstIndex { taker.isDescendant(of: $0.view) } }
    let seen = content.viewSeen(at: point)
    panes = views.enumerated().map { index, member in
      let answer: Answer
      if index == taking {
        answer = .took
      } else if let step = steps.first(where: { $0.view === member.view }) {
        answer = step.verdict.isDeaf ? .deaf : .missed
      } else if taking.map({ index < $0 }) ?? true {
        // By depth only those under the tap are asked: the others were passed by.
        answer = member.view.isDeaf ? .deaf : .missed
      } else {
        answer = .neverAsked
      }
      return Pane(
        view: member.view, answer: answer, isUnderTap: member.isUnderTap, facing: member.facing,
        depth: member.depth)
    }
    (self.ground, self.taker, self.seen, self.order) = (ground, taker, seen, order)
    takingPane = taking
    seenPane = seen.flatMap { seen in views.firstIndex { seen.isDescendant(of: $0.view) } }
  }
}

extension HitStep.Verdict {
  /// True where it doesn't matter where the tap is.
  fileprivate var isDeaf: Bool {
    switch self {
    case .hidden, .alpha, .interactionOff, .animating: true
    case .outside, .behindEye, .edgeOn, .asksSubviews, .took: false
    }
  }
}

extension View {
  fileprivate var isDeaf: Bool { isHidden || alpha < Self.leastTouchableAlpha || !isUserInteractionEnabled }

  /// The place of one of the views that stand side by side beneath this one where the later sibling is asked first.
  func siblingPlace(of view: View) -> Int { bySiblings.firstIndex { $0 === view } ?? 0 }

  private var bySiblings: [View] {
    subviews.reversed().flatMap { $0.layer is TransformLayer ? $0.bySiblings : [$0] }
  }

  /// The view whose subviews are the panes, and the point in its coordinates: where one view holds all the others, it
  /// is that one, for a point that lies on it.
  fileprivate func holderOfPanes(at point: Point) -> (View, Point) {
    let listening = bySiblings.filter { !$0.isDeaf }
    guard listening.count == 1, let only = listening.first,
      let own = only.layer.homography(to: layer).unapply(to: point), only.bounds.containsRounded(own)
    else { return (self, point) }
    let inner = only.holderOfPanes(at: own)
    return inner.0.bySiblings.filter { !$0.isDeaf }.count > 1 ? inner : (self, point)
  }

  /// The order in which those of the panes that stand side by side are asked: that of the view that holds them.
  fileprivate var orderOfPanes: HitOrder {
    if hitOrder == .depth { return .depth }
    for view in subviews where view.layer is TransformLayer && view.orderOfPanes == .depth { return .depth }
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
  let isUnderTap: Bool
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
    let isUnderTap = own.map(view.bounds.containsRounded) == true
    let isDrawn = !view.isHidden && (facing == .front || view.layer.isDoubleSided)
    func depth(_ place: Point) -> Double {
      let place = transform.homogeneous(place.x, place.y, 0)
      return place.w > 0 ? place.z / place.w : -.infinity
    }
    (self.view, self.facing, self.isUnderTap) = (view, facing, isUnderTap)
    self.depth = depth(view.bounds.center)
    depthUnderTap = isDrawn && isUnderTap ? own.map(depth) : nil
  }
}
