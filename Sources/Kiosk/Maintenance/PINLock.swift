/// Makes those who guess the PIN wait longer each time, whatever becomes of the program or of the PIN meanwhile.
struct PINLock: Equatable {
  /// The part of the lock that outlives the program.
  struct Record: Equatable {
    /// Wrong PINs since the last right one.
    var failures = 0
    /// Until when none is heard, in seconds since 1970.
    var closedUntil = 0.0
  }

  /// The longest wait, in seconds. Of six digits one is then guessed in 57 years on average, of four in 7 months.
  static let longestWait = 3600.0

  private(set) var record: Record
  /// Nanoseconds of the loop's clock, which nobody sets.
  private var closedUntil: UInt64

  /// - Parameters:
  ///   - record: the one kept from the last run.
  ///   - now: nanoseconds of the loop's clock.
  ///   - wall: seconds since 1970.
  init(_ record: Record, now: UInt64, wall: Double) {
    self.record = record
    // However the wall's clock was set meanwhile: never for longer than the last wrong one costs.
    let left = min(max(self.record.closedUntil - wall, 0), Self.wait(after: self.record.failures))
    closedUntil = now + UInt64(clamping: left * 1e9)
  }

  /// Counts a PIN as wrong and closes the lock. Call it before comparing, so that cutting the power gains nothing.
  mutating func countFailure(now: UInt64, wall: Double) {
    record.failures = min(max(record.failures, 0), 1000) + 1
    let seconds = Self.wait(after: record.failures)
    (record.closedUntil, closedUntil) = (wall + seconds, now + UInt64(clamping: seconds * 1e9))
  }

  /// Forgets all failures: the PIN was right.
  mutating func reset() { (record, closedUntil) = (Record(), 0) }

  /// Seconds until it listens again.
  func wait(now: UInt64) -> Double { closedUntil > now ? Double(closedUntil - now) / 1e9 : 0 }

  /// Twice as long each time.
  private static func wait(after failures: Int) -> Double {
    failures > 0 ? min(Double(1 << min(failures, 20)), longestWait) : 0
  }
}
