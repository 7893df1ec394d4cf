import Foundation
import Geometry
import Testing
import Views

@testable import Kiosk
@testable import PanelKit

@Suite struct EventWriterTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent("cube-kiosk-events-\(UUID())").path
  private let log = Log(level: .error)

  private func touch(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double) -> TouchEvent {
    TouchEvent(phase, id: 2, at: Point(x, y))
  }

  @Test func eachEventIsOneLineOfJSON() throws {
    defer { unlink(path) }
    let writer = try EventWriter(path: path, log: log)
    writer.ready(at: 1)
    writer.touch(touch(.began, 612, 388.25), view: "root/cube/face5", at: 2)
    writer.touch(touch(.ended, -0.0004, .infinity), view: nil, at: 3)
    writer.action(view: "root/cube/face3/button", count: 7, at: 4)
    writer.actionFinished(status: 124, at: 5)
    writer.touchFix("reorder", at: 18_446_744_073_709_551_615)
    let lines = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      lines == """
        {"event":"ready","t":1}
        {"event":"touch","phase":"began","id":2,"x":612.0,"y":388.25,"view":"root/cube/face5","t":2}
        {"event":"touch","phase":"ended","id":2,"x":-0.0,"y":null,"view":null,"t":3}
        {"event":"action","view":"root/cube/face3/button","count":7,"t":4}
        {"event":"action-finished","status":124,"t":5}
        {"event":"touch-fix","value":"reorder","t":9223372036854775807}

        """)
    var seen: Set<String> = []
    for line in lines.split(separator: "\n") {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let event = try #require((object["event"] as? String).flatMap(Event.init))
      #expect(Set(object.keys) == Set(event.members.map(\.name) + ["event", "t"]), "\(event)")
      seen.insert(event.rawValue)
    }
    #expect(seen == Set(Event.allCases.map(\.rawValue)))
  }

  @Test func aFileIsAppendedTo() throws {
    defer { unlink(path) }
    try EventWriter(path: path, log: log).ready(at: 1)
    try EventWriter(path: path, log: log).ready(at: 2)
    #expect(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count == 2)
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
      _ = try EventWriter(path: path, log: log)
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
    let writer = try EventWriter(path: path, log: log)
    // More than the pipe holds.
    for time in 0..<5000 { writer.ready(at: UInt64(time)) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = read(reader, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
    writer.ready(at: 77)
    while case let count = read(reader, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
    // Whole lines, though some are missing.
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "" && lines.dropLast().allSatisfy { $0.hasPrefix("{\"event\"") && $0.hasSuffix("}") })
    #expect(lines.count < 5000 && lines[lines.count - 2] == "{\"event\":\"ready\",\"t\":77}")
    close(reader)
    writer.ready(at: 78)
  }
}
