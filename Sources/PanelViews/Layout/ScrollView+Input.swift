import PanelGeometry

/// Scrolling by wheels, touchpads and keys.
extension ScrollView {
  // MARK: Wheels

  /// Scrolls by a distance in the window's points, at most to the end of the content, along the axis that is closer.
  ///
  /// - Parameters:
  ///   - distance: in the window's points.
  ///   - location: the pointer's, in the window's points.
  /// - Returns: false if the content can't move in that direction.
  final func scroll(by distance: Point, at location: Point) -> Bool {
    guard isScrollEnabled, !isDragging, let distance = vector(distance, at: location) else { return false }
    let axis: Axis = abs(distance.x) > abs(distance.y) ? .horizontal : .vertical
    let (range, start, pixel) = (offsetRange(axis), contentOffset[axis], 1 / pixelsPerPoint)
    let room = distance[axis] > 0 ? range.upperBound - start : start - range.lowerBound
    guard distance[axis] != 0, room >= pixel / 2 else { return false }
    stopMoving()
    let target = min(max(start + wheelRemainder[axis] + distance[axis], range.lowerBound), range.upperBound)
    move(to: Point(along: axis, target, across: contentOffset[axis.perpendicular]))
    wheelRemainder = Point(along: axis, target - contentOffset[axis], across: 0)
    return true
  }

  /// Continues after fingers on a touchpad were lifted.
  ///
  /// - Parameter velocity: in the window's points per second.
  final func fling(_ velocity: Point) {
    let center = layer.homographyToRoot.apply(to: bounds.center)
    guard window?.reducesMotion == false, !isDragging, let center, let velocity = vector(velocity, at: center) else {
      return
    }
    decelerate(velocity)
  }

  /// Converts a vector at a point of the window to the content's coordinates; `nil` if the view is edge-on there.
  private func vector(_ vector: Point, at point: Point) -> Point? {
    let toWindow = layer.homographyToRoot
    guard let start = toWindow.unapply(to: point), let end = toWindow.unapply(to: point + vector) else { return nil }
    return end - start
  }

  // MARK: Keys

  /// The distance by which an arrow key and a wheel's notch scroll. Page keys move by the visible length, less this
  /// distance.
  static let keyDistance = 44.0

  /// Scrolls for a key. Returns false if the content can't move in that direction.
  final func scroll(for key: Key) -> Bool {
    let line = Self.keyDistance
    let page = max(bounds.height - line, line)
    let movement: Point? =
      switch key {
      case .up: Point(0, -line)
      case .down: Point(0, line)
      case .left: Point(layer.isMirrored ? line : -line, 0)
      case .right: Point(layer.isMirrored ? -line : line, 0)
      case .pageUp: Point(0, -page)
      case .pageDown: Point(0, page)
      case .home: Point(0, -contentSize.height)
      case .end: Point(0, contentSize.height)
      default: nil
      }
    guard isScrollEnabled, let movement else { return false }
    let target = limitedToContent(contentOffset + movement)
    guard target != contentOffset else { return false }
    setContentOffset(target, animated: true)
    return true
  }
}
