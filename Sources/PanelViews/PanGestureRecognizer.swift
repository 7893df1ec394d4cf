import PanelGeometry

/// Recognizes a drag.
public final class PanGestureRecognizer: GestureRecognizer {
  /// The distance from which a movement is a pan, in points. UIKit's value.
  public static let hysteresis = 10.0

  /// The movement of the centroid since the pan began, in the window's points. After you set it to zero, the next value
  /// is relative to the current position.
  public var translation: Point {
    get { accumulated + (centroid - origin) }
    set {
      accumulated = newValue
      origin = centroid
    }
  }

  /// The velocity of the centroid, in points per second.
  public var velocity: Point { tracker.velocity(at: now) }

  /// With fewer touches, the pan doesn't begin. With more than the maximum, it fails.
  public var minimumNumberOfTouches = 1
  public var maximumNumberOfTouches = Int.max

  private var tracker = VelocityTracker()
  private var origin = Point.zero
  private var accumulated = Point.zero
  /// The centroid at the last event. It jumps when a touch begins or ends, which isn't a movement.
  private var lastCentroid = Point.zero

  public override func touchBegan(_ touch: Touch) {
    if touches.count > maximumNumberOfTouches, state == .possible { return transition(to: .failed) }
    rebase()
  }

  public override func touchMoved(_ touch: Touch) {
    lastCentroid = centroid
    tracker.add(lastCentroid, at: touch.time)
    switch state {
    case .possible:
      guard touches.count >= minimumNumberOfTouches, (centroid - origin).length > threshold(Self.hysteresis) else {
        return
      }
      // The movement until recognition doesn't count: the content would jump by it.
      origin = centroid
      accumulated = .zero
      transition(to: .began)
    case .began, .changed:
      transition(to: .changed)
    default: break
    }
  }

  public override func touchEnded(_ touch: Touch) { touchLifted(.ended) }
  public override func touchCancelled(_ touch: Touch) { touchLifted(.cancelled) }

  private func touchLifted(_ end: State) {
    guard touches.isEmpty else { return rebase() }
    // Keeps the translation, although the centroid of no touches is zero.
    accumulated = accumulated + (lastCentroid - origin)
    origin = .zero
    transition(to: state == .possible ? .failed : end)
  }

  public override func reset() {
    (origin, accumulated, lastCentroid) = (.zero, .zero, .zero)
    tracker.reset()
  }

  /// Continues the translation from a new centroid.
  private func rebase() {
    if state != .possible { accumulated = accumulated + (lastCentroid - origin) }
    tracker.shift(by: centroid - lastCentroid)
    origin = centroid
    lastCentroid = centroid
  }
}
