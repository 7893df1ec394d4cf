import Glibc

/// The motion of a flung object: it starts with the finger's velocity, which decays exponentially.
public struct Decay: Equatable, Sendable {
  /// UIScrollView's normal deceleration rate: the velocity is multiplied by 0.998 each millisecond.
  public static let normalRate = 0.998

  /// In units per second.
  public let initialVelocity: Double
  /// The constant of the exponential decay, per second.
  private let decayConstant: Double

  /// - Parameters:
  ///   - initialVelocity: in units per second.
  ///   - rate: the factor by which the velocity changes each millisecond, more than 0 and less than 1.
  public init(initialVelocity: Double, rate: Double = Decay.normalRate) {
    self.initialVelocity = initialVelocity.isFinite ? initialVelocity : 0
    decayConstant = -1000 * log(min(max(rate, 1e-6), 1 - 1e-9))
  }

  /// Creates a motion that has covered `distance` when its speed has dropped to `threshold`.
  ///
  /// - Parameters:
  ///   - initialVelocity: above the threshold, in either direction.
  ///   - distance: in the same direction.
  ///   - threshold: in units per second.
  public init(initialVelocity: Double, covering distance: Double, until threshold: Double) {
    self.initialVelocity = initialVelocity
    decayConstant = (abs(initialVelocity) - threshold) / abs(distance)
  }

  /// Returns the distance covered after a time in seconds.
  public func distance(at time: Double) -> Double {
    initialVelocity / decayConstant * (1 - exp(-decayConstant * max(time, 0)))
  }

  /// Returns the velocity after a time in seconds, in units per second.
  public func velocity(at time: Double) -> Double { initialVelocity * exp(-decayConstant * max(time, 0)) }

  /// Returns the time, in seconds, after which a distance is covered; it must be shorter than `totalDistance`.
  public func time(toCover distance: Double) -> Double {
    -log(1 - distance * decayConstant / initialVelocity) / decayConstant
  }

  /// The distance covered until the motion stops.
  public var totalDistance: Double { initialVelocity / decayConstant }

  /// Returns the time, in seconds, until the speed drops below `threshold` units per second; 0 if it starts below.
  public func duration(until threshold: Double) -> Double {
    let speed = abs(initialVelocity)
    return speed > threshold && threshold > 0 ? log(speed / threshold) / decayConstant : 0
  }
}
