/// Computes the delays before attempts to connect.
///
/// Each delay is random, so that all panels of a site don't connect at the same moment after their server restarted. Its
/// window doubles with each attempt, up to a limit.
package struct ReconnectDelay {
  private static let minimum: UInt64 = 500_000_000
  /// A connection that lasted this long was stable: the server didn't end it because of its messages.
  private static let stableUptime: UInt64 = 60_000_000_000
  private let windows: ClosedRange<UInt64>
  private var window: UInt64

  /// Creates the delays of a connection.
  ///
  /// - Parameter windows: The maximum delays before the first and before later attempts, in nanoseconds.
  package init(windows: ClosedRange<UInt64> = 10_000_000_000...40_000_000_000) {
    self.windows = windows
    window = windows.lowerBound
  }

  /// Returns the delay before the next attempt, in nanoseconds.
  ///
  /// - Parameter uptime: The uptime of the connection that ended; 0 after a failed attempt.
  package mutating func next(uptime: UInt64) -> UInt64 {
    if uptime >= Self.stableUptime { window = windows.lowerBound }
    defer { window = min(2 * window, windows.upperBound) }
    return UInt64.random(in: Self.minimum...window)
  }
}
