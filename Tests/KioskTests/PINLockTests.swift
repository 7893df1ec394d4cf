import Chrome
import Foundation
import Testing

@testable import Configuration
@testable import Kiosk

@Suite struct PINLockTests {
  private static let second: UInt64 = 1_000_000_000

  /// A panel that is restarted, with a wall clock that may be set.
  private struct Panel {
    var savedRecord = PINLock.Record()
    var lock = PINLock(PINLock.Record(), now: 0, wall: 0)
    var now = PINLockTests.second
    var wall = 1_700_000_000.0

    /// As MaintenanceController does.
    mutating func enter(_ pin: String) -> PINAnswer {
      guard wait == 0 else { return .wrong(wait: wait) }
      lock.countFailure(now: now, wall: wall)
      if pin == "246810" { lock.reset() }
      savedRecord = lock.record
      return savedRecord.failures == 0 ? .right : .wrong(wait: wait)
    }

    mutating func pass(_ seconds: Double) {
      now += UInt64(clamping: seconds * 1e9)
      wall += seconds
    }

    mutating func restart() throws {
      // Saved and read again; the loop's clock restarts with the machine.
      var state = SavedState()
      state.lock = savedRecord
      let value = try JSONValue.read(Array(state.json.singleLine.utf8), name: "state")
      savedRecord = try SavedState(LocatedJSON(value: value, file: "state")).lock
      now = PINLockTests.second * 3
      lock = PINLock(savedRecord, now: now, wall: wall)
    }

    var wait: Double { lock.remainingLockout(at: now) }
  }

  /// Every wrong PIN doubles the lockout, up to an hour. Meanwhile the correct one is refused, too.
  @Test func wrongPINsDoubleTheLockout() {
    var panel = Panel()
    for expected in [2.0, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600] {
      #expect(panel.enter("000000") == .wrong(wait: expected))
      panel.pass(expected - 1)
      #expect(panel.enter("246810") == .wrong(wait: 1))
      panel.pass(1)
      #expect(panel.wait == 0)
    }
    #expect(panel.enter("246810") == .right && panel.savedRecord == .init())
    // The lockout is reset.
    #expect(panel.enter("000000") == .wrong(wait: 2))
  }

  /// Neither a restart nor a power loss during the check shortens it.
  @Test func lockoutSurvivesRestart() throws {
    var panel = Panel()
    for _ in 1...12 {
      _ = panel.enter("000000")
      panel.pass(panel.wait)
    }
    _ = panel.enter("000000")
    panel.pass(600)
    try panel.restart()
    #expect(panel.wait == 3000 && panel.enter("246810") == .wrong(wait: 3000))
    panel.pass(3000)
    try panel.restart()
    #expect(panel.wait == 0)
    #expect(panel.enter("246810") == .right && panel.savedRecord.failures == 0)
  }

  /// If the clock is set back or forward, or the file was edited, the lockout isn't longer than before.
  @Test func lockoutSurvivesClockChanges() throws {
    var panel = Panel()
    for expected in [2.0, 4] {
      #expect(panel.enter("000000") == .wrong(wait: expected))
      panel.pass(expected)
    }
    #expect(panel.enter("000000") == .wrong(wait: 8))
    panel.wall -= 1e9
    try panel.restart()
    #expect(panel.wait == 8)
    panel.wall += 2e9
    try panel.restart()
    #expect(panel.wait == 0)
    for (failures, wallDeadline, expected) in [
      (0, 1e18, 0), (-5, 1e300, 0), (.min, -1e300, 0), (.max, 1e300, 3600), (3, -1e300, 0),
    ] as [(Int, Double, Double)] {
      panel.savedRecord = .init(failures: failures, wallDeadline: wallDeadline)
      try panel.restart()
      #expect(panel.wait == expected)
      panel.pass(expected)
      if case .right = panel.enter("000000") { Issue.record("a wrong PIN was accepted") }
    }
  }
}
