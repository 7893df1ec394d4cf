/// Doubles the lockout after each wrong PIN. The lockout survives restarts and PIN changes.
struct PINLock: Equatable {
  /// The persistent part of the lock.
  struct Record: Equatable {
    /// Wrong PINs since the last right one.
    var failures = 0
    /// The end of the lockout, in seconds since 1970.
    var wallDeadline = 0.0
  }

  /// The maximum lockout, in seconds. Guessing a six-digit PIN then takes 57 years on average, a four-digit PIN 7
  /// months.
  static let maximumLockout = 3600.0

  private(set) var record: Record
  /// The end of the lockout, in nanoseconds of the loop's clock, which can't be set.
  private var deadline: UInt64

  /// - Parameters:
  ///   - record: the record saved by the previous run.
  ///   - now: the time in nanoseconds of the loop's clock.
  ///   - wallTime: the time in seconds since 1970.
  init(_ record: Record, now: UInt64, wallTime: Double) {
    self.record = record
    // The wall clock may have been set. Never wait longer than the lockout for the last failure.
    let remaining = min(max(record.wallDeadline - wallTime, 0), Self.lockout(after: record.failures))
    deadline = now + UInt64(clamping: remaining * 1e9)
  }

  /// Counts a PIN as wrong and starts the lockout. Call it before comparing, so that cutting the power during the
  /// comparison doesn't save a wrong guess from being counted.
  mutating func countFailure(now: UInt64, wallTime: Double) {
    record.failures = min(max(record.failures, 0), 1000) + 1
    let seconds = Self.lockout(after: record.failures)
    (record.wallDeadline, deadline) = (wallTime + seconds, now + UInt64(clamping: seconds * 1e9))
  }

  /// Forgets all failures: the PIN was right.
  mutating func reset() { (record, deadline) = (Record(), 0) }

  /// Returns the remaining lockout in seconds.
  func remainingLockout(at now: UInt64) -> Double { deadline > now ? Double(deadline - now) / 1e9 : 0 }

  /// Returns the lockout in seconds: 2 s after the first failure, doubled with each further failure.
  private static func lockout(after failures: Int) -> Double {
    failures > 0 ? min(Double(1 << min(failures, 20)), maximumLockout) : 0
  }
}
