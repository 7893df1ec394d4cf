import Configuration

extension Counter {
  /// The state that survives restarts.
  struct State: Equatable {
    /// The number of all presses, at most `most`.
    var count = 0 { didSet { count = Self.bounded(count) } }
    var light = true
    /// The number of presses per button, by `countKey`.
    private(set) var presses: [String: Int] = [:]
    var lock = PINLock.Record()

    /// The largest integer that every JSON reader can distinguish from its neighbors.
    static let most = 1 << 53

    mutating func press(_ key: String) {
      count += 1
      presses[key] = Self.bounded(presses[key, default: 0] + 1)
    }

    private static func bounded(_ count: Int) -> Int { min(max(count, 0), most) }
  }
}

// MARK: As JSON

extension Counter.State {
  /// Decodes the output of `json`. Members that older versions didn't write get their default values.
  init(_ place: JSONPlace) throws(Diagnostic) {
    let object = try place.object()
    count = try object.required("count").integer(0...Self.most)
    light = try object.required("light").bool()
    if let all = try object["presses"]?.object() {
      for name in all.members.keys { presses[name] = try all.required(name).integer(0...Self.most) }
    }
    if let record = object["lock"] { lock = try PINLock.Record(record) }
  }

  var json: JSONValue {
    let presses = self.presses.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.integer($0.value)) }
    return [
      "count": .integer(count), "light": .bool(light), "presses": .object(JSONMembers(presses)),
      "lock": lock.json,
    ]
  }
}

extension PINLock.Record {
  fileprivate init(_ place: JSONPlace) throws(Diagnostic) {
    let object = try place.object()
    failures = Self.bounded(Int(exactly: try object.required("failures").number(-1e300...1e300).rounded()) ?? .max)
    closedUntil = try object.required("closedUntil").number(-1e300...1e300)
  }

  /// Clamps the number of failures in a file from any source. After a dozen failures each lockout has the maximum
  /// length.
  private static func bounded(_ failures: Int) -> Int { min(max(failures, 0), 1000) }

  fileprivate var json: JSONValue {
    ["failures": .integer(Self.bounded(failures)), "closedUntil": .number(closedUntil)]
  }
}
