import Chrome
import Foundation
import Testing

@testable import Configuration
@testable import Kiosk

@Suite struct PINLockTests {
  private static let second: UInt64 = 1_000_000_000
  private static let (correctPIN, wrongPIN) = ("246810", "000000")

  /// A panel that is restarted, with a wall clock that may be set.
  private struct Panel {
    var savedRecord = PINLock.Record()
    var lock = PINLock(PINLock.Record(), now: 0, wallTime: 0)
    var now = PINLockTests.second
    /// In seconds since 1970.
    var wallTime = 1_700_000_000.0

    /// Checks a PIN as `MaintenanceController` does.
    mutating func enter(_ pin: String) -> PINAnswer {
      guard lockout == 0 else { return .wrong(wait: lockout) }
      lock.countFailure(now: now, wallTime: wallTime)
      if pin == PINLockTests.correctPIN { lock.reset() }
      savedRecord = lock.record
      return savedRecord.failures == 0 ? .right : .wrong(wait: lockout)
    }

    mutating func pass(_ seconds: Double) {
      now += UInt64(clamping: seconds * 1e9)
      wallTime += seconds
    }

    mutating func restart() throws {
      // The record is saved and read again. The loop's clock restarts with the machine.
      var state = SavedState()
      state.lock = savedRecord
      let value = try JSONValue.read(Array(state.json.singleLine.utf8), name: "state")
      savedRecord = try SavedState(LocatedJSON(value: value, file: "state")).lock
      now = PINLockTests.second * 3
      lock = PINLock(savedRecord, now: now, wallTime: wallTime)
    }

    /// The remaining lockout, in seconds.
    var lockout: Double { lock.remainingLockout(at: now) }
  }

  /// Every wrong PIN doubles the lockout, up to an hour. Meanwhile the correct one is refused, too.
  @Test func wrongPINsDoubleTheLockout() {
    var panel = Panel()
    for expected in [2.0, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600] {
      #expect(panel.enter(Self.wrongPIN) == .wrong(wait: expected))
      panel.pass(expected - 1)
      #expect(panel.enter(Self.correctPIN) == .wrong(wait: 1))
      panel.pass(1)
      #expect(panel.lockout == 0)
    }
    #expect(panel.enter(Self.correctPIN) == .right && panel.savedRecord == .init())
    // The lockout is reset.
    #expect(panel.enter(Self.wrongPIN) == .wrong(wait: 2))
  }

  /// Neither a restart nor a power loss during a check shortens the lockout.
  @Test func lockoutSurvivesRestart() throws {
    var panel = Panel()
    for _ in 1...12 {
      _ = panel.enter(Self.wrongPIN)
      panel.pass(panel.lockout)
    }
    _ = panel.enter(Self.wrongPIN)
    panel.pass(600)
    try panel.restart()
    #expect(panel.lockout == 3000 && panel.enter(Self.correctPIN) == .wrong(wait: 3000))
    panel.pass(3000)
    try panel.restart()
    #expect(panel.lockout == 0)
    #expect(panel.enter(Self.correctPIN) == .right && panel.savedRecord.failures == 0)
  }

  /// If the clock is set back or forward, or the file was edited, the lockout isn't longer than before.
  @Test func lockoutSurvivesClockChanges() throws {
    var panel = Panel()
    for expected in [2.0, 4] {
      #expect(panel.enter(Self.wrongPIN) == .wrong(wait: expected))
      panel.pass(expected)
    }
    #expect(panel.enter(Self.wrongPIN) == .wrong(wait: 8))
    panel.wallTime -= 1e9
    try panel.restart()
    #expect(panel.lockout == 8)
    panel.wallTime += 2e9
    try panel.restart()
    #expect(panel.lockout == 0)
    for (failures, wallDeadline, expected) in [
      (0, 1e18, 0), (-5, 1e300, 0), (.min, -1e300, 0), (.max, 1e300, 3600), (3, -1e300, 0),
    ] as [(Int, Double, Double)] {
      panel.savedRecord = .init(failures: failures, wallDeadline: wallDeadline)
      try panel.restart()
      #expect(panel.lockout == expected)
      panel.pass(expected)
      if case .right = panel.enter(Self.wrongPIN) { Issue.record("a wrong PIN was accepted") }
    }
  }
}
