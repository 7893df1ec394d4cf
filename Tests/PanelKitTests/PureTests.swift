import Geometry
import Testing
import Views

@testable import PanelKit

@Suite struct PacingTests {
  @Test func oneCallbackAtATime() {
    var pacing = FramePacing()
    #expect(!pacing.shouldDraw)
    pacing.becameDirty()
    #expect(pacing.shouldDraw)
    pacing.committed(stillMoving: false)
    #expect(!pacing.shouldDraw)
    pacing.becameDirty()
    #expect(!pacing.shouldDraw && pacing.awaitsCallback)
    pacing.callbackCame(at: 1)
    #expect(pacing.shouldDraw)
    pacing.noBufferWasFree()
    #expect(!pacing.shouldDraw)
    pacing.bufferWasReleased()
    #expect(pacing.shouldDraw)
    pacing.committed(stillMoving: true)
    pacing.callbackCame(at: 1)
    #expect(pacing.shouldDraw)
  }

  @Test func configureDoesNotWaitForThePreviousFrame() {
    var pacing = FramePacing()
    pacing.becameDirty()
    pacing.committed(stillMoving: false)
    pacing.noBufferWasFree()
    pacing.configured()
    #expect(pacing.shouldDraw && pacing.earliestStart(period: 16) == 0)
  }

  @Test func fastFramesStartHalfAPeriodAfterTheCallback() {
    var pacing = FramePacing()
    #expect(pacing.earliestStart(period: 16) == 0)
    pacing.callbackCame(at: 100)
    #expect(pacing.earliestStart(period: 16) == 108)
    #expect(pacing.earliestStart(period: nil) == 0)
    pacing.drew(in: 4)
    #expect(pacing.earliestStart(period: 16) == 0)
    #expect(pacing.earliestStart(period: 20) == 110)
  }

  /// A single slow frame counts for a while.
  @Test func drawingTimeDecays() {
    var pacing = FramePacing()
    pacing.callbackCame(at: 100_000_000)
    pacing.drew(in: 8_000_000)
    var frames = 0
    while pacing.earliestStart(period: 16_000_000) == 0, frames < 100 {
      pacing.drew(in: 1_000_000)
      frames += 1
    }
    #expect((5...20).contains(frames))
  }

  @Test func backoff() {
    var backoff = ReconnectBackoff(at: 0, timeout: 1)
    var time: UInt64 = 0
    var pauses: [UInt64] = []
    while let next = backoff.nextAttempt(after: time) {
      pauses.append((next - time) / 1_000_000)
      time = next
    }
    #expect(pauses == [50, 100, 200, 400, 250])
    backoff = ReconnectBackoff(at: time, timeout: 0)
    #expect(backoff.nextAttempt(after: time) == nil)
  }

  /// Compositors that come and go: only one that lasted makes up for those before it.
  @Test func aConnectionMustProveItself() {
    let second: UInt64 = 1_000_000_000
    var backoff = ReconnectBackoff(at: 0, timeout: 3)
    var time: UInt64 = 0
    var tries = 0
    while let next = backoff.nextAttempt(after: time), tries < 20 {
      tries += 1
      time = next
      _ = backoff.connectionEnded(at: time, uptime: 0)
    }
    #expect(time == 3 * second && tries == 7, "50 + 100 + … + 800 + 1000 ms, and the rest")
    // What was spent with one that showed something for a while isn't time without one.
    backoff = ReconnectBackoff(at: 0, timeout: 3)
    var isProved: [Bool] = []
    var pauses: [UInt64?] = []
    for (now, life) in [(0, 0), (4, 3_950_000_000), (8, 0), (20, 5 * second), (23, 0)] as [(UInt64, UInt64)] {
      isProved.append(backoff.connectionEnded(at: now * second, uptime: life))
      pauses.append(backoff.nextAttempt(after: now * second).map { ($0 - now * second) / 1_000_000 })
    }
    #expect(isProved == [false, false, false, true, false])
    #expect(pauses == [50, 100, nil, 50, nil])
  }
}

/// Touch as compositors really send it: words as in wl_touch, batches between bars.
@Suite struct IntakeTests {
  @Test(arguments: [
    ("down0 frame up0 frame", "began0 | ended0"),
    // weston 10 and Mutter: no frame after the last up.
    ("down0 frame motion0 frame up0", "began0 | moved0 | ended0"),
    // cage 0.1.4: none at all; each dispatch ends a batch.
    ("down0 end motion0 motion0 end up0", "began0 | moved0 moved0 | ended0"),
    ("down0 down1 frame up0 frame up1", "began0 began1 | ended0 | ended1"),
    ("down0 frame cancel", "began0 | cancelled0"),
    ("down7 down9 frame cancel frame", "began7 began9 | cancelled7 cancelled9"),
    ("down0 frame down0 frame up0", "began0 | cancelled0 began0 | ended0"),
    // KWin: bare frames, for touches of others.
    ("frame frame down0 frame", "began0"),
    ("motion3 up3 frame", ""),
    ("down288 frame up288 down289 frame up289", "began288 | ended288 | began289 | ended289"),
  ])
  func batches(line: String, expected: String) {
    var intake = TouchFrameAccumulator()
    var batches: [String] = []
    func deliver() {
      intake.deliver { events, _ in batches.append(events.map { "\($0.phase.rawValue)\($0.id)" }.joined(separator: " "))
      }
    }
    for word in line.split(separator: " ") {
      let id = Int(word.drop { !$0.isNumber }) ?? 0
      switch word.prefix(while: { !$0.isNumber }) {
      case "down": intake.down(id, at: Point(1, 1))
      case "motion": intake.motion(id, at: Point(2, 2))
      case "up": intake.up(id)
      case "cancel":
        intake.cancel()
      default: deliver()
      }
      if intake.isComplete { deliver() }
    }
    deliver()
    #expect(batches.joined(separator: " | ") == expected)
  }
}
