/// Schedules reconnection attempts. The delay doubles from 50 ms to 1 s until the deadline passes.
struct ReconnectBackoff {
  private static let minimumDelay: UInt64 = 50_000_000
  private static let maximumDelay: UInt64 = 1_000_000_000
  /// A connection that lasted this long counts as stable: a compositor that rejects our requests does so within
  /// moments.
  private static let stableUptime: UInt64 = 5_000_000_000

  /// The time limit without a compositor, in nanoseconds.
  private let timeout: UInt64
  private var deadline: UInt64
  private var delay = Self.minimumDelay

  /// - Parameter timeout: the time limit, in seconds from now.
  init(at now: UInt64, timeout: Double) {
    self.timeout = UInt64(clamping: min(max(timeout, 0), 1e9) * 1e9)
    deadline = now + self.timeout
  }

  /// Records the end of a connection.
  ///
  /// A stable connection resets delay and deadline. After any other, both continue, and the deadline is extended by the
  /// connection's uptime.
  ///
  /// - Parameter uptime: how long the connection was usable, in nanoseconds.
  /// - Returns: `true` if the connection was stable.
  mutating func recordConnectionEnd(at now: UInt64, uptime: UInt64) -> Bool {
    let isStable = uptime >= Self.stableUptime
    deadline = isStable ? now + timeout : deadline + uptime
    if isStable { delay = Self.minimumDelay }
    return isStable
  }

  /// Returns the time of the next attempt after one that failed at `now`, or `nil` once the deadline has passed.
  mutating func nextAttempt(after now: UInt64) -> UInt64? {
    guard now < deadline else { return nil }
    defer { delay = min(delay * 2, Self.maximumDelay) }
    return min(now + delay, deadline)
  }
}
