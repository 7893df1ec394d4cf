import Foundation
import Geometry
import Scenes
import Testing
import Views

@testable import Kiosk
@testable import PanelKit

/// What the lines of `--events` are, and the file that they go to.
@Suite struct EventTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent("cube-kiosk-events-\(UUID())").path
  private let log = Log(level: .error)

  private func writer() throws -> LineWriter {
    try LineWriter(path, appends: true, option: "--events", of: "events", log: log)
  }

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
    var seen: Set<Event.Kind> = []
    for (event, line) in zip(events, lines) {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["event"] as? String == event.kind.rawValue)
      let more = event.kind == .status ? PanelStatus.sample.members.map(\.name) : []
      #expect(Set(object.keys) == Set(event.kind.members.map(\.name) + more + ["event", "t"]), "\(event.kind)")
      #expect(line.hasSuffix("}\n") && line.dropLast().allSatisfy { !$0.isNewline })
      seen.insert(event.kind)
    }
    #expect(seen == Set(Event.Kind.allCases))
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

  @Test func aFileIsAppendedTo() throws {
    defer { unlink(path) }
    try writer().write("a\n")
    try writer().write("b\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a\nb\n")
  }

  /// A disk that is full takes a part of a line; when there is room again, the next one is a line of its own.
  @Test func whatFollowsHalfALineIsALine() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    // A pipe that fills up in the middle of a line stands for the disk.
    let writer = try LineWriter("/proc/self/fd/\(ends[1])", appends: true, option: "--x", of: "lines", log: log)
    writer.write(String(repeating: "a", count: 200_000) + "\n")
    var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65536))
    func drain() { while case let count = read(ends[0], &buffer, buffer.count), count > 0 { text += buffer[..<count] } }
    drain()
    #expect(text.count < 200_000 && text.allSatisfy { $0 == UInt8(ascii: "a") })
    text = []
    writer.write("b\n")
    drain()
    #expect(String(decoding: text, as: UTF8.self) == "\nb\n")
    close(ends[0])
    close(ends[1])
  }

  @Test func aPipeWithoutAReaderIsRefusedAtOnce() throws {
    defer { unlink(path) }
    try #require(mkfifo(path, 0o600) == 0)
    do {
      _ = try LineWriter(path, appends: true, option: "--events", of: "events", log: log)
      Issue.record("a pipe without a reader was taken")
    } catch {
      #expect(error.description == "--events \(path): nobody reads this pipe")
    }
  }

  @Test func aReaderThatGoesOrSleepsHoldsNothingUp() throws {
    defer { unlink(path) }
    // As the program does where it starts.
    signal(SIGPIPE, SIG_IGN)
    try #require(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    let writer = try writer()
    // More than the pipe holds.
    for time in 0..<5000 { writer.write(Event.ready.line(at: UInt64(time))) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = read(reader, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
    writer.write(Event.ready.line(at: 77))
    while case let count = read(reader, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
    // Whole lines, though some are missing.
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "" && lines.dropLast().allSatisfy { $0.hasPrefix("{\"event\"") && $0.hasSuffix("}") })
    #expect(lines.count < 5000 && lines[lines.count - 2] == "{\"event\":\"ready\",\"t\":77}")
    close(reader)
    writer.write(Event.ready.line(at: 78))
  }
}
