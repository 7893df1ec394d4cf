/// An animation's timing function: a cubic Bézier curve from (0, 0) to (1, 1), defined by its two control points.
public struct TimingCurve: Equatable, Hashable, Sendable {
  public var first: Point
  public var second: Point

  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    first = Point(x1, y1)
    second = Point(x2, y2)
  }

  /// Core Animation's five timing functions.
  public static let linear = TimingCurve(0, 0, 1, 1)
  public static let `default` = TimingCurve(0.25, 0.1, 0.25, 1)
  public static let easeIn = TimingCurve(0.42, 0, 1, 1)
  public static let easeOut = TimingCurve(0, 0, 0.58, 1)
  public static let easeInEaseOut = TimingCurve(0.42, 0, 0.58, 1)

  /// Returns the progress, 0…1, at `time`, a fraction of the duration. Times outside of 0…1 are clamped.
  public func progress(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    // The curve's x is monotonic, so bisection always converges; 40 steps reach a precision below 1e-12.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if Self.bezier(middle, first.x, second.x) < time { low = middle } else { high = middle }
    }
    return Self.bezier((low + high) / 2, first.y, second.y)
  }

  private static func bezier(_ t: Double, _ p1: Double, _ p2: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t
  }
}
