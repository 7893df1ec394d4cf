import Configuration

/// The panel's behaviour while nobody touches it: it dims, it draws attention, it goes dark at night. The touch that
/// wakes it does nothing else.
///
/// A value that knows neither clock nor screen: it is told what happened and when, and says what to do.
struct IdleMachine: Equatable {
  var settings: IdleSettings
  private(set) var state = IdleState.active
  /// Nanoseconds of the loop's clock.
  private var lastTouch: UInt64
  /// Somebody said so, whatever the hour.
  private var isSentToSleep = false

  init(_ settings: IdleSettings, now: UInt64) {
    self.settings = settings
    lastTouch = now
  }

  /// Somebody is there, with a finger or a key. False for who wakes it by that: nothing else may come of it.
  mutating func receive(now: UInt64) -> Bool {
    defer { wake(now: now) }
    return state == .active
  }

  mutating func wake(now: UInt64) {
    (lastTouch, isSentToSleep) = (now, false)
    state = .active
  }

  mutating func sleep() { (isSentToSleep, state) = (true, .dark) }

  /// Sees whether it is time for something else.
  ///
  /// - Parameter minute: of the day, by the wall's clock.
  mutating func advance(to now: UInt64, minute: Int) {
    guard !isSentToSleep else { return }
    let idle = Double(now &- lastTouch) / 1e9
    func isOver(_ limit: Double?) -> Bool { limit.map { idle >= $0 } ?? false }
    if settings.isNight(minute), isOver(settings.dimAfter ?? 60) {
      state = .dark
    } else if isOver(settings.attractAfter) {
      state = .attract
    } else if isOver(settings.dimAfter) {
      state = .dimmed
    } else {
      state = .active
    }
  }

  /// The time to look again, in nanoseconds of the loop's clock; `nil` for never.
  func deadline(now: UInt64) -> UInt64? {
    let limits = [settings.dimAfter, settings.attractAfter, settings.sleep == nil ? nil : settings.dimAfter ?? 60]
    let times = limits.compactMap { $0 }.map { lastTouch + UInt64(clamping: $0 * 1e9) }.filter { $0 > now }
    // The wall's clock may be set, and the night begins by it.
    let minute = settings.sleep == nil ? nil : now + 60_000_000_000
    return (times + [minute].compactMap { $0 }).min()
  }
}
