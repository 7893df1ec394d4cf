import PanelLayers

/// Tests a view and its subviews, by the rules of `View.hitTest`.
struct HitTester {
  var order: HitOrder?
  /// If set, the test finds visible views instead of views that receive touches: those for which it returns true at a
  /// point in their coordinates. They may lie outside of their superviews, unless those clip them.
  var isBlocking: ((View, Point) -> Bool)?
  var trace: HitTrace?

  func test(_ view: View, _ point: Point) -> View? {
    guard !rejects(view) else { return nil }
    let space = view.layer.sublayerTransformAboutAnchor
    if view.layer is TransformLayer { return testSubviews(of: view, point, space: space) }
    let containsPoint = contains(view, point)
    guard containsPoint || showsOverflow(view) else { return record(view, .outside) }
    if !view.subviews.isEmpty { record(view, .testsSubviews) }
    if let hit = testSubviews(of: view, point, space: space) { return hit }
    guard containsPoint, isBlocking?(view, point) != false else { return nil }
    record(view, .hit)
    return view
  }

  /// True if subviews are found outside of the view: they are drawn there, but receive no touches. Nothing is drawn
  /// outside of a root view, which fills the panel.
  private func showsOverflow(_ view: View) -> Bool {
    isBlocking != nil && view.superview != nil && !view.clipsToBounds && !view.subviews.isEmpty
  }

  /// A view flattens its subviews into its plane, unless it is a transform view, whose subviews remain in the space of
  /// its superview.
  ///
  /// - Parameters:
  ///   - point: in the plane of the nearest view that flattens: this view or an ancestor.
  ///   - space: the transform from the subviews' common space to that plane.
  private func testSubviews(of view: View, _ point: Point, space: Transform3D) -> View? {
    let order = order ?? view.hitOrder
    if order.sortsSubviews {
      for (candidate, transform) in sorted(view.subviews, by: order, at: point, space: space) {
        if let hit = test(candidate.view, from: point, transform: transform) { return hit }
      }
    } else {
      for subview in view.subviews.reversed() {
        let transform = subview.layer.transformToSuperlayer.concatenating(space)
        if let hit = test(subview, from: point, transform: transform) { return hit }
      }
    }
    return nil
  }

  /// Returns the subviews that contain the point, in an order, with the transforms to the plane of the point.
  private func sorted(
    _ subviews: [View], by order: HitOrder, at point: Point, space: Transform3D
  ) -> [(candidate: HitOrder.Candidate, transform: Transform3D)] {
    var candidates: [(candidate: HitOrder.Candidate, transform: Transform3D)] = []
    for subview in subviews.reversed() {
      let transform = subview.layer.transformToSuperlayer.concatenating(space)
      guard let depth = depth(of: subview, at: point, transform: transform) else { continue }
      let candidate: HitOrder.Candidate = (subview, depth)
      let index = candidates.firstIndex { order.tests(candidate, before: $0.candidate) }
      candidates.insert((candidate, transform), at: index ?? candidates.count)
    }
    return candidates
  }

  /// Returns all subviews with the transforms to the plane of the point, in the order of the hit test. Subviews that it
  /// doesn't test, because they don't contain the point, come last.
  func subviewsInTestOrder(
    of view: View, at point: Point, space: Transform3D
  ) -> [(view: View, transform: Transform3D)] {
    let order = view.hitOrder
    let tested = order.sortsSubviews ? sorted(view.subviews, by: order, at: point, space: space) : []
    let others = view.subviews.reversed().filter { subview in !tested.contains { $0.candidate.view === subview } }
    return tested.map { ($0.candidate.view, $0.transform) }
      + others.map { ($0, $0.layer.transformToSuperlayer.concatenating(space)) }
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
    } else if view.isTransparent {
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
    if !view.layer.isDoubleSided, view.layer.facing(through: transform) != .front { return nil }
    guard let ownPoint = homography.unapply(to: point), contains(view, ownPoint) || showsOverflow(view) else {
      return nil
    }
    let projected = transform.homogeneous(ownPoint.x, ownPoint.y, 0)
    return projected.z / projected.w
  }
}
