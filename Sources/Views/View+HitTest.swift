import Geometry
import Layers

/// In what order a view asks its subviews for a touch.
public enum HitOrder: Sendable {
  /// From the last to the first, as UIKit does: depth, facing and `zPosition` play no part.
  case siblings
  /// From the nearest to the farthest at the touched point. What isn't drawn because it turns its back isn't asked.
  /// Subviews at one depth are asked from the last to the first.
  case depth
}

extension View {
  /// Below this alpha a view takes no touch. UIKit's number.
  public static let leastTouchableAlpha = 0.01

  /// The view that takes a touch at a point of this one, in its own coordinates: the deepest subview that is asked and
  /// has the point inside its bounds, else the view itself; `nil` when neither takes it.
  public final func hitTest(_ point: Point) -> View? {
    guard !isHidden, alpha >= Self.leastTouchableAlpha, isUserInteractionEnabled else { return nil }
    if layer is TransformLayer { return hitSubviews(point, space: layer.sublayerTransformAboutAnchor, order: hitOrder) }
    guard bounds.contains(point) else { return nil }
    return hitSubviews(point, space: layer.sublayerTransformAboutAnchor, order: hitOrder) ?? self
  }

  /// - Parameters:
  ///   - point: in the plane of the nearest view, here or above, that flattens.
  ///   - space: from the subviews' common space to that plane's.
  private func hitSubviews(_ point: Point, space: Transform3D, order: HitOrder) -> View? {
    switch order {
    case .siblings:
      for subview in subviews.reversed() {
        if let hit = subview.hit(from: point, transform: subview.layer.transformToSuperlayer.concatenating(space)) {
          return hit
        }
      }
      return nil
    case .depth:
      var candidates: [(view: View, transform: Transform3D, depth: Double)] = []
      for subview in subviews.reversed() {
        let transform = subview.layer.transformToSuperlayer.concatenating(space)
        guard let depth = subview.depth(at: point, transform: transform) else { continue }
        let place = candidates.firstIndex { depth > $0.depth + 1e-9 } ?? candidates.count
        candidates.insert((subview, transform, depth), at: place)
      }
      for candidate in candidates {
        if let hit = candidate.view.hit(from: point, transform: candidate.transform) { return hit }
      }
      return nil
    }
  }

  private func hit(from point: Point, transform: Transform3D) -> View? {
    if layer is TransformLayer {
      guard !isHidden, alpha >= Self.leastTouchableAlpha, isUserInteractionEnabled else { return nil }
      return hitSubviews(
        point, space: layer.sublayerTransformAboutAnchor.concatenating(transform), order: hitOrder)
    }
    return transform.homography.unapply(to: point).flatMap(hitTest)
  }

  /// How near the drawn surface of the view is where a point of the flattening plane meets it; `nil` where it isn't
  /// drawn. A transform view has none itself: it is as near as the nearest of its subviews.
  private func depth(at point: Point, transform: Transform3D) -> Double? {
    guard !isHidden else { return nil }
    if layer is TransformLayer {
      let space = layer.sublayerTransformAboutAnchor.concatenating(transform)
      return subviews.compactMap {
        $0.depth(at: point, transform: $0.layer.transformToSuperlayer.concatenating(space))
      }.max()
    }
    let homography = transform.homography
    if !layer.isDoubleSided, Facing(homography, around: bounds.center) != .front { return nil }
    guard let own = homography.unapply(to: point), bounds.contains(own) else { return nil }
    let place = transform.homogeneous(own.x, own.y, 0)
    return place.z / place.w
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
