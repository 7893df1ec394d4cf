import PanelGeometry
import PanelViews
import PanelWayland

/// Collects a pointer's scrolling until the end of a frame.
struct ScrollAccumulator {
  /// The kind of device; some frames, such as those with a stop, don't repeat it.
  var source: WlPointer.AxisSource?
  private var distance = Point.zero
  private var notches = Point.zero
  private var isMoved = false
  private var isStopped = false
  private var time: UInt64 = 0

  /// - Parameters:
  ///   - axis: the direction.
  ///   - distance: in surface coordinates.
  ///   - time: the event's time, in nanoseconds of CLOCK_MONOTONIC.
  mutating func move(_ axis: WlPointer.Axis, by distance: Double, time: UInt64) {
    self.distance = self.distance + Self.vector(distance, axis)
    (isMoved, self.time) = (true, time)
  }

  /// Adds notches of a wheel. They replace the distance along their axis, which each compositor defines differently.
  mutating func addNotches(_ count: Double, _ axis: WlPointer.Axis) { notches = notches + Self.vector(count, axis) }

  /// Records that the fingers on a touchpad were lifted.
  mutating func stop(time: UInt64) { (isStopped, self.time) = (true, time) }

  /// Passes the frame's events to `body`, with the pointer's location in surface coordinates.
  mutating func deliver(at location: Point, to body: (ScrollEvent) -> Void) {
    let kind: ScrollEvent.Source =
      switch source {
      case .wheel?, .wheelTilt?: .wheel
      case .finger?: .finger
      default: .continuous
      }
    if isMoved {
      let remaining = Point(notches.x == 0 ? distance.x : 0, notches.y == 0 ? distance.y : 0)
      body(ScrollEvent(kind, at: location, distance: remaining, notches: notches, time: time))
    }
    if isStopped, kind == .finger { body(ScrollEvent(kind, at: location, isEnd: true, time: time)) }
    (distance, notches, isMoved, isStopped) = (.zero, .zero, false, false)
  }

  private static func vector(_ length: Double, _ axis: WlPointer.Axis) -> Point {
    switch axis {
    case .horizontalScroll: Point(length, 0)
    case .verticalScroll: Point(0, length)
    default: .zero
    }
  }
}
