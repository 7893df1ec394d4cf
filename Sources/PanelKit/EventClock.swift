/// Maps the times of a device's events to CLOCK_MONOTONIC.
///
/// Wayland's times are milliseconds with an undefined base, and wrap after 49 days. Compositors send libinput's times,
/// which are CLOCK_MONOTONIC's. For any other base, the event that arrived fastest tells the difference. If a time makes
/// no sense, the event's arrival counts instead.
struct EventClock {
  /// An event isn't older than this when it arrives, and the base is determined again after such a pause. In
  /// milliseconds.
  private static let maximumAge: UInt32 = 10_000
  /// A device's time that stays the same for longer is no time. In milliseconds.
  private static let maximumStandstill: UInt32 = 100

  /// The difference of CLOCK_MONOTONIC's lowest 32 bits from an event's time, in milliseconds; `nil` if unknown.
  private var base: UInt32?
  /// The last time, and the arrival of the first event that had it, in milliseconds.
  private var last: (time: UInt32, arrival: UInt32) = (0, 0)

  /// Returns the time of an event in nanoseconds of CLOCK_MONOTONIC, which isn't after its arrival.
  ///
  /// - Parameters:
  ///   - milliseconds: the event's time in Wayland.
  ///   - arrival: the time at which the program received the event, in nanoseconds of CLOCK_MONOTONIC.
  mutating func time(of milliseconds: UInt32, arrival: UInt64) -> UInt64 {
    let now = UInt32(truncatingIfNeeded: arrival / 1_000_000)
    let (pause, difference) = (now &- last.arrival, now &- milliseconds)
    if milliseconds == last.time {
      guard milliseconds != 0, pause <= Self.maximumStandstill else { return arrival }
    } else {
      let isBackward = Int32(bitPattern: milliseconds &- last.time) < 0
      if pause > Self.maximumAge {
        base = nil
      } else if isBackward {
        base = difference
      }
      last = (milliseconds, now)
    }
    let age = Int32(bitPattern: difference &- (base ?? 0))
    if (0...Int32(Self.maximumAge)).contains(age) {
      base = base ?? 0
      return (arrival / 1_000_000 - min(UInt64(age), arrival / 1_000_000)) * 1_000_000
    }
    base = difference
    return arrival
  }
}
