import PanelGeometry

/// Recognizes a drag.
public final class PanGestureRecognizer: GestureRecognizer {
  /// The distance from which a movement is a pan, in points. UIKit's value.
  public static let hysteresis = 10.0

  /// The movement of the centroid since the pan began, in the window's points. After you set it to zero, the next value
  /// is relative to the current position.
  public var translation: Point {
    get { carried + (centroid - origin) }
    set {
      carried = newValue
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
  private var carried = Point.zero
  /// The centroid at the last event. It jumps when a touch begins or ends, which isn't a movement.
  private var last = Point.zero

  public override func touchBegan(_ touch: Touch) {
    if touches.count > maximumNumberOfTouches, state == .possible { return transition(to: .failed) }
    rebase()
  }

  public override func touchMoved(_ touch: Touch) {
    last = centroid
    tracker.add(last, at: touch.time)
    switch state {
    case .possible:
      guard touches.count >= minimumNumberOfTouches, (centroid - origin).length > threshold(Self.hysteresis) else {
        return
      }
      // Without the movement that recognized the pan: including it would make the picture jump.
      origin = centroid
      carried = .zero
      transition(to: .began)
    case .began, .changed:
      transition(to: .changed)
    default: break
    }
  }

  public override func touchEnded(_ touch: Touch) { lift(.ended) }
  public override func touchCancelled(_ touch: Touch) { lift(.cancelled) }

  private func lift(_ end: State) {
    guard touches.isEmpty else { return rebase() }
    // Preserves the translation.
    carried = carried + (last - origin)
    origin = .zero
    transition(to: state == .possible ? .failed : end)
  }

  public override func reset() {
    (origin, carried, last) = (.zero, .zero, .zero)
    tracker.reset()
  }

  /// Continues the translation from a new centroid.
  private func rebase() {
    if state != .possible { carried = carried + (last - origin) }
    tracker.shift(by: centroid - last)
    origin = centroid
    last = centroid
  }
}
