import Testing

@testable import Configuration
@testable import Kiosk

/// `MaintenanceTests` in EndToEndTests enters PINs.
@Suite struct PINLockTests {
  private static let second: UInt64 = 1_000_000_000
  /// In seconds since 1970.
  private static let wallTime = 1_700_000_000.0

  /// Each failure doubles the lockout, up to an hour.
  @Test func wrongPINsDoubleTheLockout() {
    var lock = PINLock(.init(), now: 0, wallTime: Self.wallTime)
    var now = Self.second
    for expected in [2.0, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600] {
      lock.countFailure(now: now, wallTime: Self.wallTime)
      #expect(lock.remainingLockout(at: now) == expected)
      now += UInt64(clamping: expected * 1e9)
      #expect(lock.remainingLockout(at: now - 1) > 0 && lock.remainingLockout(at: now) == 0)
    }
    lock.reset()
    #expect(lock.record == .init())
    lock.countFailure(now: now, wallTime: Self.wallTime)
    #expect(lock.remainingLockout(at: now) == 2)
  }

  /// The remaining lockout after a restart, with the wall clock's difference since the last of 13 failures. If the clock
  /// was set back, the lockout isn't longer than before.
  @Test(arguments: [(600.0, 3000.0), (3600, 0), (2e9, 0), (-1e9, 3600)])
  func lockoutSurvivesClockChanges(_ difference: Double, _ remaining: Double) throws {
    var lock = PINLock(.init(), now: 0, wallTime: Self.wallTime)
    for _ in 1...13 { lock.countFailure(now: Self.second, wallTime: Self.wallTime) }
    var state = SavedState()
    state.lock = lock.record
    let value = try JSONValue.read(Array(state.json.singleLine.utf8), name: "state")
    let record = try SavedState(LocatedJSON(value: value, file: "state")).lock
    // The loop's clock restarts with the machine.
    let restarted = PINLock(record, now: Self.second, wallTime: Self.wallTime + difference)
    #expect(restarted.remainingLockout(at: Self.second) == remaining)
  }

  @Test(
    arguments: [(0, 1e18, 0), (-5, 1e300, 0), (.min, -1e300, 0), (.max, 1e300, 3600), (3, -1e300, 0)]
      as [(Int, Double, Double)])
  func editedFileIsLimited(_ failures: Int, _ wallDeadline: Double, _ expected: Double) {
    var lock = PINLock(.init(failures: failures, wallDeadline: wallDeadline), now: 0, wallTime: Self.wallTime)
    #expect(lock.remainingLockout(at: 0) == expected)
    lock.countFailure(now: 0, wallTime: Self.wallTime)
    #expect((2...3600).contains(lock.remainingLockout(at: 0)))
  }
}
