import Foundation
import PanelSystem
import TestSupport
import Testing

@testable import Configuration
@testable import Kiosk
@testable import PanelKit

@Suite struct LogTests {
  private func written(_ level: Log.Level, _ body: (Log) -> Void) -> [String] {
    let pipe = LogPipe(level: level)
    body(pipe.log)
    return pipe.lines
  }

  @Test func skippedMessagesAreNotEvaluated() {
    var evaluations = 0
    func text() -> String {
      evaluations += 1
      return "text"
    }
    let lines = written(.notice) {
      $0.debug(text())
      $0.info(text())
      $0.notice(text())
      $0.error(text())
    }
    #expect(evaluations == 2 && lines == ["text", "text"])
  }

  /// The characters are replaced in log lines, in records with fields, and in lines that are only printed.
  @Test(arguments: [
    "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{200E}", "\u{200F}", "\u{061C}", "\u{2028}", "\u{2029}",
    "\u{0}", "\n", "\u{1B}", "\u{1F}", "\u{7F}", "\u{80}", "\u{85}", "\u{9B}", "\u{9F}", "\r",
  ])
  func bidirectionalAndControlCharactersAreReplaced(_ text: String) {
    #expect(written(.error) { $0.error("a\(text)b") } == ["a\u{FFFD}b"])
    #expect(written(.error) { $0.record(.error, "a\(text)b", fields: []) } == ["a\u{FFFD}b"])
    let pipe = Pipe()
    Log.writeLine("a\(text)b", to: pipe.fileHandleForWriting.fileDescriptor)
    #expect(LineReader(pipe.fileHandleForReading.fileDescriptor).available() == ["a\u{FFFD}b"])
    // In JSON they are escaped.
    let json = JSONValue.string("a\(text)b").singleLine
    #expect(json.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 && $0.value < 0x7F })
    #expect(try! JSONSerialization.jsonObject(with: Data("[\(json)]".utf8)) as? [String] == ["a\(text)b"])
  }

  /// Without a reader the log waits briefly for one line, drops the next ones, and later reports their number.
  @Test func lostLinesAreReported() {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0)
    let log = Log(level: .error, fd: ends[1])
    let line = String(repeating: "x", count: 4000)
    for _ in 0..<100 { log.error(line) }
    var buffer = [UInt8](repeating: 0, count: 65536)
    var text = ""
    while text.utf8.count < 16 * 4000 {
      text += String(decoding: buffer[..<read(ends[0], &buffer, 65536)], as: UTF8.self)
    }
    let taken = text.split(separator: "\n").count
    #expect(taken < 100)
    log.error("back")
    close(ends[1])
    text = String(decoding: buffer[..<max(0, read(ends[0], &buffer, 65536))], as: UTF8.self)
    #expect(text == "cube-kiosk: \(100 - taken) lines were lost: the reader stalled\ncube-kiosk: back\n")
    close(ends[0])
  }
}

extension SerializedProcessStateTests {
  /// The log of a program whose standard error is connected to a journal.
  @Suite struct JournalTests {
    private let directory = try! TemporaryDirectory()

    /// Creates a log for a descriptor, as systemd connects it to the journal.
    private func log(_ fd: Int32) -> Log {
      var status = stat()
      fstat(fd, &status)
      setenv("JOURNAL_STREAM", "\(status.st_dev):\(status.st_ino)", 1)
      defer { unsetenv("JOURNAL_STREAM") }
      return Log(level: .debug, fd: fd, journal: directory.file("journal"))
    }

    /// Returns the datagrams that the journal's socket can receive without waiting.
    private func datagrams(_ socket: Int32) -> [String] {
      var (texts, buffer) = ([String](), [UInt8](repeating: 0, count: 65536))
      while case let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT)), count > 0 {
        texts.append(String(decoding: buffer[..<count], as: UTF8.self))
      }
      return texts
    }

    @Test func linesHavePriorities() throws {
      let fd = open(directory.file("log"), O_RDWR | O_CREAT, 0o600)
      defer { close(fd) }
      let log = log(fd)
      log.error("e")
      log.debug("d")
      // Without the journal's socket, the message goes to the stream.
      log.record(.notice, "n", fields: [("A", "1")])
      #expect(try directory.read("log") == "<3>e\n<7>d\n<5>n\n")
    }

    /// Messages with fields that the journal's queue can't take go to its stream, and lines that the stream can't take are
    /// counted. All of them together delay the program by a few frames at most.
    @Test func stalledJournalDoesNotBlock() throws {
      let journal = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var ends: [Int32] = [0, 0]
      try #require(try sockaddr_un(path: directory.file("journal")).withPointer { bind(journal, $0, $1) } == 0)
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      defer { for fd in ends + [journal] { close(fd) } }
      let (log, reader) = (log(ends[1]), LineReader(ends[0]))
      let text = String(repeating: "x", count: 1000)
      let start = EventLoop.now
      for number in 0..<1000 { log.record(.notice, "\(number) \(text)", fields: [("A", "1\nB=2")]) }
      // To wait for each line would take more than ten seconds.
      #expect(EventLoop.now - start < 5_000_000_000)
      let (records, lines) = (datagrams(journal), reader.available())
      #expect(records.first == "MESSAGE=0 \(text)\nPRIORITY=5\nSYSLOG_IDENTIFIER=cube-kiosk\nA=1\u{FFFD}B=2\n")
      #expect(lines.first == "<5>\(records.count) \(text)")
      // Once the journal reads again, the number is reported, once.
      for number in 1...2 { log.record(.notice, "back \(number)", fields: []) }
      #expect(datagrams(journal).map { $0.prefix(14) } == ["MESSAGE=back 1", "MESSAGE=back 2"])
      let lostCount = 1000 - records.count - lines.count
      #expect(lostCount > 0 && reader.available() == ["<4>\(lostCount) lines were lost: the reader stalled"])
    }
  }
}
