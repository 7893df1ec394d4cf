/// Schedules reconnection attempts. The delay doubles from 50 ms to 1 s until the deadline passes.
struct BackOff {
  private static let shortest: UInt64 = 50_000_000
  private static let longest: UInt64 = 1_000_000_000
  /// A connection that lasted this long counts as stable: a compositor that rejects our requests does so within
  /// moments.
  private static let proof: UInt64 = 5_000_000_000

  /// The time limit without a compositor, in nanoseconds.
  private let wait: UInt64
  private var limit: UInt64
  private var pause = Self.shortest

  /// - Parameter wait: the time limit, in seconds from now.
  init(at now: UInt64, wait: Double) {
    self.wait = UInt64(clamping: min(max(wait, 0), 1e9) * 1e9)
    limit = now + self.wait
  }

  /// Records the end of a connection.
  ///
  /// A stable connection resets delay and deadline. After any other, both continue, and the deadline is extended by the
  /// connection's uptime.
  ///
  /// - Parameter life: how long the connection was usable, in nanoseconds.
  /// - Returns: `true` if the connection was stable.
  mutating func lost(at now: UInt64, after life: UInt64) -> Bool {
    let isProved = life >= Self.proof
    limit = isProved ? now + wait : limit + life
    if isProved { pause = Self.shortest }
    return isProved
  }

  /// Returns the time of the next attempt after one that failed at `now`, or `nil` once the deadline has passed.
  mutating func next(at now: UInt64) -> UInt64? {
    guard now < limit else { return nil }
    let next = min(now + pause, limit)
    pause = min(pause * 2, Self.longest)
    return next
  }
}

extension Double {
  /// Formatted without a fraction if the number is whole: "10", "0.5".
  var formatted: String { self == rounded() && abs(self) < 1e15 ? String(Int64(clamping: self)) : String(self) }
}
