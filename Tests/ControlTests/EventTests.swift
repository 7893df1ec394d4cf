import Configuration
import Foundation
import Geometry
import Scenes
import Testing
import Views

@testable import Control

/// The lines of `--events` and `ctl watch`.
@Suite struct EventTests {
  /// By the rows: what is written is what the manual says.
  @Test func eachEventIsOneLineOfJSON() throws {
    let cube = CubeScene(SceneOptions())
    let button = try #require(cube.buttons.first)
    let press = Press(button, of: button, count: 7)
    let name = "\"a\"\n\u{1B}[2J\u{202E}"
    let events: [Event] = [
      .ready, .touch(TouchEvent(.began, id: 2, at: Point(612, 388.25)), view: "root/cube/face5"),
      .touch(TouchEvent(.ended, id: 2, at: Point(-0.0004, .infinity)), view: nil), .press(press),
      .result(of: press, status: 124),
      .value("door", name), .idle(.dimmed), .scene("fold"), .touchFix(.reorder), .status(PanelStatus.sample, lost: 3),
    ]
    let lines = events.enumerated().map { $1.line(at: $0 < 8 ? UInt64($0) : .max) }
    #expect(
      lines.dropLast().joined() == """
        {"event":"ready","t":0}
        {"event":"touch","phase":"began","id":2,"x":612.0,"y":388.25,"view":"root/cube/face5","t":1}
        {"event":"touch","phase":"ended","id":2,"x":-0.0,"y":null,"view":null,"t":2}
        {"event":"press","face":3,"button":"button","action":"light","view":"\(button.path)","count":7,"t":3}
        {"event":"result","face":3,"button":"button","action":"light","status":124,"t":4}
        {"event":"value","name":"door","value":"\\"a\\"\\u000a\\u001b[2J\\u202e","t":5}
        {"event":"idle","state":"dimmed","t":6}
        {"event":"scene","scene":"fold","t":7}
        {"event":"touch-fix","value":"reorder","t":9223372036854775807}

        """)
    var seen: Set<EventKind> = []
    for (event, line) in zip(events, lines) {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["event"] as? String == event.kind.rawValue)
      let more = event.kind == .status ? PanelStatus.sample.members.map(\.name) : []
      #expect(Set(object.keys) == Set(event.kind.members.map(\.name) + more + ["event", "t"]), "\(event.kind)")
      #expect(line.hasSuffix("}\n") && line.dropLast().allSatisfy { !$0.isNewline })
      seen.insert(event.kind)
    }
    #expect(seen == Set(EventKind.allCases))
  }

  /// Nobody who doesn't listen costs anything, and whoever went doesn't listen.
  @Test func whoListensIsTold() {
    let feed = EventFeed()
    var made = 0
    func event() -> Event {
      made += 1
      return .idle(.dark)
    }
    feed.tell(event())
    #expect(made == 0)
    var heard: [String] = []
    do {
      let one = feed.listen(to: [.idle]) { heard.append("one \($0)") }
      let other = feed.listen(to: [.press]) { heard.append("other \($0)") }
      feed.tell(event())
      withExtendedLifetime((one, other)) {}
    }
    #expect(made == 1 && heard.count == 1 && heard[0].hasPrefix("one {\"event\":\"idle\",\"state\":\"dark\",\"t\":"))
    feed.tell(event())
    #expect(made == 1 && heard.count == 1)
  }
}
