import PanelGeometry

/// The duration and the pacing of an animation.
public enum AnimationTiming: Equatable, Sendable {
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

  /// Returns the progress after a number of seconds; exactly 1 from `duration` on.
  public func progress(at time: Double) -> Double {
    guard time < duration else { return 1 }
    switch self {
    case .curve(let curve, let seconds): return curve.progress(at: time / seconds)
    case .spring(let spring): return spring.progress(at: time)
    }
  }
}
