/// Computes the delays before attempts to connect.
///
/// Each delay is random, so that all panels of a site don't connect at the same moment after the broker restarted. The
/// window doubles from 10 to 40 seconds.
struct ReconnectDelay {
  private static let minimum: UInt64 = 500_000_000
  private static let firstWindow: UInt64 = 10_000_000_000
  private static let lastWindow: UInt64 = 40_000_000_000
  /// A connection that lasted this long was stable: the broker didn't end it because of its messages.
  private static let stableUptime: UInt64 = 60_000_000_000
  private var window = firstWindow

  /// Returns the delay before the next attempt, in nanoseconds.
  ///
  /// - Parameter uptime: The uptime of the connection that ended; 0 after a failed attempt.
  mutating func next(uptime: UInt64) -> UInt64 {
    if uptime >= Self.stableUptime { window = Self.firstWindow }
    defer { window = min(2 * window, Self.lastWindow) }
    return UInt64.random(in: Self.minimum...window)
  }
}
