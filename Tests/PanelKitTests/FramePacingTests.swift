import PanelEvents
import PanelGeometry
import Testing

@testable import PanelKit

@Suite struct FramePacingTests {
  @Test func oneCallbackIsOutstandingAtATime() {
    var pacing = FramePacing()
    #expect(!pacing.shouldDraw)
    pacing.becameDirty()
    #expect(pacing.shouldDraw)
    pacing.committed(isAnimating: false)
    #expect(!pacing.shouldDraw)
    pacing.becameDirty()
    #expect(!pacing.shouldDraw && pacing.awaitsCallback)
    pacing.receivedCallback(at: 1)
    #expect(pacing.shouldDraw)
    pacing.noBufferWasFree()
    #expect(!pacing.shouldDraw)
    pacing.bufferWasReleased()
    #expect(pacing.shouldDraw)
    pacing.committed(isAnimating: true)
    pacing.receivedCallback(at: 1)
    #expect(pacing.shouldDraw)
  }

  @Test func configureDoesNotWaitForThePreviousFrame() {
    var pacing = FramePacing()
    pacing.becameDirty()
    pacing.committed(isAnimating: false)
    pacing.noBufferWasFree()
    pacing.configured()
    #expect(pacing.shouldDraw && pacing.earliestStart(period: 16) == 0)
  }

  @Test func fastFramesStartHalfAPeriodAfterTheCallback() {
    var pacing = FramePacing()
    #expect(pacing.earliestStart(period: 16) == 0)
    pacing.receivedCallback(at: 100)
    #expect(pacing.earliestStart(period: 16) == 108)
    #expect(pacing.earliestStart(period: nil) == 0)
    pacing.recordDrawingTime(4)
    #expect(pacing.earliestStart(period: 16) == 0)
    #expect(pacing.earliestStart(period: 20) == 110)
  }

  @Test func drawingTimeDecays() {
    var pacing = FramePacing()
    pacing.receivedCallback(at: 100_000_000)
    pacing.recordDrawingTime(8_000_000)
    var frames = 0
    while pacing.earliestStart(period: 16_000_000) == 0, frames < 100 {
      pacing.recordDrawingTime(1_000_000)
      frames += 1
    }
    #expect((5...20).contains(frames))
  }

  /// Expects five in a row, because a busy machine may draw at once or be late by chance.
  @Test func panelWaitsForHalfAPeriodAfterTheCallback() throws {
    let rig = try Rig { $0.refreshRate = 60_000 }
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
      // 8,333,333 ns are half a period at 60 Hz.
      delayed = rig.surface.commits[count].time > callback + 8_333_333 ? delayed + 1 : 0
    }
  }
}

/// An idle panel wakes up once, to return memory, and then no more.
@Suite struct IdleTests {
  private let rig: Rig

  init() throws {
    rig = try Rig(configure: { $0.idleDelay = 500_000_000 })
    #expect(try wakesUp())
  }

  /// Returns `true` if the loop wakes up within two seconds.
  private func wakesUp() throws -> Bool {
    let wakesUp = try rig.loop.runOnce(timeout: 2_000_000_000)
    try rig.settle()
    return wakesUp
  }

  @Test func smallChangeCausesNoWakeUp() throws {
    #expect(try !wakesUp())
    rig.button.layer.position = Point(300, 200)
    try rig.settle()
    #expect(try !wakesUp())
    rig.expectScreenIsRight()
  }

  @Test func panelWakesUpOnceAfterAnAnimation() throws {
    var step = 0.0
    let animation = rig.window.animate(seconds: 3600) { [rig] _ in
      step += 1
      rig.button.layer.position = Point(100 + step.truncatingRemainder(dividingBy: 400), 200)
    }
    let end = EventLoop.now + 300_000_000
    try rig.run { EventLoop.now > end }
    animation.cancel()
    try rig.settle()
    #expect(try wakesUp())
    #expect(try !wakesUp())
  }

  @Test func panelWakesUpOnceAfterAResize() throws {
    rig.surface.configure(width: 500, height: 300)
    try rig.settle()
    #expect(try wakesUp())
    #expect(try !wakesUp())
    rig.expectScreenIsRight()
  }
}
