import PanelGeometry
import PanelViews
import Testing

@testable import PanelKit

/// The touch events of real compositors.
@Suite struct TouchFrameAccumulatorTests {
  /// The events of wl_touch, with `end` for the end of a dispatch, and the expected batches, separated by bars.
  @Test(arguments: [
    ("down0 frame up0 frame", "began0 | ended0"),
    // weston 10 and Mutter: no frame after the last up.
    ("down0 frame motion0 frame up0", "began0 | moved0 | ended0"),
    // cage 0.1.4: no frames; each dispatch ends a batch.
    ("down0 end motion0 motion0 end up0", "began0 | moved0 moved0 | ended0"),
    ("down0 down1 frame up0 frame up1", "began0 began1 | ended0 | ended1"),
    ("down0 frame cancel", "began0 | cancelled0"),
    ("down7 down9 frame cancel frame", "began7 began9 | cancelled7 cancelled9"),
    ("down0 frame down0 frame up0", "began0 | cancelled0 began0 | ended0"),
    // KWin: empty frames, for touches elsewhere.
    ("frame frame down0 frame", "began0"),
    ("motion3 up3 frame", ""),
    ("down288 frame up288 down289 frame up289", "began288 | ended288 | began289 | ended289"),
  ])
  func eventsAreBatched(line: String, expected: String) {
    var accumulator = TouchFrameAccumulator()
    var batches: [String] = []
    func deliver() {
      accumulator.deliver { events, _ in
        batches.append(events.map { "\($0.phase.rawValue)\($0.id)" }.joined(separator: " "))
      }
    }
    for word in line.split(separator: " ") {
      let id = Int(word.drop { !$0.isNumber }) ?? 0
      switch word.prefix(while: { !$0.isNumber }) {
      case "down": accumulator.down(id, at: Point(1, 1))
      case "motion": accumulator.motion(id, at: Point(2, 2))
      case "up": accumulator.up(id)
      case "cancel": accumulator.cancel()
      default: deliver()
      }
      if accumulator.isComplete { deliver() }
    }
    deliver()
    #expect(batches.joined(separator: " | ") == expected)
  }
}
