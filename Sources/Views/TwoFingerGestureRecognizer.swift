import Geometry

/// The common part of pinch and rotation: two fingers, and one number that follows from how they lie.
///
/// Further fingers are ignored. When one of the two goes and comes back, the number carries on from where it was.
public class TwoFingerGestureRecognizer: GestureRecognizer {
  /// The ids of the fingers that count.
  private var pair: [Int] = []
  private var tracker = VelocityTracker()
  private var start: (first: Point, second: Point) = (.zero, .zero)

  /// Of the number, a second.
  var speed: Double { tracker.velocity(at: now).x }

  // MARK: For subclasses

  /// True when the fingers moved enough from where they were to be this gesture.
  func isRecognized(from first: Point, _ second: Point, to a: Point, _ b: Point) -> Bool { false }
  /// Takes a step into account, and gives the whole for telling the speed. Both are vectors from finger to finger.
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
      // The way to here was for telling which gesture it is; counted as well, it would make the picture jump.
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

/// Two fingers that go apart or together.
public final class PinchGestureRecognizer: TwoFingerGestureRecognizer {
  /// The change of the fingers' distance before it is a pinch, in points.
  public static let hysteresis = 10.0

  /// The factor by which the fingers' distance grew. Setting it to 1 makes the next value the step from here.
  public var scale = 1.0

  /// Of the scale, a second.
  public var velocity: Double { speed }

  override func isRecognized(from first: Point, _ second: Point, to a: Point, _ b: Point) -> Bool {
    abs((b - a).length - (second - first).length) > threshold(Self.hysteresis)
  }

  private var whole = 1.0

  override func step(from old: Point, to new: Point) -> Double {
    // Fingers upon each other have no ratio.
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

/// Two fingers that turn about each other.
public final class RotationGestureRecognizer: TwoFingerGestureRecognizer {
  /// The turn of the fingers before it is a rotation: a finger's way along the circle, in points.
  public static let hysteresis = 10.0

  /// In radians, from the x axis toward the y axis: clockwise to the eye. Setting it to 0 makes the next value the step
  /// from here.
  public var rotation = 0.0

  /// Radians a second.
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
