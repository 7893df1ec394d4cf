import CSystemd
import Glibc
import PanelSystem

/// The program's log: one line per message on standard error, with priority prefixes if the journal reads them.
public final class Log {
  public typealias Level = LogLevel

  /// The last error message, sanitized.
  public private(set) var lastError: String?

  private let level: Level
  private let fd: Int32
  private let isJournal: Bool
  /// The number of lines lost since the last successful write.
  private var lostLines = 0

  /// - Parameters:
  ///   - level: the least severe level that is logged.
  ///   - fd: the descriptor to write to.
  public init(level: Level, fd: Int32 = 2) {
    self.level = level
    self.fd = fd
    isJournal = Self.isJournal(fd)
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
    guard isJournal, logs(level) else { return write(level, text) }
    let lines =
      ["MESSAGE=" + text.sanitized, "PRIORITY=\(level.priority)", "SYSLOG_IDENTIFIER=cube-kiosk"]
      + fields.map { "\($0)=\($1.sanitized)" }
    let copies = lines.compactMap { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let parts = copies.map { iovec(iov_base: $0, iov_len: strlen($0)) }
    if sd_journal_sendv(parts, Int32(parts.count)) < 0 { write(level, text) }
  }

  func write(_ level: Level, _ text: @autoclosure () -> String) {
    guard logs(level) else { return }
    let line = text()
    if level == .error { lastError = line.sanitized }
    // Wait for a stalled reader once, for about a frame, and then not again until a write succeeds.
    let timeout: Int32 = lostLines == 0 ? 16 : 0
    if lostLines > 0,
      Self.writeLine(prefix(.warning) + "\(lostLines) lines were lost: the reader stalled", to: fd, timeout: 0)
    {
      lostLines = 0
    }
    if !Self.writeLine(prefix(level) + line, to: fd, timeout: timeout) { lostLines += 1 }
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
