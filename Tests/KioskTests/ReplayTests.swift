import Chrome
import Foundation
import PanelViews
import Scenes
import TestRendering
import Testing

@testable import Configuration
@testable import Kiosk

@Suite struct ReplayTests {
  @Test func writtenLinesReadBack() throws {
    let events = [
      TouchEvent(.began, id: 3, at: Point(612.5, -0.25)), TouchEvent(.moved, id: -1, at: Point(0.1, 1e-7)),
      TouchEvent(.cancelled, id: 288, at: Point(1280, 800)),
    ]
    let text =
      "# for people\n\n" + events.enumerated().map { TouchLog.line($1, at: UInt64($0) * 1_234_567_891) }.joined()
    let log = try TouchLog(parsing: text, name: "a")
    #expect(log.entries.map(\.event) == events)
    #expect(log.entries.map(\.time) == [0, 1_234_567_891, 2_469_135_782])
  }

  @Test(arguments: [
    ("0 0 began 1", "SECONDS ID PHASE X Y"), ("x 0 began 1 1", "seconds, 0 or more"),
    ("-1 0 began 1 1", "seconds, 0 or more"),
    ("nan 0 began 1 1", "seconds, 0 or more"), ("0 a began 1 1", "a whole number for the finger"),
    ("0 0 down 1 1", "began, moved, ended or cancelled"), ("0 0 began inf 1", "a position in points"),
  ])
  func invalidLineIsReported(_ line: String, _ expected: String) {
    #expect(throws: CommandFailure("a:2: found '\(line)'; expected \(expected)", exitCode: ExitCode.badData)) {
      try TouchLog(parsing: "# x\n" + line, name: "a")
    }
  }

  @Test func decreasingTimeIsRefused() {
    #expect(throws: CommandFailure.self) { try TouchLog(parsing: "2 0 began 1 1\n1 0 ended 1 1", name: "a") }
  }

  /// The number of steps doesn't affect the result.
  @Test(arguments: ["cube", "fold", "carousel", "intersect", "perspective"])
  func replayIsDeterministic(_ name: String) throws {
    var text = "0.05 0 began 640 300\n"
    for step in 1...12 { text += "\(0.05 + Double(step) * 0.013) 0 moved \(640 + step * 17) \(300 + step * 5)\n" }
    text += "0.21 0 ended 844 360\n0.9 1 began 600 350\n0.95 1 ended 600 350\n"
    let log = try TouchLog(parsing: text, name: "a")
    func renderedPixels(times: [Double], start: UInt64) throws -> [UInt32] {
      let scene = try #require(SceneCatalog.make(name))
      let window = Window(Stage(scene), size: Size(640, 400), scale: 1, threads: 1)
      window.resize(to: Size(1280, 800), scale: 0.5)
      window.layoutIfNeeded()
      let replay = Replay(log, start: start)
      for time in times { replay.advance(window, toElapsedTime: UInt64(clamping: time * 1e9)) }
      return window.image().pixelArray
    }
    let inOneStep = try renderedPixels(times: [1.1], start: 1_000_000_000)
    let inManySteps = try renderedPixels(
      times: stride(from: 0, through: 1.1, by: 0.0071).map { $0 } + [1.1], start: 77_123_456_789)
    let early = try renderedPixels(times: [0.04], start: 0)
    #expect(inOneStep == inManySteps && inOneStep != early)
  }

  /// Every move at 60 Hz has its own time and frame, whether its time is exact or rounded to a ten-thousandth.
  @Test(arguments: [10_000, 1_000_000_000] as [Double])
  func everyMoveHasItsOwnStep(unitsPerSecond: Double) throws {
    var text = "0.5 0 began 10 10\n"
    for step in 1...120 {
      text += "\(((0.5 + Double(step) / 60) * unitsPerSecond).rounded() / unitsPerSecond) 0 moved 10 \(10 + step)\n"
    }
    let window = Window(View(name: "root"), size: Size(100, 200), scale: 1, threads: 1)
    let replay = Replay(try TouchLog(parsing: text, name: "a"), start: 7)
    var played = 0
    window.onTouch = { _, _ in played += 1 }
    for count in 1...121 {
      replay.advance(window, toElapsedTime: try #require(replay.nextTime))
      #expect(played == count)
    }
    #expect(replay.nextTime == nil)
  }

  /// A touch may cause the time to be requested, which must not play it again.
  @Test func nestedAdvanceDoesNotPlayTwice() throws {
    let log = try TouchLog(parsing: "0.1 0 began 10 10\n0.1 0 moved 30 30\n0.2 0 ended 30 30\n", name: "a")
    let window = Window(View(name: "root"), size: Size(100, 100), scale: 1, threads: 1)
    let replay = Replay(log, start: 0)
    var played: [String] = []
    window.onTouch = { event, _ in
      replay.advance(window, toElapsedTime: 5_000_000_000)
      played.append(event.phase.rawValue)
      // The event's time is within the step.
      #expect(window.now <= replay.now && replay.now - window.now < Replay.step && replay.now < 250_000_000)
    }
    replay.advance(window, toElapsedTime: 300_000_000)
    #expect(played == ["began", "moved", "ended"])
  }
}
