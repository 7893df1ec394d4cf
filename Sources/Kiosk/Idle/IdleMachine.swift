import Configuration

/// The state machine of an idle panel: it dims, starts the attract animation and goes dark in its sleep hours. The touch
/// that wakes the panel does nothing else.
///
/// A value type without access to clocks or the screen: its methods take events and times and update the state.
struct IdleMachine: Equatable {
  var settings: IdleSettings
  private(set) var state = IdleState.active
  /// True to stay active without input, until `sleep()`.
  var staysActive = false
  /// The time of the last input, in nanoseconds of the loop's clock.
  private var lastInput: UInt64
  /// True after an explicit `sleep()`, regardless of the time of day.
  private var isSentToSleep = false
  /// The idle time before the panel dims or goes dark in the hours for it, in seconds.
  private var idleAfter: Double { settings.dimAfter ?? 60 }
  private var followsTimeOfDay: Bool { settings.sleepHours != nil || settings.dimHours != nil }

  init(_ settings: IdleSettings, now: UInt64) {
    self.settings = settings
    lastInput = now
  }

  /// Records a touch or a key press and wakes the panel. Returns false if the panel was idle: the input must then be
  /// discarded.
  mutating func recordInput(now: UInt64) -> Bool {
    defer { wake(now: now) }
    return state == .active
  }

  mutating func wake(now: UInt64) {
    (lastInput, isSentToSleep) = (now, false)
    state = .active
  }

  mutating func sleep() { (isSentToSleep, state) = (true, .dark) }

  /// Updates the state.
  ///
  /// - Parameter minute: minutes since midnight, local time.
  mutating func advance(to now: UInt64, minute: Int) {
    guard !isSentToSleep, !staysActive else { return }
    let idleTime = Double(now &- lastInput) / 1e9
    func wasIdle(for limit: Double?) -> Bool { limit.map { idleTime >= $0 } ?? false }
    if settings.sleepHours?.contains(minute) == true, wasIdle(for: idleAfter) {
      state = .dark
    } else if settings.dimHours?.contains(minute) == true, wasIdle(for: idleAfter) {
      state = .dimmed
    } else if wasIdle(for: settings.attractAfter) {
      state = .attract
    } else if settings.dimHours == nil, wasIdle(for: settings.dimAfter) {
      state = .dimmed
    } else {
      state = .active
    }
  }

  /// Returns the time of the next update, in nanoseconds of the loop's clock; `nil` if none is needed.
  func deadline(now: UInt64) -> UInt64? {
    guard !staysActive else { return nil }
    let limits = [settings.dimAfter, settings.attractAfter, followsTimeOfDay ? idleAfter : nil]
    let times = limits.compactMap { $0 }.map { lastInput + UInt64(clamping: $0 * 1e9) }.filter { $0 > now }
    // Check every minute: the wall clock may be set at any time.
    let nextCheck = followsTimeOfDay ? now + 60_000_000_000 : nil
    return (times + [nextCheck].compactMap { $0 }).min()
  }
}
