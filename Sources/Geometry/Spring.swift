#if canImport(Glibc)
  import Glibc
#endif

/// A weight on a damped spring, let go at 0 and drawn to 1: how something moves that a finger let go.
public struct Spring: Equatable, Sendable {
  /// Radians a second, of the spring without its damping.
  private let frequency: Double
  private let dampingRatio: Double
  /// Of the whole way, each second.
  private let initialVelocity: Double

  /// - Parameters:
  ///   - response: about how long the way takes, in seconds: the period without damping.
  ///   - dampingRatio: 1 comes to rest without passing the end, less than that swings past it.
  ///   - initialVelocity: toward the end, in whole ways a second.
  public init(response: Double, dampingRatio: Double = 1, initialVelocity: Double = 0) {
    frequency = 2 * .pi / max(response, 1e-3)
    self.dampingRatio = min(max(dampingRatio, 0.05), 10)
    self.initialVelocity = initialVelocity.isFinite ? initialVelocity : 0
  }

  /// The part of the way that is done after a time in seconds: 0 at first, about 1 from `duration` on, and beyond 1
  /// while it swings.
  public func progress(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    let decay = dampingRatio * frequency
    if dampingRatio < 1 {
      let swing = frequency * (1 - dampingRatio * dampingRatio).squareRoot()
      let sine = (decay - initialVelocity) / swing
      return 1 - exp(-decay * time) * (cos(swing * time) + sine * sin(swing * time))
    }
    if dampingRatio == 1 {
      return 1 - exp(-frequency * time) * (1 + (frequency - initialVelocity) * time)
    }
    let root = frequency * (dampingRatio * dampingRatio - 1).squareRoot()
    let (slow, fast) = (-decay + root, -decay - root)
    // x = 1 - A·e^(slow t) - B·e^(fast t), with A + B = 1 and the velocity at 0 as given.
    let a = (-initialVelocity - fast) / (slow - fast)
    return 1 - a * exp(slow * time) - (1 - a) * exp(fast * time)
  }

  /// The time in seconds after which it stays within a thousandth of the way from the end.
  public var duration: Double {
    let slowest =
      dampingRatio <= 1
      ? dampingRatio * frequency
      : frequency * (dampingRatio - (dampingRatio * dampingRatio - 1).squareRoot())
    let amplitude = 1 + abs(initialVelocity) / slowest + (dampingRatio == 1 ? frequency / slowest : 0)
    // e^(-slowest·t) times what it begins with; a critically damped one carries a factor of t as well.
    return min((log(1000 * amplitude) + (dampingRatio >= 0.9 ? 2 : 0)) / slowest, 60)
  }
}
