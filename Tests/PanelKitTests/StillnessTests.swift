import Events
import Geometry
import Testing

@testable import PanelKit

/// A panel that stands still is woken once more, to give back what only motion needs.
@Suite struct StillnessTests {
  private let rig: Rig

  init() throws {
    rig = try Rig(configure: { $0.rest = 500_000_000 })
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
