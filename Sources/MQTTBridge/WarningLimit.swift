import JSON
import PanelEvents

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
  }

  /// The latest warnings by topic. All other topics share the entry with an empty topic.
  private var entries = ["": Entry(nextTime: 0)]

  /// Logs a warning about a topic, which is its file. Another one follows ten seconds later at the earliest.
  func warn(_ warning: Diagnostic) {
    if let line = line(for: warning, at: EventLoop.now) { Journal.warning(line) }
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
      return nil
    }
    entries[topic] = Entry(nextTime: now + Self.interval)
    let count = entry?.suppressedCount ?? 0
    let text = warning.description.shortened(to: Self.maximumLength)
    return count == 0 ? text : "\(text) (\(count) similar warnings before)"
  }
}
