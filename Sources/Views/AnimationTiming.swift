import Geometry

/// The duration of an animation, and the course of its time.
public enum AnimationTiming: Equatable, Sendable {
  /// In seconds.
  case curve(TimingCurve, seconds: Double)
  case spring(Spring)

  /// Core Animation's default: a quarter of a second.
  public static let `default` = AnimationTiming.curve(.default, seconds: 0.25)

  /// In seconds.
  public var duration: Double {
    switch self {
    case .curve(_, let seconds): seconds > 0 ? seconds : 0
    case .spring(let spring): spring.duration
    }
  }

  /// The part of the way that is done after a time in seconds; exactly 1 from `duration` on.
  public func progress(at time: Double) -> Double {
    guard time < duration else { return 1 }
    switch self {
    case .curve(let curve, let seconds): return curve.progress(at: time / seconds)
    case .spring(let spring): return spring.progress(at: time)
    }
  }
}
