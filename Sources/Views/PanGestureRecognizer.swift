import Geometry

/// Fingers that drag.
public final class PanGestureRecognizer: GestureRecognizer {
  /// The way that the fingers move before it is a pan, in points. UIKit's number.
  public static let hysteresis = 10.0

  /// The way of the fingers' middle since the pan began, in the window's points. Setting it to zero makes the next
  /// value the step from here.
  public var translation: Point {
    get { carried + (centroid - origin) }
    set {
      carried = newValue
      origin = centroid
    }
  }

  /// Points a second, of the fingers' middle.
  public var velocity: Point { tracker.velocity(at: now) }

  /// With fewer fingers it is no pan, with more than the most it fails.
  public var minimumNumberOfTouches = 1
  public var maximumNumberOfTouches = Int.max

  private var tracker = VelocityTracker()
  private var origin = Point.zero
  private var carried = Point.zero
  /// The middle at the last event: when a finger comes or goes, the jump of the middle isn't a movement.
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
      // The way to here was for telling that it is a pan; counted as well, it would make the picture jump.
      origin = centroid
      carried = .zero
      transition(to: .began)
    case .began, .changed:
      transition(to: .changed)
    default: break
    }
  }

  public override func touchEnded(_ touch: Touch) {
    guard touches.isEmpty else { return rebase() }
    freeze()
    transition(to: state == .possible ? .failed : .ended)
  }

  public override func touchCancelled(_ touch: Touch) {
    guard touches.isEmpty else { return rebase() }
    freeze()
    transition(to: state == .possible ? .failed : .cancelled)
  }

  public override func reset() {
    (origin, carried, last) = (.zero, .zero, .zero)
    tracker.reset()
  }

  /// Goes on from the new middle of the fingers with what was dragged so far.
  private func rebase() {
    if state != .possible { carried = carried + (last - origin) }
    tracker.shift(by: centroid - last)
    origin = centroid
    last = centroid
  }

  /// Keeps the translation readable although no finger is left to have a middle.
  private func freeze() {
    carried = carried + (last - origin)
    origin = .zero
  }
}
