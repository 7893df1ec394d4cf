import PanelGeometry

/// A movement of a pointer's wheel, or of two fingers on a touchpad.
public struct ScrollEvent: Equatable, Sendable {
  public enum Source: Sendable {
    case wheel
    /// Fingers on a touchpad. When they lift, the content continues to move.
    case finger
    /// Anything else, such as a trackpoint with a button held.
    case continuous
  }

  public var source: Source
  /// The pointer's location, in the window's points.
  public var location: Point
  /// The distance in the window's points; positive to show what is further to the right or further down.
  public var distance: Point
  /// The distance in notches of a wheel, in addition to `distance`. A high-resolution wheel has fractions of them.
  public var notches: Point
  /// True if the fingers were lifted. The distance isn't used then.
  public var isEnd: Bool
  /// The time at which the event occurred, see `TouchEvent.time`.
  public var time: UInt64?

  /// - Parameters:
  ///   - source: what scrolls.
  ///   - location: the pointer's, in the window's points.
  ///   - distance: in the window's points; positive to show what is further to the right or further down.
  ///   - notches: in notches of a wheel.
  ///   - isEnd: true if the fingers were lifted.
  ///   - time: when it occurred, in nanoseconds of the window's clock; `nil` for the time at which it is sent.
  public init(
    _ source: Source, at location: Point, distance: Point = .zero, notches: Point = .zero, isEnd: Bool = false,
    time: UInt64? = nil
  ) {
    (self.source, self.location, self.distance, self.notches) = (source, location, distance, notches)
    (self.isEnd, self.time) = (isEnd, time)
  }
}
