import PanelGeometry

/// The base class of pinch and rotation, which recognize two fingers that change their distance or direction.
///
/// Of more than two fingers, the first two count. If one of them is lifted, the next takes its place, and the scale or
/// rotation continues from its last value. With one finger it waits for another one: as the documentation of
/// `UIPinchGestureRecognizer` and `UIRotationGestureRecognizer` says, the gesture ends when both fingers lift.
public class TwoFingerGestureRecognizer: GestureRecognizer {
  /// The ids of the two fingers, or of a single one.
  private var fingerIDs: [Int] = []
  private var tracker = VelocityTracker()
  /// The vector from the first finger to the second one, at the last event or, until the gesture is recognized, when
  /// the two fingers were chosen.
  private var lastVector = Point.zero

  /// The minimum movement of a gesture, in points: the change of the fingers' distance for a pinch, the distance along
  /// the circle for a rotation.
  public static let hysteresis = 10.0

  /// The change per second of the scale, or of the rotation in radians.
  public final var velocity: Double { tracker.velocity(at: now).x }

  /// Returns the movement of the fingers, in points, as the vector between them changes from `old` to `new`.
  func movement(from old: Point, to new: Point) -> Double { 0 }
  /// Applies a change of the vector between the fingers. Returns the total scale or rotation, for the velocity.
  func applyChange(from old: Point, to new: Point) -> Double { 0 }

  public final override func touchBegan(_ touch: Touch) { chooseFingers() }

  public final override func touchMoved(_ touch: Touch) {
    let fingers = touches.prefix(2)
    guard fingers.count == 2, fingers.contains(where: { $0 === touch }) else { return }
    let vector = fingers[1].location - fingers[0].location
    if state == .possible {
      guard movement(from: lastVector, to: vector) > threshold(Self.hysteresis) else { return }
      // The movement until recognition doesn't count: the content would jump by it.
      lastVector = vector
      tracker.reset()
      transition(to: .began)
      return
    }
    let value = applyChange(from: lastVector, to: vector)
    lastVector = vector
    tracker.add(Point(value, 0), at: touch.time)
    transition(to: .changed)
  }

  public final override func touchEnded(_ touch: Touch) { touchLifted(touch, .ended) }
  public final override func touchCancelled(_ touch: Touch) { touchLifted(touch, .cancelled) }

  public override func reset() {
    fingerIDs = []
    tracker.reset()
  }

  private func touchLifted(_ touch: Touch, _ end: State) {
    chooseFingers()
    if touches.isEmpty { transition(to: isActive ? end : .failed) }
  }

  private func chooseFingers() {
    let fingers = touches.prefix(2)
    guard fingerIDs != fingers.map(\.id) else { return }
    fingerIDs = fingers.map(\.id)
    guard fingers.count == 2 else { return }
    lastVector = fingers[1].location - fingers[0].location
  }
}

/// Recognizes two fingers that move apart or together.
public final class PinchGestureRecognizer: TwoFingerGestureRecognizer {
  /// The ratio of the fingers' distances. After you set it to 1, the next value is relative to the current distance.
  public var scale = 1.0

  private var totalScale = 1.0

  override func movement(from old: Point, to new: Point) -> Double { abs(new.length - old.length) }

  override func applyChange(from old: Point, to new: Point) -> Double {
    // Avoids division by zero if both fingers are at one point.
    let ratio = max(new.length, 1) / max(old.length, 1)
    scale *= ratio
    totalScale *= ratio
    return totalScale
  }

  public override func reset() {
    super.reset()
    (scale, totalScale) = (1, 1)
  }
}

/// Recognizes two fingers that rotate around each other.
public final class RotationGestureRecognizer: TwoFingerGestureRecognizer {
  /// In radians, clockwise on the screen. After you set it to 0, the next value is relative to the current angle.
  public var rotation = 0.0

  private var totalRotation = 0.0

  override func movement(from old: Point, to new: Point) -> Double {
    abs(old.angle(to: new)) * max(new.length / 2, 1)
  }

  override func applyChange(from old: Point, to new: Point) -> Double {
    let angle = old.angle(to: new)
    rotation += angle
    totalRotation += angle
    return totalRotation
  }

  public override func reset() {
    super.reset()
    (rotation, totalRotation) = (0, 0)
  }
}
