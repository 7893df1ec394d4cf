import Configuration

/// The state that survives restarts.
struct SavedState: Equatable {
  /// The number of all presses, at most `maximumCount`.
  var count = 0 { didSet { count = Self.clamped(count) } }
  var isLightOn = true
  /// The number of presses per button, by `countKey`.
  private(set) var presses: [String: Int] = [:]
  var lock = PINLock.Record()
  /// The last texts of values that are kept, by name.
  var values: [String: String] = [:]

  /// The state to use if the file can't be read, and then must not be replaced. Maintenance is locked for the longest time.
  static let unreadable = SavedState(lock: PINLock.Record(failures: 1000, wallDeadline: .infinity))

  /// The largest integer that every JSON reader can distinguish from its neighbors.
  static let maximumCount = 1 << 53

  mutating func countPress(_ key: String) {
    count += 1
    presses[key] = Self.clamped(presses[key, default: 0] + 1)
  }

  private static func clamped(_ count: Int) -> Int { min(max(count, 0), maximumCount) }
}

// MARK: As JSON

extension SavedState {
  /// Decodes the output of `json`. Members that older versions didn't write get their default values.
  init(_ json: LocatedJSON) throws(Diagnostic) {
    let object = try json.object()
    count = try object.required("count").integer(0...Self.maximumCount)
    isLightOn = try object.required("light").bool()
    presses =
      try object["presses"]?.dictionary { _, json throws(Diagnostic) in try json.integer(0...Self.maximumCount) }
      ?? [:]
    values = try object["values"]?.dictionary { _, json throws(Diagnostic) in try json.string() } ?? [:]
    if let record = try object["lock"]?.object() {
      // Accept any number: an edited file must not reset the lockout.
      let anyNumber = -1e300...1e300
      lock.failures = Int(clamping: try record.required("failures").number(anyNumber))
      lock.wallDeadline = try record.required("closedUntil").number(anyNumber)
    }
  }

  var json: JSONValue {
    [
      "count": .integer(count), "light": .bool(isLightOn),
      "presses": .object(JSONMembers(sortingByName: presses.mapValues(JSONValue.integer))),
      "lock": ["failures": .integer(lock.failures), "closedUntil": .number(lock.wallDeadline)],
      "values": .object(JSONMembers(sortingByName: values.mapValues(JSONValue.string))),
    ]
  }
}
