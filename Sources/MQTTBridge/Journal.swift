import Glibc
import PanelEvents
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

/// Limits warnings about messages of other MQTT clients, which may send any number of invalid ones.
final class WarningLimit {
  private static let interval: UInt64 = 10_000_000_000
  private var nextTime: UInt64 = 0
  private var suppressedCount = 0

  /// Logs a warning, at most one within ten seconds. The next one says how many were suppressed.
  func warn(_ text: String) {
    let now = EventLoop.now
    guard now >= nextTime else {
      suppressedCount += 1
      return
    }
    Journal.warning(suppressedCount == 0 ? text : "\(text) (\(suppressedCount) similar warnings before)")
    (nextTime, suppressedCount) = (now + Self.interval, 0)
  }
}
