import Glibc
import PanelGeometry

/// The motion of a scroll view's offset along one axis after the finger lifts: it slows down, bounces at the end of the
/// content, and returns from beyond it.
struct ScrollMotion {
  /// UIKit's bounce is a critically damped spring of about this angular frequency, in radians per second. UIKit doesn't
  /// document it; measured by Ilya Lobanov ("How UIScrollView works").
  private static let bounceFrequency = 10.0
  /// In points per second: slower motion isn't visible.
  private static let minimumSpeed = 8.0
  /// UIKit's value: just beyond the end of the content, the content moves by this share of the finger's movement.
  private static let rubberBandCoefficient = 0.55

  private let start: Double
  private let decay: Decay
  /// The time in seconds at which the offset passes the end of the content; infinite if the motion stops before it.
  private let bounceStart: Double
  /// The final offset.
  private let end: Double
  /// The distance beyond the end at `bounceStart` and the velocity there, in points and points per second.
  private let (excess, excessVelocity): (Double, Double)
  /// In seconds.
  let duration: Double

  /// - Parameters:
  ///   - start: the current offset, which may lie beyond the range.
  ///   - velocity: in points per second.
  ///   - range: the offsets that show content only.
  ///   - bounces: false to stop at the end of the range.
  init(from start: Double, velocity: Double, in range: ClosedRange<Double>, bounces: Bool) {
    self.start = start
    decay = Decay(initialVelocity: velocity)
    let unboundedEnd = start + decay.totalDistance
    let isOutside = !range.contains(start)
    guard isOutside || !range.contains(unboundedEnd) else {
      (bounceStart, end, excess, excessVelocity) = (.infinity, unboundedEnd, 0, 0)
      duration = decay.duration(until: Self.minimumSpeed)
      return
    }
    end = min(max(isOutside ? start : unboundedEnd, range.lowerBound), range.upperBound)
    let time = isOutside ? 0 : decay.time(toCover: end - start)
    bounceStart = time
    excess = isOutside ? start - end : 0
    excessVelocity = bounces ? decay.velocity(at: time) : 0
    duration = time + Self.settlingTime(excess: excess, velocity: excessVelocity)
  }

  /// Returns the offset after a time in seconds.
  func offset(at time: Double) -> Double {
    guard time < duration else { return bounceStart < .infinity ? end : start + decay.distance(at: duration) }
    guard time >= bounceStart else { return start + decay.distance(at: time) }
    return end + Self.springOffset(excess: excess, velocity: excessVelocity, at: time - bounceStart)
  }

  /// Returns the velocity after a time in seconds, in points per second.
  func velocity(at time: Double) -> Double {
    guard time < duration else { return 0 }
    guard time >= bounceStart else { return decay.velocity(at: time) }
    let (frequency, time) = (Self.bounceFrequency, time - bounceStart)
    let slope = excessVelocity + frequency * excess
    return (slope - frequency * (excess + slope * time)) * exp(-frequency * time)
  }

  /// Returns the distance of a critically damped spring from its end.
  private static func springOffset(excess: Double, velocity: Double, at time: Double) -> Double {
    (excess + (velocity + bounceFrequency * excess) * time) * exp(-bounceFrequency * time)
  }

  /// Returns the time from which the spring stays within half a point of its end.
  private static func settlingTime(excess: Double, velocity: Double) -> Double {
    let amplitude = abs(excess) + abs(velocity + bounceFrequency * excess) / bounceFrequency
    return amplitude > 0.5 ? (log(2 * amplitude) + 2) / bounceFrequency : 0
  }

  /// Returns the offset to show for a drag to `offset`. Beyond the range, the content lags behind the finger.
  ///
  /// - Parameter length: the scroll view's length. The shown offset never exceeds the range by it.
  static func rubberBanded(_ offset: Double, in range: ClosedRange<Double>, length: Double) -> Double {
    let end = min(max(offset, range.lowerBound), range.upperBound)
    let excess = abs(offset - end)
    guard excess > 0, length > 0 else { return end }
    let shownExcess = (1 - 1 / (excess * rubberBandCoefficient / length + 1)) * length
    return offset > end ? end + shownExcess : end - shownExcess
  }

  /// Returns the offset without resistance for a shown offset: the inverse of `rubberBanded`.
  static func unresisted(_ offset: Double, in range: ClosedRange<Double>, length: Double) -> Double {
    let end = min(max(offset, range.lowerBound), range.upperBound)
    let shownExcess = min(abs(offset - end), 0.99 * length)
    guard shownExcess > 0 else { return end }
    let excess = length / rubberBandCoefficient * (1 / (1 - shownExcess / length) - 1)
    return offset > end ? end + excess : end - excess
  }
}
