import Foundation
import PanelEvents
import Testing

@Suite struct WallClockTimerTests {
  /// `Tests/vm` covers a clock that is set.
  @Test func timerFiresOnceAtItsSecond() throws {
    let loop = try EventLoop()
    var calls: [Double] = []
    let timer = try loop.addWallClockTimer { calls.append(Date().timeIntervalSince1970) }
    let deadline = Int(Date().timeIntervalSince1970) + 1
    timer.deadline = deadline
    for _ in 0..<3 { try loop.runOnce(timeout: 1_100_000_000) }
    #expect(calls.count == 1 && (calls.first ?? 0) >= Double(deadline) && timer.deadline == nil)
    // A past deadline fires at once, a canceled one doesn't.
    timer.deadline = 0
    try loop.runOnce(timeout: 1_000_000_000)
    #expect(calls.count == 2)
    timer.deadline = Int(Date().timeIntervalSince1970) + 1
    timer.deadline = nil
    for _ in 0..<2 { try loop.runOnce(timeout: 700_000_000) }
    #expect(calls.count == 2)
  }
}
