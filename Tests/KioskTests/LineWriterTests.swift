import Configuration
import Foundation
import PanelKit
import TestSupport
import Testing

@testable import Control
@testable import Kiosk

@Suite struct LineWriterTests {
  private let directory: TemporaryDirectory
  private let path: String
  private let log = Log(level: .error)
  private let loop: EventLoop

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("events")
    loop = try EventLoop()
  }

  private func writer() throws -> LineWriter {
    try LineWriter(path, appends: true, option: "--events", contents: "events", loop: loop, log: log)
  }

  /// Returns what can be read without waiting.
  private func available(_ fd: Int32) -> String {
    var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65536))
    while case let count = read(fd, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
    return String(decoding: text, as: UTF8.self)
  }

  private var contents: String { (try? directory.read("events")) ?? "" }

  @Test func fileIsAppendedTo() throws {
    for text in ["a\n", "b\n"] {
      let writer = try writer()
      writer.write(text)
      try loop.run { contents.hasSuffix(text) }
    }
    #expect(contents == "a\nb\n")
  }

  /// If the loop ends during a write, all lines are in the file, in their order. Twenty attempts, since the write may end
  /// first.
  @Test func remainingLinesAreWrittenAtTheEnd() throws {
    for number in 1...20 {
      try Data().write(to: URL(fileURLWithPath: path))
      let writer = try writer()
      for _ in 0..<number { writer.write("\(number)\n") }
      writer.finish()
      #expect(contents == String(repeating: "\(number)\n", count: number))
    }
  }

  /// Other threads write files, from a bounded queue: lines that the disk is too slow for are dropped.
  @Test func queueIsBounded() throws {
    let (writer, line) = (try writer(), String(repeating: "x", count: 999) + "\n")
    let pipe = LogPipe()
    let bounded = try LineWriter(path, appends: true, option: "--x", contents: "lines", loop: loop, log: pipe.log)
    // The first lines may be written before the others are queued.
    for _ in 0..<1000 { bounded.write(line) }
    bounded.finish()
    #expect(contents.count < 3 * LineWriter.maximumQueuedBytes && contents.count >= 65 * line.count)
    #expect(pipe.lines == ["--x \(path): the reader or the disk is too slow; lines are being lost"])
    writer.write("end\n")
    try loop.run { contents.hasSuffix("\nend\n") }
  }

  @Test func lineAfterPartialWriteStartsANewLine() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    // A full pipe is written partially, as a full disk would be.
    let writer = try LineWriter(
      "/proc/self/fd/\(ends[1])", appends: true, option: "--x", contents: "lines", loop: loop, log: log)
    writer.write(String(repeating: "a", count: 200_000) + "\n")
    let partial = available(ends[0])
    #expect(partial.count < 200_000 && partial.allSatisfy { $0 == "a" })
    writer.write("b\n")
    #expect(available(ends[0]) == "\nb\n")
    close(ends[0])
    close(ends[1])
  }

  @Test func pipeWithoutReaderIsRefused() throws {
    try #require(mkfifo(path, 0o600) == 0)
    let error = thrownError(CommandFailure.self) { try writer() }
    #expect(error?.description == "--events \(path): nothing reads this pipe")
  }

  @Test func slowOrMissingReaderDoesNotBlock() throws {
    // As the program does at its start.
    signal(SIGPIPE, SIG_IGN)
    try #require(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    let writer = try writer()
    for time in 0..<5000 { writer.write(Event.ready.line(at: UInt64(time))) }
    let text = available(reader)
    writer.write(Event.ready.line(at: 77))
    // Complete lines, but not all of them.
    let lines = (text + available(reader)).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "" && lines.dropLast().allSatisfy { $0.hasPrefix("{\"event\"") && $0.hasSuffix("}") })
    #expect(lines.count < 5000 && lines[lines.count - 2] == "{\"event\":\"ready\",\"t\":77}")
    close(reader)
    writer.write(Event.ready.line(at: 78))
  }
}
