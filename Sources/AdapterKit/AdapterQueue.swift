import JSON

/// The messages that wait for the panel, of which each value has only the latest.
package struct AdapterQueue {
  /// The maximum length of a line with values, in bytes. The panel accepts 64 KiB.
  private static let maximumLength = 49152

  /// A line without a newline, and the descriptors to send with it.
  package struct Line {
    package let text: String
    package var descriptors: [Int32] = []
    /// Keeps the descriptors open.
    var owner: AnyObject?

    init(_ json: JSONValue) { text = json.singleLine }
  }

  private enum Entry {
    case value(JSONValue)
    /// The associated value is the reason.
    case stale(String)
  }

  /// Answers, histories and frames, which aren't merged.
  private var messages: [Line] = []
  private var descriptions: [String: JSONValue] = [:]
  private var entries: [String: Entry] = [:]

  package var isEmpty: Bool { messages.isEmpty && descriptions.isEmpty && entries.isEmpty }

  package mutating func append(_ message: JSONValue) { messages.append(Line(message)) }

  /// Appends a message with descriptors.
  ///
  /// - Parameter owner: Keeps the descriptors open until the message is sent.
  package mutating func append(_ message: JSONValue, descriptors: [Int32], owner: AnyObject) {
    var line = Line(message)
    (line.descriptors, line.owner) = (descriptors, owner)
    messages.append(line)
  }

  package mutating func set(_ value: JSONValue, for address: String) { entries[address] = .value(value) }
  package mutating func describe(_ description: JSONValue, for address: String) { descriptions[address] = description }
  package mutating func markStale(_ address: String, because reason: String) { entries[address] = .stale(reason) }

  package mutating func removeAll() { self = AdapterQueue() }

  /// Removes and returns the next line; `nil` if nothing waits.
  package mutating func next() -> Line? {
    if !messages.isEmpty { return messages.removeFirst() }
    if !descriptions.isEmpty {
      let part = Self.part(of: descriptions) { $0 }
      for name in part.keys { descriptions[name] = nil }
      return Line(["describe": .object(part)])
    }
    let values = Self.part(of: entries) { if case .value(let value) = $0 { value } else { nil } }
    if !values.keys.isEmpty {
      for name in values.keys { entries[name] = nil }
      return Line(["values": .object(values)])
    }
    guard case .stale(let reason)? = entries.values.first else { return nil }
    let names = Self.part(of: entries) { if case .stale(reason) = $0 { JSONValue.null } else { nil } }.keys
    for name in names { entries[name] = nil }
    return Line(["stale": .array(names.map(JSONValue.string)), "because": .string(reason)])
  }

  /// Returns the first of the members, sorted by name, that fit into a line: at least one, if there is any.
  private static func part<Value>(of all: [String: Value], _ json: (Value) -> JSONValue?) -> JSONMembers {
    var (members, length): ([JSONMembers.Member], Int) = ([], 0)
    for (name, value) in all.sorted(by: { $0.key < $1.key }) {
      guard let value = json(value) else { continue }
      length += name.utf8.count + value.singleLine.utf8.count + 8
      if length > maximumLength, !members.isEmpty { break }
      members.append((name, value))
    }
    return JSONMembers(members)
  }
}
