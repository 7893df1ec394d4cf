import PanelGeometry

/// A gesture in a view's own coordinates, also if the view is rotated or in perspective.
///
/// The results are `nil` if the view is edge-on or behind the eye at the location. Without a view, they are in the
/// window's points.
extension GestureRecognizer {
  /// The number of the received touches that are down.
  public final var numberOfTouches: Int { touches.count }

  /// Returns the location of the gesture, which is the centroid of its touches. It remains after they ended. The
  /// location of a tap is that of its beginning.
  public final func location(in view: View?) -> Point? { view.unapply(to: location) }

  /// Returns the location of a touch. `nil` also if there are no more than `index` touches, unlike in UIKit.
  public final func location(ofTouch index: Int, in view: View?) -> Point? {
    let touches = touches
    return touches.indices.contains(index) ? view.unapply(to: touches[index].location) : nil
  }
}

extension PanGestureRecognizer {
  /// Returns the movement since the pan began, or since you set the translation.
  public func translation(in view: View?) -> Point? {
    guard let end = view.unapply(to: location), let start = view.unapply(to: location - translation) else { return nil }
    return end - start
  }

  /// Sets the translation; the next one is relative to it. Ignored if the translation isn't on the view's plane.
  public func setTranslation(_ translation: Point, in view: View?) {
    guard let view, translation != .zero else {
      self.translation = translation
      return
    }
    let map = view.layer.homographyToRoot
    guard let start = map.unapply(to: location).flatMap({ map.apply(to: $0 - translation) }) else { return }
    self.translation = location - start
  }

  /// Returns the velocity, in points per second.
  public func velocity(in view: View?) -> Point? {
    guard let view else { return velocity }
    return view.layer.homographyToRoot.unapply(velocity: velocity, at: location)
  }
}

extension View? {
  fileprivate func unapply(to point: Point) -> Point? {
    map { $0.layer.homographyToRoot.unapply(to: point) } ?? point
  }
}
