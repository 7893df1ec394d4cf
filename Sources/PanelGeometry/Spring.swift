import Glibc

/// A damped spring, released at 0 and pulled to 1: the motion of a view after a finger releases it.
public struct Spring: Equatable, Sendable {
  /// The undamped angular frequency, in radians per second.
  private let frequency: Double
  private let dampingRatio: Double
  /// In whole distances per second.
  private let initialVelocity: Double

  /// - Parameters:
  ///   - response: the approximate duration in seconds: the undamped period.
  ///   - dampingRatio: 1 settles without overshoot, less than 1 overshoots.
  ///   - initialVelocity: toward the end, in whole distances per second.
  public init(response: Double, dampingRatio: Double = 1, initialVelocity: Double = 0) {
    frequency = 2 * .pi / max(response, 1e-3)
    self.dampingRatio = min(max(dampingRatio, 0.05), 10)
    self.initialVelocity = initialVelocity.isFinite ? initialVelocity : 0
  }

  /// Returns the completed part of the distance after a time in seconds: 0 at the start, about 1 from `duration` on,
  /// and above 1 during overshoot.
  public func progress(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    let decay = dampingRatio * frequency
    if dampingRatio < 1 {
      let dampedFrequency = frequency * (1 - dampingRatio * dampingRatio).squareRoot()
      let sineAmplitude = (decay - initialVelocity) / dampedFrequency
      return 1 - exp(-decay * time) * (cos(dampedFrequency * time) + sineAmplitude * sin(dampedFrequency * time))
    }
    if dampingRatio == 1 {
      return 1 - exp(-frequency * time) * (1 + (frequency - initialVelocity) * time)
    }
    let root = frequency * (dampingRatio * dampingRatio - 1).squareRoot()
    let (slow, fast) = (-decay + root, -decay - root)
    // x = 1 - A·e^(slow t) - B·e^(fast t), with A + B = 1 and the given velocity at 0.
    let a = (-initialVelocity - fast) / (slow - fast)
    return 1 - a * exp(slow * time) - (1 - a) * exp(fast * time)
  }

  /// The time in seconds after which the remaining distance stays below a thousandth of the whole.
  public var duration: Double {
    let slowest =
      dampingRatio <= 1
      ? dampingRatio * frequency
      : frequency * (dampingRatio - (dampingRatio * dampingRatio - 1).squareRoot())
    let amplitude = 1 + abs(initialVelocity) / slowest + (dampingRatio == 1 ? frequency / slowest : 0)
    // The envelope is the initial amplitude times e^(-slowest·t); critical damping adds a factor of t.
    return min((log(1000 * amplitude) + (dampingRatio >= 0.9 ? 2 : 0)) / slowest, 60)
  }
}
