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
  public final func location(in view: View?) -> Point? { view.convertFromWindow(location) }

  /// Returns the location of a touch. `nil` also if there are no more than `index` touches, unlike in UIKit.
  public final func location(ofTouch index: Int, in view: View?) -> Point? {
    let touches = touches
    return touches.indices.contains(index) ? view.convertFromWindow(touches[index].location) : nil
  }
}

extension PanGestureRecognizer {
  /// Returns the movement since the pan began, or since you set the translation.
  public func translation(in view: View?) -> Point? {
    guard let end = view.convertFromWindow(location), let start = view.convertFromWindow(location - translation) else {
      return nil
    }
    return end - start
  }

  /// Sets the translation; further movement is added to it. Ignored if the view is edge-on or behind the eye there.
  public func setTranslation(_ translation: Point, in view: View?) {
    guard let view, translation != .zero else {
      self.translation = translation
      return
    }
    let toWindow = view.layer.homographyToRoot
    guard let end = toWindow.unapply(to: location), let start = toWindow.apply(to: end - translation) else { return }
    self.translation = location - start
  }

  /// Returns the velocity, in points per second.
  public func velocity(in view: View?) -> Point? {
    guard let view else { return velocity }
    return view.layer.homographyToRoot.unapply(velocity: velocity, at: location)
  }
}

extension View? {
  /// Converts a point of the window to the view's coordinates.
  fileprivate func convertFromWindow(_ point: Point) -> Point? {
    map { $0.layer.homographyToRoot.unapply(to: point) } ?? point
  }
}
