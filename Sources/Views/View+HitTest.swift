import Geometry
import Layers

/// The order in which a view asks its subviews for a touch.
public enum HitOrder: Sendable {
  /// From the last to the first, as UIKit does: depth, facing and `zPosition` play no part.
  case siblings
  /// From the nearest to the farthest at the touched point; those at one depth from the last to the first.
  ///
  /// A subview that shows its back is drawn, and asked, as any other; only one whose layer isn't double-sided
  /// (`Layer.isDoubleSided`) isn't drawn then, and isn't asked.
  case depth
}

extension View {
  /// Below this alpha a view takes no touch. UIKit's number.
  public static let minimumTouchableAlpha = 0.01

  /// The view that takes a touch at a point of this one, in its own coordinates: the deepest subview that is asked and
  /// has the point inside its bounds, else the view itself; `nil` when neither takes it.
  ///
  /// - Parameters:
  ///   - point: in the view's own coordinates, in points.
  ///   - trace: called for each view that is asked, in that order.
  public final func hitTest(_ point: Point, trace: ((HitStep) -> Void)? = nil) -> View? {
    HitTester(trace: trace).test(self, point)
  }

  /// The view that one sees at a point of this one: the nearest, whether it takes touches or not.
  public final func visibleView(at point: Point) -> View? { visibleView(at: point) { _ in true } }

  /// The same, through those for which `isBlocking` is false.
  final func visibleView(at point: Point, _ isBlocking: @escaping (View) -> Bool) -> View? {
    HitTester(order: .depth, isBlocking: isBlocking).test(self, point)
  }

  /// A point of this view in another view's coordinates; `nil` where it is behind the eye or the other is edge-on.
  public final func convert(_ point: Point, to other: View) -> Point? {
    layer.convert(point, to: other.layer)
  }

  /// A point of another view in this view's coordinates; `nil` where it is behind the eye or this one is edge-on.
  public final func convert(_ point: Point, from other: View) -> Point? {
    other.convert(point, to: self)
  }
}

/// Asks views for a touch.
private struct HitTester {
  /// Instead of the views' own.
  var order: HitOrder?
  /// To find what is drawn, not what takes touches: false for a view that doesn't count.
  var isBlocking: ((View) -> Bool)?
  var trace: ((HitStep) -> Void)?

  /// `point` is in the view's own coordinates.
  func test(_ view: View, _ point: Point) -> View? {
    guard !rejects(view) else { return nil }
    let space = view.layer.sublayerTransformAboutAnchor
    if view.layer is TransformLayer { return testSubviews(of: view, point, space: space) }
    guard view.bounds.containsRounded(point) else { return record(view, .outside) }
    if !view.subviews.isEmpty { record(view, .testsSubviews) }
    if let hit = testSubviews(of: view, point, space: space) { return hit }
    guard isBlocking?(view) != false else { return nil }
    record(view, .hit)
    return view
  }

  /// - Parameters:
  ///   - point: in the plane of the nearest view, here or above, that flattens.
  ///   - space: from the subviews' common space to that plane's.
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
        let place = candidates.firstIndex { depth > $0.depth + 1e-9 } ?? candidates.count
        candidates.insert((subview, transform, depth), at: place)
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
    if let own = homography.unapply(to: point) { return test(view, own) }
    guard !rejects(view) else { return nil }
    return record(view, homography.inverted() == nil ? .edgeOn : .behindEye)
  }

  /// True for a view that takes no touch, wherever it is.
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

  @discardableResult private func record(_ view: View, _ outcome: HitStep.Outcome) -> View? {
    trace?(HitStep(view: view, outcome: outcome))
    return nil
  }

  /// The nearness of the view's drawn surface at a point of the flattening plane; `nil` if nothing is drawn there. A
  /// transform view has none itself: it is as near as the nearest of its subviews.
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
    guard let own = homography.unapply(to: point), view.bounds.containsRounded(own) else { return nil }
    let place = transform.homogeneous(own.x, own.y, 0)
    return place.z / place.w
  }
}
