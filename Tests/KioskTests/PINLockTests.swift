import Chrome
import Foundation
import Testing

@testable import Configuration
@testable import Kiosk

@Suite struct PINLockTests {
  private static let second: UInt64 = 1_000_000_000

  /// A panel that is started now and then, with a clock on the wall that somebody may set.
  private struct Panel {
    var kept = PINLock.Record()
    var lock = PINLock(PINLock.Record(), now: 0, wall: 0)
    var now = PINLockTests.second
    var wall = 1_700_000_000.0

    /// As MaintenanceController does.
    mutating func enter(_ pin: String) -> PINAnswer {
      guard wait == 0 else { return .wrong(wait: wait) }
      lock.countFailure(now: now, wall: wall)
      if pin == "246810" { lock.reset() }
      kept = lock.record
      return kept.failures == 0 ? .right : .wrong(wait: wait)
    }

    mutating func pass(_ seconds: Double) {
      now += UInt64(clamping: seconds * 1e9)
      wall += seconds
    }

    mutating func restart() throws {
      // As it is on the disk; the loop's clock begins anew with the machine.
      var state = Counter.State()
      state.lock = kept
      let value = try JSONValue.read(Array(state.json.line.utf8), name: "state")
      kept = try Counter.State(JSONPlace(value: value, file: "state")).lock
      now = PINLockTests.second * 3
      lock = PINLock(kept, now: now, wall: wall)
    }

    var wait: Double { lock.wait(now: now) }
  }

  /// Each wrong one costs twice the time of the last, up to an hour; meanwhile the right one isn't heard either.
  @Test func guessingTakesLongerAndLonger() {
    var panel = Panel()
    for expected in [2.0, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600] {
      #expect(panel.enter("000000") == .wrong(wait: expected))
      panel.pass(expected - 1)
      #expect(panel.enter("246810") == .wrong(wait: 1))
      panel.pass(1)
      #expect(panel.wait == 0)
    }
    #expect(panel.enter("246810") == .right && panel.kept == .init())
    // And it is forgotten.
    #expect(panel.enter("000000") == .wrong(wait: 2))
  }

  /// Neither a restart nor pulling the plug while the PIN is looked at takes anything back.
  @Test func aWaitSurvivesTheProgram() throws {
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
    #expect(panel.enter("246810") == .right && panel.kept.failures == 0)
  }

  /// Set back by years, or forward, or a file that somebody wrote: never longer than the last wrong one costs.
  @Test func theWallsClockIsSet() throws {
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
    for (failures, until, expected) in [
      (0, 1e18, 0), (-5, 1e300, 0), (.min, -1e300, 0), (.max, 1e300, 3600), (3, -1e300, 0),
    ] as [(Int, Double, Double)] {
      panel.kept = .init(failures: failures, closedUntil: until)
      try panel.restart()
      #expect(panel.wait == expected)
      panel.pass(expected)
      if case .right = panel.enter("000000") { Issue.record("a wrong one is right") }
    }
  }
}
