import PanelGeometry

/// Recognizes taps of one or more fingers.
///
/// ```swift
/// let tap = TapGestureRecognizer()
/// tap.numberOfTapsRequired = 2
/// tap.onChange = { print("double tap") }
/// view.addGestureRecognizer(tap)
/// ```
public final class TapGestureRecognizer: GestureRecognizer {
  // The limits were measured on UIKit.

  /// The maximum movement, in points.
  public static let allowableMovement = 45.0
  /// The maximum duration of a tap, in nanoseconds.
  public static let maximumDuration: UInt64 = 750_000_000
  /// The maximum time between two taps, in nanoseconds.
  public static let maximumInterval: UInt64 = 350_000_000

  public var numberOfTapsRequired = 1
  public var numberOfTouchesRequired = 1

  private var tapCount = 0
  private var maximumTouchCount = 0
  private var firstLocation = Point.zero

  override var locationFollowsTouches: Bool { false }

  public override var awaitsTouches: Bool { tapCount > 0 }

  public override func touchBegan(_ touch: Touch) {
    guard touches.count <= numberOfTouchesRequired else { return transition(to: .failed) }
    maximumTouchCount = touches.count
    guard touches.count == 1 else { return }
    if tapCount > 0, (touch.location - firstLocation).length > threshold(Self.allowableMovement) { tapCount = 0 }
    if tapCount == 0 { firstLocation = touch.location }
    fail(after: Self.maximumDuration)
  }

  public override func touchMoved(_ touch: Touch) {
    if (touch.location - touch.startLocation).length > threshold(Self.allowableMovement) {
      transition(to: .failed)
    }
  }

  public override func touchEnded(_ touch: Touch) {
    guard touch.time &- touch.startTime <= Self.maximumDuration else { return transition(to: .failed) }
    guard touches.isEmpty else { return }
    guard maximumTouchCount == numberOfTouchesRequired else { return transition(to: .failed) }
    tapCount += 1
    guard tapCount < numberOfTapsRequired else { return transition(to: .ended) }
    fail(after: Self.maximumInterval)
  }

  public override func touchCancelled(_ touch: Touch) { transition(to: .failed) }

  public override func reset() { (tapCount, maximumTouchCount) = (0, 0) }

  private func fail(after nanoseconds: UInt64) {
    // One millisecond later, because the limit itself still counts.
    transition(to: .failed, after: Double(nanoseconds + 1_000_000) / 1e9)
  }
}
