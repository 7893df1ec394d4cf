import PanelGeometry

/// Recognizes a drag.
public final class PanGestureRecognizer: GestureRecognizer {
  /// The distance from which a movement is a pan, in points. UIKit's value.
  public static let hysteresis = 10.0

  /// The movement of the centroid since the pan began, in the window's points. After you set it to zero, the next value
  /// is relative to the current position.
  public var translation: Point {
    get { baseTranslation + (centroid - baseCentroid) }
    set {
      baseTranslation = newValue
      baseCentroid = centroid
    }
  }

  /// The velocity of the centroid, in points per second.
  public var velocity: Point { tracker.velocity(at: now) }

  /// With fewer touches, the pan doesn't begin, and one that has begun waits: the documentation of
  /// `UIPanGestureRecognizer` says that it changes while at least this number of fingers is down.
  public var minimumNumberOfTouches = 1
  /// The pan fails with more touches, unless it has begun.
  public var maximumNumberOfTouches = Int.max

  private var tracker = VelocityTracker()
  /// The centroid when the translation was `baseTranslation`. Both change when you set the translation, and when a
  /// touch begins or ends.
  private var baseCentroid = Point.zero
  private var baseTranslation = Point.zero
  /// The centroid at the last event. It jumps when a touch begins or ends, which isn't a movement.
  private var lastCentroid = Point.zero

  public override func touchBegan(_ touch: Touch) {
    if touches.count > maximumNumberOfTouches, state == .possible { return transition(to: .failed) }
    rebase()
  }

  public override func touchMoved(_ touch: Touch) {
    guard touches.count >= minimumNumberOfTouches || state == .possible else { return rebase() }
    lastCentroid = centroid
    tracker.add(lastCentroid, at: touch.time)
    switch state {
    case .possible:
      let distance = (centroid - baseCentroid).length
      guard touches.count >= minimumNumberOfTouches, distance > threshold(Self.hysteresis) else { return }
      // The movement until recognition doesn't count: the content would jump by it.
      baseCentroid = centroid
      baseTranslation = .zero
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
    baseTranslation = baseTranslation + (lastCentroid - baseCentroid)
    baseCentroid = .zero
    transition(to: state == .possible ? .failed : end)
  }

  public override func reset() {
    (baseCentroid, baseTranslation, lastCentroid) = (.zero, .zero, .zero)
    tracker.reset()
  }

  /// Continues the translation from a new centroid.
  private func rebase() {
    if state != .possible { baseTranslation = baseTranslation + (lastCentroid - baseCentroid) }
    tracker.shift(by: centroid - lastCentroid)
    baseCentroid = centroid
    lastCentroid = centroid
  }
}
