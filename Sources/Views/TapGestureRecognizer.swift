import Geometry

/// One finger, a number of times down and up in one place.
public final class TapGestureRecognizer: GestureRecognizer {
  /// Measured on UIKit: how far a finger may move, in points, how long it may stay, and how long it may take until the
  /// next tap, in nanoseconds.
  public static let allowableMovement = 45.0
  public static let maximumDuration: UInt64 = 750_000_000
  public static let maximumInterval: UInt64 = 350_000_000

  public var numberOfTapsRequired = 1

  private var count = 0
  private var lastEnd: UInt64 = 0
  private var firstLocation = Point.zero

  public override func touchBegan(_ touch: Touch) {
    guard touches.count == 1 else { return fail() }
    let continues =
      count > 0 && touch.time &- lastEnd <= Self.maximumInterval
      && (touch.location - firstLocation).length <= Self.allowableMovement
    if !continues {
      count = 0
      firstLocation = touch.location
    }
  }

  public override func touchMoved(_ touch: Touch) {
    if (touch.location - touch.startLocation).length > Self.allowableMovement { fail() }
  }

  public override func touchEnded(_ touch: Touch) {
    guard touch.time &- touch.startTime <= Self.maximumDuration else { return fail() }
    count += 1
    lastEnd = touch.time
    if count == numberOfTapsRequired { transition(to: .ended) }
  }

  public override func touchCancelled(_ touch: Touch) { fail() }

  public override func reset() { count = 0 }

  private func fail() {
    count = 0
    transition(to: .failed)
  }
}
