import JSON
import PanelEvents
import PanelSystem

/// Limits warnings about messages of other MQTT clients, which may send any number of invalid ones.
final class WarningLimit {
  /// The minimum interval of two warnings about a topic, in nanoseconds.
  private static let interval: UInt64 = 10_000_000_000
  /// The number of topics that are limited separately. All others share a limit, because clients can invent any number.
  private static let maximumTopics = 10
  /// The maximum length of a warning: a topic may have 65,535 bytes.
  private static let maximumLength = 500

  private struct Entry {
    var nextTime: UInt64
    var suppressedCount = 0
    /// The latest of the suppressed warnings.
    var suppressed: Diagnostic?
  }

  /// The latest warnings by topic. All other topics share the entry with an empty topic.
  private var entries = ["": Entry(nextTime: 0)]
  private var timer: TimerSource?

  /// - Parameter loop: Logs suppressed warnings later; `nil` to log them only with another warning.
  init(_ loop: EventLoop? = nil) throws(SystemError) {
    timer = try loop?.addTimer(accuracy: 1_000_000_000) { [unowned self] in
      for line in suppressedLines(at: EventLoop.now) { Journal.warning(line) }
      timer?.deadline = nextLineTime
    }
  }

  /// Logs a warning about a topic, which is its file. Another one follows ten seconds later at the earliest.
  func warn(_ warning: Diagnostic) {
    if let line = line(for: warning, at: EventLoop.now) { Journal.warning(line) }
    timer?.deadline = nextLineTime
  }

  /// The time of the next line about suppressed warnings; `nil` without any.
  var nextLineTime: UInt64? { entries.values.lazy.filter { $0.suppressed != nil }.map(\.nextTime).min() }

  /// Returns the lines about suppressed warnings that are due: the latest of each topic.
  func suppressedLines(at now: UInt64) -> [String] {
    let due = entries.filter { $0.value.suppressed != nil && $0.value.nextTime <= now }
    return due.sorted { $0.key < $1.key }.compactMap { topic, entry in
      entries[topic] = Entry(nextTime: now + Self.interval)
      return entry.suppressed.map { Self.line($0, suppressedCount: entry.suppressedCount - 1) }
    }
  }

  /// Returns the line to log, which includes the number of warnings that were suppressed before; `nil` to suppress this
  /// one.
  func line(for warning: Diagnostic, at now: UInt64) -> String? {
    var topic = warning.file
    if entries[topic] == nil, entries.count > Self.maximumTopics {
      entries = entries.filter { $0.key.isEmpty || $0.value.nextTime > now }
      if entries.count > Self.maximumTopics { topic = "" }
    }
    let entry = entries[topic]
    if let entry, now < entry.nextTime {
      entries[topic]?.suppressedCount += 1
      entries[topic]?.suppressed = warning
      return nil
    }
    entries[topic] = Entry(nextTime: now + Self.interval)
    return Self.line(warning, suppressedCount: entry?.suppressedCount ?? 0)
  }

  private static func line(_ warning: Diagnostic, suppressedCount count: Int) -> String {
    let text = warning.description.shortened(to: maximumLength)
    return count == 0 ? text : "\(text) (\(count) similar warnings before)"
  }
}
