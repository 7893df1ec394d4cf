#if canImport(Glibc)
  import Glibc
#endif

/// The motion of a thing flung: it goes on at the finger's speed and slows down, each second by the same factor.
public struct Decay: Equatable, Sendable {
  /// UIScrollView's normal deceleration: a thousandth of a second leaves 0.998 of the speed.
  public static let normalRate = 0.998

  /// In units a second.
  public let initialVelocity: Double
  private let k: Double

  /// - Parameter rate: the part of the speed that a thousandth of a second leaves, more than 0 and less than 1.
  public init(initialVelocity: Double, rate: Double = Decay.normalRate) {
    self.initialVelocity = initialVelocity.isFinite ? initialVelocity : 0
    k = -1000 * log(min(max(rate, 1e-6), 1 - 1e-9))
  }

  /// A motion that has covered a distance when it is as slow as `threshold`.
  ///
  /// - Parameters:
  ///   - initialVelocity: more than the threshold, either way.
  ///   - distance: in the same direction.
  ///   - threshold: in units a second.
  public init(initialVelocity: Double, covering distance: Double, until threshold: Double) {
    self.initialVelocity = initialVelocity
    k = (abs(initialVelocity) - threshold) / abs(distance)
  }

  /// The distance covered after a time in seconds.
  public func distance(at time: Double) -> Double { initialVelocity / k * (1 - exp(-k * max(time, 0))) }

  /// In units a second.
  public func velocity(at time: Double) -> Double { initialVelocity * exp(-k * max(time, 0)) }

  /// The distance covered when it has come to rest.
  public var totalDistance: Double { initialVelocity / k }

  /// The time, in seconds, after which it is slower than `threshold` units a second; 0 when it is from the start.
  public func duration(until threshold: Double) -> Double {
    let speed = abs(initialVelocity)
    return speed > threshold && threshold > 0 ? log(speed / threshold) / k : 0
  }
}
