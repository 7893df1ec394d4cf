import Events
import Geometry
import Testing

@testable import PanelKit

/// A panel that stands still is woken once more, to give back what only motion needs.
@Suite struct StillnessTests {
  private let rig: Rig

  init() throws {
    rig = try Rig(configure: { $0.idleDelay = 500_000_000 })
    try rig.settle()
  }

  /// True when the loop is woken within two seconds, longer than the moment may be late.
  private func isWoken() throws -> Bool {
    let isWoken = try rig.loop.turn(waiting: 2_000_000_000)
    try rig.settle()
    return isWoken
  }

  @Test func onceAfterTheFirstFrame() throws {
    #expect(try isWoken())
    #expect(try !isWoken())
    // A button that is another is little, and nothing for which it would wake once more.
    rig.button.layer.position = Point(300, 200)
    try rig.settle()
    #expect(try !isWoken())
    rig.expectScreenIsRight()
  }

  @Test func afterEachMotion() throws {
    #expect(try isWoken())
    var step = 0.0
    let motion = rig.window.animate(seconds: 3600) { [rig] _ in
      step += 1
      rig.button.layer.position = Point(100 + step.truncatingRemainder(dividingBy: 400), 200)
    }
    let end = EventLoop.now + 300_000_000
    try rig.run { EventLoop.now > end }
    motion.cancel()
    try rig.settle()
    #expect(try isWoken())
    #expect(try !isWoken())
  }

  /// Several times in a row, because a busy machine may draw at once or be late by chance.
  @Test func framesWaitForHalfAPeriodAfterTheCallback() throws {
    let rig = try Rig { $0.refreshRate = 60_000 }
    try rig.settle()
    rig.surface.firesCallbacks = false
    rig.button.layer.position.x += 1
    try rig.run { !rig.surface.callbacks.isEmpty }
    var (delayed, frames) = (0, 0)
    while delayed < 5 {
      frames += 1
      try #require(frames < 500)
      let (callback, count) = (EventLoop.now, rig.surface.commits.count)
      rig.surface.fireCallbacks()
      rig.button.layer.position.x += 1
      try rig.run { rig.surface.commits.count > count }
      delayed = rig.surface.commits[count].time > callback + 8_333_333 ? delayed + 1 : 0
    }
  }

  /// All of it is drawn again.
  @Test func afterAnotherSize() throws {
    #expect(try isWoken())
    rig.surface.configure(width: 500, height: 300)
    try rig.settle()
    #expect(try isWoken())
    #expect(try !isWoken())
    rig.expectScreenIsRight()
  }
}
