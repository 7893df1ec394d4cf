import PanelGeometry

extension Window {
  /// The last scrolling by a wheel or a touchpad.
  struct Scrolling {
    /// The scroll view that the fingers moved last.
    weak var scrollView: ScrollView?
    /// The way of the fingers on the touchpad, in points.
    var way = Point.zero
    var tracker = VelocityTracker()
    /// The time of the last event that was ignored; `nil` before the first.
    var lastIgnored: UInt64?
  }

  /// Handles a wheel or two fingers on a touchpad: scrolls the innermost scroll view under the pointer that can move in
  /// that direction. A notch of a wheel is as long as the step of an arrow key. After fingers on a touchpad lift, the
  /// content slows down, as after a drag.
  ///
  /// - Parameters:
  ///   - event: the movement.
  ///   - time: the current time, in nanoseconds of the window's clock.
  public func send(_ event: ScrollEvent, at time: UInt64) {
    layoutIfNeeded()
    handle(at: time) {
      let eventTime = event.time ?? time
      if event.isEnd { return handleEvent(at: eventTime, endScrolling) }
      guard receivesScrolling(at: eventTime) else { return }
      handleEvent(at: eventTime) { scroll(event) }
    }
  }

  /// An event is ignored without a pause since an ignored one, in nanoseconds: it belongs to the same turn of the wheel.
  private static var pauseAfterIgnored: UInt64 { 300_000_000 }

  private func receivesScrolling(at time: UInt64) -> Bool {
    let isReceived = shouldReceive?() != false && onInput?(false) != false && !touches.contains(where: \.isIgnored)
    let continuesIgnored = scrolling.lastIgnored.map { time < $0.adding(nanoseconds: Self.pauseAfterIgnored) } ?? false
    guard isReceived, !continuesIgnored else {
      scrolling.lastIgnored = time
      return false
    }
    return true
  }

  private func scroll(_ event: ScrollEvent) {
    func converted(_ point: Point) -> Point { convertFromPanel(rotation.unapply(to: point, of: panelSize)) }
    func rotated(_ vector: Point) -> Point {
      rotation.unapply(to: vector, of: panelSize) - rotation.unapply(to: Point.zero, of: panelSize)
    }
    let location = converted(event.location)
    let distance =
      converted(event.distance) - converted(.zero) + rotated(event.notches * ScrollView.keyDistance)
    let scrollViews = sequence(first: rootView.hitTest(location), next: { $0?.superview }).lazy
      .compactMap { $0 as? ScrollView }
    if event.source == .finger {
      scrolling.way = scrolling.way + distance
      scrolling.tracker.add(scrolling.way, at: now)
    }
    for part in [Point(distance.x, 0), Point(0, distance.y)] where part != .zero {
      let moved = scrollViews.first { $0.scroll(by: part, at: location) }
      if let moved, event.source == .finger { scrolling.scrollView = moved }
    }
  }

  private func endScrolling() {
    let velocity = scrolling.tracker.velocity(at: now)
    if velocity != .zero { scrolling.scrollView?.fling(velocity) }
    scrolling = Scrolling(lastIgnored: scrolling.lastIgnored)
  }
}
