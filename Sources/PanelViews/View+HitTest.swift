import PanelLayers

/// The order in which a hit test tests the subviews of a view.
public enum HitOrder: Sendable {
  /// From last to first, as in UIKit: depth, facing and `zPosition` don't matter.
  case siblings
  /// From nearest to farthest at the tested point, and from last to first at the same depth.
  ///
  /// Subviews that face away are tested too, unless their layer isn't double-sided (`Layer.isDoubleSided`), which also
  /// hides them.
  case depth
}

extension View {
  /// A view with a smaller alpha receives no touches. UIKit's value.
  public static let minimumTouchableAlpha = 0.01

  /// False if neither the view nor its subviews receive touches at any point.
  package final var receivesTouches: Bool {
    !isHidden && alpha >= View.minimumTouchableAlpha && isUserInteractionEnabled
  }

  /// Returns the nearest visible view at a point, even if it receives no touches.
  public final func visibleView(at point: Point) -> View? { visibleView(at: point) { _ in true } }

  /// The same, but ignores views for which `isBlocking` returns false.
  final func visibleView(at point: Point, _ isBlocking: @escaping (View) -> Bool) -> View? {
    HitTester(order: .depth, isBlocking: isBlocking).test(self, point)
  }

  /// Converts a point to another view's coordinates; `nil` if it is behind the eye or the other view is edge-on.
  public final func convert(_ point: Point, to other: View) -> Point? {
    layer.convert(point, to: other.layer)
  }

  /// Converts a point from another view's coordinates; `nil` if it is behind the eye or this view is edge-on.
  public final func convert(_ point: Point, from other: View) -> Point? {
    other.convert(point, to: self)
  }
}

/// Tests a view and its subviews, by the rules of `View.hitTest`.
struct HitTester {
  var order: HitOrder?
  /// If set, the test finds visible views instead of views that receive touches. Returns false for a view to ignore.
  var isBlocking: ((View) -> Bool)?
  var trace: HitTrace?

  func test(_ view: View, _ point: Point) -> View? {
    guard !rejects(view) else { return nil }
    let space = view.layer.sublayerTransformAboutAnchor
    if view.layer is TransformLayer { return testSubviews(of: view, point, space: space) }
    guard contains(view, point) else { return record(view, .outside) }
    if !view.subviews.isEmpty { record(view, .testsSubviews) }
    if let hit = testSubviews(of: view, point, space: space) { return hit }
    guard isBlocking?(view) != false else { return nil }
    record(view, .hit)
    return view
  }

  /// A view flattens its subviews into its plane, unless it is a transform view, whose subviews remain in the space of
  /// its superview.
  ///
  /// - Parameters:
  ///   - point: in the plane of the nearest view that flattens: this view or an ancestor.
  ///   - space: the transform from the subviews' common space to that plane.
  private func testSubviews(of view: View, _ point: Point, space: Transform3D) -> View? {
    switch order ?? view.hitOrder {
    case .siblings:
      for subview in view.subviews.reversed() {
        let transform = subview.layer.transformToSuperlayer.concatenating(space)
        if let hit = test(subview, from: point, transform: transform) { return hit }
      }
      return nil
    case .depth:
      var candidates: [(view: View, transform: Transform3D, depth: Double)] = []
      for subview in view.subviews.reversed() {
        let transform = subview.layer.transformToSuperlayer.concatenating(space)
        guard let depth = depth(of: subview, at: point, transform: transform) else { continue }
        let index = candidates.firstIndex { other in
          guard abs(depth - other.depth) < 1e-9 else { return depth > other.depth }
          // Of two faces at a common edge, the viewer sees the one that faces the viewer.
          return subview.isTowardViewer && !other.view.isTowardViewer
        }
        candidates.insert((subview, transform, depth), at: index ?? candidates.count)
      }
      for candidate in candidates {
        if let hit = test(candidate.view, from: point, transform: candidate.transform) { return hit }
      }
      return nil
    }
  }

  private func test(_ view: View, from point: Point, transform: Transform3D) -> View? {
    if view.layer is TransformLayer {
      guard !rejects(view) else { return nil }
      return testSubviews(of: view, point, space: view.layer.sublayerTransformAboutAnchor.concatenating(transform))
    }
    let homography = transform.homography
    if let ownPoint = homography.unapply(to: point) { return testSubview(view, ownPoint) }
    guard !rejects(view) else { return nil }
    return record(view, homography.inverted() == nil ? .edgeOn : .behindEye)
  }

  /// Tests a subview, whose class may override `hitTest`, at a point in its coordinates.
  private func testSubview(_ view: View, _ point: Point) -> View? {
    guard isBlocking == nil else { return test(view, point) }
    guard let trace else { return view.hitTest(point) }
    // A hit is recorded once the overrides of all ancestors have agreed to it.
    var lastStep: HitStep?
    let hit = view.hitTest(point) { step in
      lastStep = step
      if step.outcome != .hit { trace(step) }
    }
    if let hit {
      record(hit, .hit)
    } else if lastStep.map({ $0.outcome == .hit }) ?? true {
      record(view, .declined)
    }
    return hit
  }

  private func contains(_ view: View, _ point: Point) -> Bool {
    isBlocking == nil ? view.point(inside: point) : view.bounds.containsWithTolerance(point)
  }

  /// Returns true for a view that receives no touches at any point.
  private func rejects(_ view: View) -> Bool {
    let outcome: HitStep.Outcome
    if view.isHidden {
      outcome = .hidden
    } else if view.alpha < View.minimumTouchableAlpha {
      outcome = .alpha
    } else if isBlocking != nil {
      return false
    } else if !view.isUserInteractionEnabled {
      outcome = .interactionOff
    } else if view.blockingAnimations > 0 {
      outcome = .animating
    } else {
      return false
    }
    record(view, outcome)
    return true
  }

  /// Calls the trace. Returns `nil`, the result of a test that fails with the outcome.
  @discardableResult private func record(_ view: View, _ outcome: HitStep.Outcome) -> View? {
    trace?(HitStep(view: view, outcome: outcome))
    return nil
  }

  /// Returns the depth of a view's plane at a point of the plane that it is flattened into; `nil` if the view doesn't
  /// contain the point. A transform view has no surface: its depth is that of its nearest subview.
  private func depth(of view: View, at point: Point, transform: Transform3D) -> Double? {
    guard !view.isHidden else { return nil }
    if view.layer is TransformLayer {
      let space = view.layer.sublayerTransformAboutAnchor.concatenating(transform)
      return view.subviews.compactMap {
        depth(of: $0, at: point, transform: $0.layer.transformToSuperlayer.concatenating(space))
      }.max()
    }
    let homography = transform.homography
    if !view.layer.isDoubleSided, Facing(homography, around: view.bounds.center) != .front { return nil }
    guard let ownPoint = homography.unapply(to: point), contains(view, ownPoint) else { return nil }
    let projected = transform.homogeneous(ownPoint.x, ownPoint.y, 0)
    return projected.z / projected.w
  }
}
