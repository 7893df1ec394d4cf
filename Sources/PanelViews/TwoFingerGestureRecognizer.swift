import PanelGeometry

/// The base class of pinch and rotation: two fingers and a number that depends on their positions.
///
/// Further fingers are ignored. If one of the two is lifted and returns, the number continues.
public class TwoFingerGestureRecognizer: GestureRecognizer {
  private var pair: [Int] = []
  private var tracker = VelocityTracker()
  /// The vector between the fingers at the last step, or at the beginning.
  private var lastVector = Point.zero

  /// The minimum movement of a gesture, in points: the change of the fingers' distance for a pinch, the distance along
  /// the circle for a rotation.
  public static let hysteresis = 10.0

  /// The change per second of the scale, or of the rotation in radians.
  public final var velocity: Double { tracker.velocity(at: now).x }

  /// Returns the movement, in points, between two vectors from finger to finger.
  func movement(from old: Point, to new: Point) -> Double { 0 }
  /// Applies the change between two vectors and returns the total scale or rotation, for the velocity.
  func step(from old: Point, to new: Point) -> Double { 0 }

  public final override func touchBegan(_ touch: Touch) { choosePair() }

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
    let value = step(from: lastVector, to: vector)
    lastVector = vector
    tracker.add(Point(value, 0), at: touch.time)
    transition(to: .changed)
  }

  public final override func touchEnded(_ touch: Touch) { touchLifted(touch, .ended) }
  public final override func touchCancelled(_ touch: Touch) { touchLifted(touch, .cancelled) }

  public override func reset() {
    pair = []
    tracker.reset()
  }

  private func touchLifted(_ touch: Touch, _ end: State) {
    choosePair()
    if touches.count < 2, isActive { transition(to: end) }
    if touches.isEmpty, state == .possible { transition(to: .failed) }
  }

  private func choosePair() {
    let fingers = touches.prefix(2)
    guard pair != fingers.map(\.id) else { return }
    pair = fingers.map(\.id)
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

  override func step(from old: Point, to new: Point) -> Double {
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

  override func step(from old: Point, to new: Point) -> Double {
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
