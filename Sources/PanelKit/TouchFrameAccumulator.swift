import PanelGeometry
import PanelViews

/// Collects the events of a wl_touch or a pointer into batches of touch events.
///
/// A batch ends at `frame`. Some compositors send no frame after the last up, some none at all (see Sources/README.md),
/// so a batch also ends when no finger is down, and at the end of the dispatch that delivered it.
struct TouchFrameAccumulator {
  private var events: [TouchEvent] = []
  /// The fingers that are down, with their last locations.
  private var fingers: [(id: Int, location: Point)] = []
  /// The maximum number of fingers that were down at once since the last batch.
  private var maximumFingers = 0

  /// - Parameter time: the event's time, in nanoseconds of CLOCK_MONOTONIC.
  mutating func down(_ id: Int, at location: Point, time: UInt64? = nil) {
    if let index = fingers.firstIndex(where: { $0.id == id }) {
      // The compositor sent no up event for the previous finger. This is a different finger.
      events.append(TouchEvent(.cancelled, id: id, at: fingers[index].location, time: time))
      fingers.remove(at: index)
    }
    fingers.append((id, location))
    maximumFingers = max(maximumFingers, fingers.count)
    events.append(TouchEvent(.began, id: id, at: location, time: time))
  }

  mutating func motion(_ id: Int, at location: Point, time: UInt64? = nil) {
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return }
    fingers[index].location = location
    events.append(TouchEvent(.moved, id: id, at: location, time: time))
  }

  mutating func up(_ id: Int, time: UInt64? = nil) {
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return }
    events.append(TouchEvent(.ended, id: id, at: fingers[index].location, time: time))
    fingers.remove(at: index)
  }

  /// Cancels all fingers: the compositor took over the touch sequence, or the device is gone.
  mutating func cancel() {
    for finger in fingers { events.append(TouchEvent(.cancelled, id: finger.id, at: finger.location)) }
    fingers.removeAll(keepingCapacity: true)
  }

  /// True if no further event can belong to this batch.
  var isComplete: Bool { fingers.isEmpty && !events.isEmpty }

  /// Passes the collected events to `body`, with the maximum number of fingers that were down at once.
  mutating func deliver(to body: ([TouchEvent], Int) -> Void) {
    guard !events.isEmpty else { return }
    body(events, maximumFingers)
    maximumFingers = fingers.count
    events.removeAll(keepingCapacity: true)
  }
}
