import Geometry
import Views

/// Turns one wl_touch's events into batches of what fingers did.
///
/// Events are collected until `frame`. Some compositors send no frame after the last up, some none at all (see
/// Sources/README.md), so a batch also ends when no finger remains, and with the dispatch that brought it.
struct TouchIntake {
  private var events: [TouchEvent] = []
  /// The last place of each finger that is down.
  private var fingers: [(id: Int, location: Point)] = []
  /// The largest number that were down at once since the last batch.
  private var most = 0

  mutating func down(_ id: Int, at location: Point) {
    if let index = fingers.firstIndex(where: { $0.id == id }) {
      // Its up was never sent. The finger that comes now is another one.
      events.append(TouchEvent(.cancelled, id: id, at: fingers[index].location))
      fingers.remove(at: index)
    }
    fingers.append((id, location))
    most = max(most, fingers.count)
    events.append(TouchEvent(.began, id: id, at: location))
  }

  mutating func motion(_ id: Int, at location: Point) {
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return }
    fingers[index].location = location
    events.append(TouchEvent(.moved, id: id, at: location))
  }

  mutating func up(_ id: Int) {
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return }
    events.append(TouchEvent(.ended, id: id, at: fingers[index].location))
    fingers.remove(at: index)
  }

  /// Ends every finger: the compositor took them over, or the device is gone.
  mutating func cancel() {
    for finger in fingers { events.append(TouchEvent(.cancelled, id: finger.id, at: finger.location)) }
    fingers.removeAll(keepingCapacity: true)
  }

  /// True when nothing more of this batch can come.
  var isComplete: Bool { fingers.isEmpty && !events.isEmpty }

  /// Hands over what was collected, with the number of fingers that were down at once.
  mutating func deliver(to body: ([TouchEvent], Int) -> Void) {
    guard !events.isEmpty else { return }
    body(events, most)
    most = fingers.count
    events.removeAll(keepingCapacity: true)
  }
}
