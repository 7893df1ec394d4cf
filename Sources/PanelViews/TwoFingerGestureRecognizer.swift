import PanelGeometry

/// The base class of pinch and rotation: two fingers and a number that depends on their positions.
///
/// Further fingers are ignored. If one of the two is lifted and returns, the number continues.
public class TwoFingerGestureRecognizer: GestureRecognizer {
  private var pair: [Int] = []
  private var tracker = VelocityTracker()
  private var start: (first: Point, second: Point) = (.zero, .zero)

  /// The number's change per second.
  var speed: Double { tracker.velocity(at: now).x }

  /// Returns true if the fingers moved far enough for this gesture.
  func isRecognized(from first: Point, _ second: Point, to a: Point, _ b: Point) -> Bool { false }
  /// Applies a step and returns the accumulated value, from which the speed is computed. Both are vectors between the
  /// fingers.
  func step(from old: Point, to new: Point) -> Double { 0 }

  private var last = Point.zero

  public final override func touchBegan(_ touch: Touch) { choosePair() }

  public final override func touchMoved(_ touch: Touch) {
    let fingers = touches.prefix(2)
    guard fingers.count == 2, fingers.contains(where: { $0 === touch }) else { return }
    let (a, b) = (fingers[0], fingers[1])
    let way = b.location - a.location
    if state == .possible {
      guard isRecognized(from: start.first, start.second, to: a.location, b.location) else { return }
      // Without the movement that recognized the gesture: including it would make the picture jump.
      last = way
      tracker.reset()
      transition(to: .began)
      return
    }
    let value = step(from: last, to: way)
    last = way
    tracker.add(Point(value, 0), at: touch.time)
    transition(to: .changed)
  }

  public final override func touchEnded(_ touch: Touch) { lose(touch, .ended) }
  public final override func touchCancelled(_ touch: Touch) { lose(touch, .cancelled) }

  public override func reset() {
    pair = []
    tracker.reset()
  }

  private func lose(_ touch: Touch, _ end: State) {
    choosePair()
    if touches.count < 2, isActive { transition(to: end) }
    if touches.isEmpty, state == .possible { transition(to: .failed) }
  }

  private func choosePair() {
    let fingers = touches.prefix(2)
    guard pair != fingers.map(\.id) else { return }
    pair = fingers.map(\.id)
    guard fingers.count == 2 else { return }
    start = (fingers[0].location, fingers[1].location)
    last = start.second - start.first
  }
}

/// Recognizes two fingers that move apart or together.
public final class PinchGestureRecognizer: TwoFingerGestureRecognizer {
  /// The change of the fingers' distance from which it is a pinch, in points.
  public static let hysteresis = 10.0

  /// The ratio of the fingers' distances. After you set it to 1, the next value is relative to the current distance.
  public var scale = 1.0

  /// The scale's change per second.
  public var velocity: Double { speed }

  override func isRecognized(from first: Point, _ second: Point, to a: Point, _ b: Point) -> Bool {
    abs((b - a).length - (second - first).length) > threshold(Self.hysteresis)
  }

  private var whole = 1.0

  override func step(from old: Point, to new: Point) -> Double {
    // Avoids division by zero if both fingers are at one point.
    let ratio = max(new.length, 1) / max(old.length, 1)
    scale *= ratio
    whole *= ratio
    return whole
  }

  public override func reset() {
    super.reset()
    (scale, whole) = (1, 1)
  }
}

/// Recognizes two fingers that rotate around each other.
public final class RotationGestureRecognizer: TwoFingerGestureRecognizer {
  /// The distance along the circle from which it is a rotation, in points.
  public static let hysteresis = 10.0

  /// In radians, clockwise on the screen. After you set it to 0, the next value is relative to the current angle.
  public var rotation = 0.0

  /// In radians per second.
  public var velocity: Double { speed }

  override func isRecognized(from first: Point, _ second: Point, to a: Point, _ b: Point) -> Bool {
    let radius = max((b - a).length / 2, 1)
    return abs((second - first).angle(to: b - a)) * radius > threshold(Self.hysteresis)
  }

  private var whole = 0.0

  override func step(from old: Point, to new: Point) -> Double {
    let angle = old.angle(to: new)
    rotation += angle
    whole += angle
    return whole
  }

  public override func reset() {
    super.reset()
    (rotation, whole) = (0, 0)
  }
}
