import Events
import Foundation
import Testing

@Suite struct WallClockTimerTests {
  /// The clock itself is nobody's to set in a test: `Tests/vm` does.
  @Test func itComesAtItsSecondAndOnce() throws {
    let loop = try EventLoop()
    var calls: [Double] = []
    let timer = try loop.addWallClockTimer { calls.append(Date().timeIntervalSince1970) }
    let deadline = Int(Date().timeIntervalSince1970) + 1
    timer.deadline = deadline
    for _ in 0..<3 { try loop.turn(waiting: 1_100_000_000) }
    #expect(calls.count == 1 && (calls.first ?? 0) >= Double(deadline) && timer.deadline == nil)
    // One that is over comes at once; one that was taken back doesn't.
    timer.deadline = 0
    try loop.turn(waiting: 1_000_000_000)
    #expect(calls.count == 2)
    timer.deadline = Int(Date().timeIntervalSince1970) + 1
    timer.deadline = nil
    for _ in 0..<2 { try loop.turn(waiting: 700_000_000) }
    #expect(calls.count == 2)
  }
}
