import Glibc
import PanelSystem

/// The program's log: one line per message on standard error, with priority prefixes if the journal reads them.
///
/// A stalled reader delays the program by about a frame, once. Lines that it can't take are counted, and reported later.
public final class Log {
  public typealias Level = LogLevel

  /// The last error message, sanitized.
  public private(set) var lastError: String?

  private let level: Level
  private let fd: Int32
  private let isJournal: Bool
  /// The address and the socket for messages with fields; `nil` without the journal.
  private let journal: sockaddr_un?
  private let socket: Descriptor
  /// The number of lines lost since the last successful write.
  private var lostLines = 0

  /// - Parameters:
  ///   - level: the least severe level that is logged.
  ///   - fd: the descriptor to write to.
  ///   - journal: the path of the journal's socket.
  public init(level: Level, fd: Int32 = 2, journal: String = "/run/systemd/journal/socket") {
    self.level = level
    self.fd = fd
    isJournal = Self.isJournal(fd)
    self.journal = isJournal ? try? sockaddr_un(path: journal) : nil
    socket = Descriptor(isJournal ? Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0) : -1)
  }

  /// True if messages of this level are logged.
  public func logs(_ level: Level) -> Bool { level.priority <= self.level.priority }

  public func error(_ text: @autoclosure () -> String) { write(.error, text()) }
  public func warning(_ text: @autoclosure () -> String) { write(.warning, text()) }
  public func notice(_ text: @autoclosure () -> String) { write(.notice, text()) }
  public func info(_ text: @autoclosure () -> String) { write(.info, text()) }
  public func debug(_ text: @autoclosure () -> String) { write(.debug, text()) }

  /// Logs a message with fields for `journalctl FIELD=value`; without the journal, only the message.
  ///
  /// - Parameters:
  ///   - level: the severity.
  ///   - text: one line.
  ///   - fields: names in uppercase, as the journal requires, and values.
  public func record(_ level: Level, _ text: String, fields: [(name: String, value: String)]) {
    guard logs(level) else { return }
    let members = [("MESSAGE", text), ("PRIORITY", "\(level.priority)"), ("SYSLOG_IDENTIFIER", "cube-kiosk")] + fields
    // The journal's own format, see systemd.io/JOURNAL_NATIVE_PROTOCOL. Unlike this socket, libsystemd's waits for a stalled
    // journal. The fallback is the stream, whose buffer is larger.
    let record = members.map { "\($0.0)=\($0.1.sanitized)\n" }.joined()
    guard let journal, journal.send(Array(record.utf8), from: socket.number) else { return write(level, text) }
    reportLostLines()
  }

  func write(_ level: Level, _ text: @autoclosure () -> String) {
    guard logs(level) else { return }
    let line = text()
    if level == .error { lastError = line.sanitized }
    // Wait for a stalled reader once, for about a frame, and then not again until a write succeeds.
    let timeout: Int32 = lostLines == 0 ? 16 : 0
    reportLostLines()
    if !Self.writeLine(prefix(level) + line, to: fd, timeout: timeout) { lostLines += 1 }
  }

  private func reportLostLines() {
    guard lostLines > 0 else { return }
    let line = prefix(.warning) + "\(lostLines) lines were lost: the reader stalled"
    if Self.writeLine(line, to: fd, timeout: 0) { lostLines = 0 }
  }

  private func prefix(_ level: Level) -> String { isJournal ? "<\(level.priority)>" : "cube-kiosk: " }

  /// Writes a sanitized line in a single write, so that other writers' lines can't split it. With a timeout, lines
  /// longer than PIPE_BUF take several writes. A line that can't be written is lost.
  ///
  /// - Parameters:
  ///   - line: without its newline.
  ///   - fd: open for writing.
  ///   - timeout: for a stalled reader, in milliseconds; -1 waits forever.
  /// - Returns: `true` if the whole line was written.
  @discardableResult public static func writeLine(_ line: String, to fd: Int32, timeout: Int32 = -1) -> Bool {
    var bytes = Array(line.sanitized.utf8)
    bytes.append(0x0A)
    return File.write(bytes, to: fd, timeouts: (timeout, timeout)).code == 0
  }

  /// Returns `true` if a descriptor is connected to the journal. systemd sets JOURNAL_STREAM to the journal's
  /// "device:inode".
  static func isJournal(_ fd: Int32) -> Bool {
    var status = stat()
    guard let stream = getenv("JOURNAL_STREAM"), fstat(fd, &status) == 0 else { return false }
    return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }
}
