import Glibc
import PanelSystem

/// Writes lines to standard error, with the priority prefixes that the journal reads.
enum Journal {
  static func notice(_ text: String) { write(.notice, text) }
  static func warning(_ text: String) { write(.warning, text) }

  static func write(_ level: LogLevel, _ text: String) {
    let prefix = getenv("JOURNAL_STREAM") == nil ? "cube-kiosk-mqtt: " : "<\(level.priority)>"
    _ = File.write(Array((prefix + text.sanitized + "\n").utf8), to: STDERR_FILENO, timeouts: (16, 0))
  }
}
