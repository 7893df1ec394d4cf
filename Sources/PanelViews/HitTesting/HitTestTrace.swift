import PanelLayers

/// The hit test of one touch, view by view: which views were tested, in which order, and with what outcome. It includes
/// the views that weren't tested.
///
/// A program can explain with it why a visible button doesn't react: see `obstacle(for:)`.
///
///     let trace = HitTestTrace(at: location, in: window.rootView)
///     if let obstacle = trace.obstacle { print("\(trace.intendedView?.path ?? "-"): \(obstacle)") }
public struct HitTestTrace {
  /// A view at the touched point.
  public struct Step {
    public let view: View
    /// `nil` if the view wasn't tested, because a view before it receives the touch or its superview isn't tested.
    public let outcome: HitStep.Outcome?
    /// True if the view contains the point, whether or not it was tested.
    public let containsPoint: Bool
    /// The depth of the view at the point, in points toward the viewer; `nil` if the view isn't visible there, whatever
    /// covers it.
    public let depthAtPoint: Double?
    /// The depth of the view's center, in points toward the viewer.
    public let depth: Double
    public let facing: Facing
    /// True if the view or a descendant draws at the point, whatever covers it. See `View.visibleView(at:)`.
    public let isDrawn: Bool
    /// True if the view contains the point but a view around it doesn't, so that the hit test doesn't reach it.
    public let isOutsideSuperview: Bool
    /// True for a control that is disabled: it swallows touches.
    public let isDisabled: Bool
    public let isHidden: Bool
    /// True if the view's own alpha is too low for touches: see `View.isTransparent`.
    public let isTransparent: Bool
    /// The recognizers of the view that may claim the touch: the enabled ones of the hit view and its ancestors.
    public let gestureRecognizers: [GestureRecognizer]

    fileprivate init(
      _ view: View, outcome: HitStep.Outcome?, containsPoint: Bool = false, depthAtPoint: Double? = nil,
      depth: Double = 0, facing: Facing = .front, isDrawn: Bool = false, isOutsideSuperview: Bool = false,
      gestureRecognizers: [GestureRecognizer] = []
    ) {
      (self.view, self.outcome, self.containsPoint) = (view, outcome, containsPoint)
      (self.depthAtPoint, self.depth, self.facing) = (depthAtPoint, depth, facing)
      (self.isDrawn, self.isOutsideSuperview) = (isDrawn, isOutsideSuperview)
      self.gestureRecognizers = gestureRecognizers
      isDisabled = (view as? Control)?.isEnabled == false
      isHidden = view.isHidden
      isTransparent = view.isTransparent
    }
  }

  /// In the order of the hit test: a view is followed by its subviews.
  public let steps: [Step]
  /// The view that receives the touch, if any.
  public let hitView: View?
  /// The nearest view that draws at the point, if any.
  public let visibleView: View?
  /// The recognizer that has claimed the touch, so that it was cancelled for the hit view; known after its delivery.
  public var claimingRecognizer: GestureRecognizer?

  /// Runs the hit test of a view.
  ///
  /// - Parameters:
  ///   - point: in the view's coordinates, in points.
  ///   - root: the view that the hit test begins with.
  public init(at point: Point, in root: View) {
    var outcomes: [ObjectIdentifier: HitStep.Outcome] = [:]
    hitView = root.hitTest(point) { outcomes[ObjectIdentifier($0.view)] = $0.outcome }
    visibleView = root.visibleView(at: point)
    var builder = Builder(outcomes: outcomes, hitView: hitView)
    builder.add(root, at: point, transform: Transform3D(), in: Builder.Surroundings())
    steps = builder.steps
  }

  /// Returns the step of a view; `nil` if a view around it is edge-on or behind the eye.
  public func step(of view: View) -> Step? { steps.first { $0.view === view } }
}

/// Visits all views at the point. The outcomes come from the hit test itself, which overrides may change.
private struct Builder {
  /// The properties of a view that depend on the views around it.
  struct Surroundings {
    /// False if a view around doesn't contain the point.
    var containsPoint = true
    /// False if a view around hides, clips or turns away what is in it.
    var isShown = true
    var alpha = 1.0
  }

  let outcomes: [ObjectIdentifier: HitStep.Outcome]
  let hitView: View?
  var steps: [HitTestTrace.Step] = []

  /// Adds a view and its subviews.
  ///
  /// - Parameters:
  ///   - point: in the plane of the nearest view around that flattens its subviews.
  ///   - transform: from the view's coordinates to that plane.
  /// - Returns: true if the view or a descendant draws at the point.
  @discardableResult mutating func add(
    _ view: View, at point: Point, transform: Transform3D, in surroundings: Surroundings
  ) -> Bool {
    let homography = transform.homography
    let facing = steps.isEmpty ? .front : view.layer.facing(through: transform)
    var inner = surroundings
    inner.isShown = inner.isShown && !view.isHidden
    inner.alpha *= view.alpha
    let index = steps.count
    guard !(view.layer is TransformLayer) else {
      steps.append(HitTestTrace.Step(view, outcome: outcome(of: view)))
      let space = view.layer.sublayerTransformAboutAnchor.concatenating(transform)
      let isDrawn = addSubviews(of: view, at: point, space: space, in: inner)
      steps[index] = HitTestTrace.Step(view, outcome: outcome(of: view), isDrawn: isDrawn)
      return isDrawn
    }
    inner.isShown = inner.isShown && (facing == .front || facing == .back && view.layer.isDoubleSided)
    let ownPoint = homography.unapply(to: point)
    let isInBounds = ownPoint.map(view.bounds.containsWithTolerance) == true
    let containsPoint = ownPoint.map(view.point) == true
    let draws = ownPoint.map {
      isInBounds && inner.isShown && !inner.alpha.isTransparentOpacity && view.draws(at: $0)
    }
    inner.isShown = inner.isShown && (isInBounds || !view.clipsToBounds)
    inner.containsPoint = surroundings.containsPoint && containsPoint
    steps.append(HitTestTrace.Step(view, outcome: outcome(of: view)))
    let subviewsDraw = ownPoint.map {
      addSubviews(of: view, at: $0, space: view.layer.sublayerTransformAboutAnchor, in: inner)
    }
    let isDrawn = draws == true || subviewsDraw == true
    func depth(_ point: Point) -> Double {
      let projected = transform.homogeneous(point.x, point.y, 0)
      return projected.w > 0 ? projected.z / projected.w : -.infinity
    }
    let isVisible = !view.isHidden && (facing == .front || view.layer.isDoubleSided)
    steps[index] = HitTestTrace.Step(
      view, outcome: outcome(of: view), containsPoint: isInBounds,
      depthAtPoint: isVisible && isInBounds ? ownPoint.map(depth) : nil, depth: depth(view.bounds.center),
      facing: facing, isDrawn: isDrawn, isOutsideSuperview: isInBounds && !surroundings.containsPoint,
      gestureRecognizers: hitView?.isDescendant(of: view) == true ? view.gestureRecognizers.filter(\.isEnabled) : [])
    return isDrawn
  }

  /// - Returns: true if a subview draws at the point.
  private mutating func addSubviews(
    of view: View, at point: Point, space: Transform3D, in surroundings: Surroundings
  ) -> Bool {
    var isDrawn = false
    for (subview, transform) in HitTester().subviewsInTestOrder(of: view, at: point, space: space) {
      if add(subview, at: point, transform: transform, in: surroundings) { isDrawn = true }
    }
    return isDrawn
  }

  private func outcome(of view: View) -> HitStep.Outcome? { outcomes[ObjectIdentifier(view)] }
}
