import CSystemd
import Glibc
import System

/// The program's log: one line a message, on standard error, in the form that the journal understands where it reads
/// it.
public final class Log {
  public typealias Level = LogLevel

  /// The last one that was written.
  public private(set) var lastError: String?

  private let level: Level
  private let fd: Int32
  private let isJournal: Bool
  /// Lines that nobody took, since one was taken last.
  private var lost = 0

  /// - Parameters:
  ///   - level: the lightest that is logged.
  ///   - fd: the descriptor to write to.
  public init(level: Level, fd: Int32 = 2) {
    self.level = level
    self.fd = fd
    isJournal = Self.goesToJournal(fd)
  }

  /// True when messages of a level are written.
  public func logs(_ level: Level) -> Bool { level.priority <= self.level.priority }

  public func error(_ text: @autoclosure () -> String) { write(.error, text) }
  public func warning(_ text: @autoclosure () -> String) { write(.warning, text) }
  public func notice(_ text: @autoclosure () -> String) { write(.notice, text) }
  public func info(_ text: @autoclosure () -> String) { write(.info, text) }
  public func debug(_ text: @autoclosure () -> String) { write(.debug, text) }

  /// A message with fields for `journalctl FIELD=value`, where the journal reads; elsewhere just the message.
  ///
  /// - Parameters:
  ///   - level: its severity.
  ///   - text: one line.
  ///   - fields: names in capitals, as the journal wants them.
  public func record(_ level: Level, _ text: String, fields: [(name: String, value: String)]) {
    guard isJournal, logs(level) else { return write(level, { text }) }
    let lines =
      ["MESSAGE=" + text.sanitized, "PRIORITY=\(level.priority)", "SYSLOG_IDENTIFIER=cube-kiosk"]
      + fields.map { "\($0)=\($1.sanitized)" }
    let copies = lines.compactMap { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let parts = copies.map { iovec(iov_base: $0, iov_len: strlen($0)) }
    if sd_journal_sendv(parts, Int32(parts.count)) < 0 { write(level, { text }) }
  }

  private func write(_ level: Level, _ text: () -> String) {
    guard logs(level) else { return }
    let line = text()
    if level == .error { lastError = line.sanitized }
    // Whoever doesn't read is waited for once, for as long as a frame takes, and then no more until he does.
    let patience: Int32 = lost == 0 ? 16 : 0
    if lost > 0, Self.writeLine(prefix(.warning) + "\(lost) lines were lost: nobody read them", to: fd, patience: 0) {
      lost = 0
    }
    if !Self.writeLine(prefix(level) + line, to: fd, patience: patience) { lost += 1 }
  }

  private func prefix(_ level: Level) -> String { isJournal ? "<\(level.priority)>" : "cube-kiosk: " }

  /// One harmless line by one call, so that it isn't torn by what others write. What can't be written is lost: there is
  /// nobody left to tell.
  ///
  /// - Parameters:
  ///   - line: without its end.
  ///   - fd: open for writing.
  ///   - patience: in milliseconds, for a reader that doesn't read; -1 for no end.
  @discardableResult public static func writeLine(_ line: String, to fd: Int32, patience: Int32 = -1) -> Bool {
    var bytes = Array(line.sanitized.utf8)
    bytes.append(0x0A)
    return File.write(bytes, to: fd, patience: (patience, patience)).code == 0
  }

  /// systemd says in JOURNAL_STREAM which file is the journal, as "device:inode".
  static func goesToJournal(_ fd: Int32) -> Bool {
    var status = stat()
    guard let stream = getenv("JOURNAL_STREAM"), fstat(fd, &status) == 0 else { return false }
    return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }
}
