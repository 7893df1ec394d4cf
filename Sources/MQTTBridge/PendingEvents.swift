/// The panel's events that the broker hasn't acknowledged yet, oldest first.
///
/// A connection that ends leaves it unknown which of them the broker has, so the next connection publishes all of them
/// again, but none that is older than a minute: a client would take a press of last night for one of now.
struct PendingEvents {
  static let maximumCount = 1000
  /// In nanoseconds.
  static let maximumAge: UInt64 = 60_000_000_000

  private struct Entry {
    let line: String
    let time: UInt64
    /// The number of its message; `nil` if it isn't published on the current connection.
    var id: Int32?
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Adds an event.
  ///
  /// - Parameter now: The current time, in nanoseconds.
  /// - Returns: False if too many events wait.
  mutating func append(_ line: String, at now: UInt64) -> Bool {
    guard entries.count < Self.maximumCount else { return false }
    entries.append(Entry(line: line, time: now))
    return true
  }

  /// Removes the events that wait for a connection and are too old.
  ///
  /// - Parameter now: The current time, in nanoseconds.
  /// - Returns: The number of removed events.
  mutating func removeExpired(at now: UInt64) -> Int {
    let count = entries.count
    entries.removeAll { $0.id == nil && now > $0.time + Self.maximumAge }
    return count - entries.count
  }

  /// Publishes the events that the current connection hasn't published yet.
  ///
  /// - Parameter publish: Returns the number of an event's message, or `nil` if it can't be published.
  mutating func publish(_ publish: (String) -> Int32?) {
    for index in entries.indices where entries[index].id == nil { entries[index].id = publish(entries[index].line) }
  }

  /// Removes the event with a message's number.
  mutating func acknowledge(_ id: Int32) { entries.removeAll { $0.id == id } }

  /// The connection has ended: all events wait for the next one.
  mutating func connectionEnded() {
    for index in entries.indices { entries[index].id = nil }
  }
}
