import Scenes

extension ValueCondition {
  static let keys = combinations + ["when"] + ValueComparison.allFields.map(\.key)
  private static let combinations = ["not", "all", "any"]
  /// The maximum number of conditions inside of each other.
  private static let maximumDepth = 8

  /// Reads a condition from an object, which may have other members, too.
  static func read(
    _ object: JSONObject, _ reader: inout DocumentReader, depth: Int = 1
  ) throws(Diagnostic) -> ValueCondition {
    guard depth <= maximumDepth else { throw object.json.diagnostic(expected: "at most \(maximumDepth) levels") }
    let presentKeys = keys.filter { object[$0] != nil }
    guard let key = combinations.first(where: presentKeys.contains), let json = object[key] else {
      return try readComparison(object, &reader)
    }
    guard presentKeys.count == 1 else {
      throw object.json.diagnostic(found: presentKeys.alternatives, expected: "one of not, all, any and when")
    }
    guard key != "not" else { return .not(try read(json, &reader, depth: depth + 1)) }
    let elements = try json.array("an array of 1 to 16 conditions")
    guard (1...16).contains(elements.count) else { throw json.diagnostic(expected: "1 to 16 conditions") }
    var conditions: [ValueCondition] = []
    for element in elements { conditions.append(try read(element, &reader, depth: depth + 1)) }
    return key == "all" ? .all(conditions) : .any(conditions)
  }

  fileprivate static func read(
    _ json: LocatedJSON, _ reader: inout DocumentReader, depth: Int = 1
  ) throws(Diagnostic) -> ValueCondition {
    guard let object = json.object(keys, &reader.errors) else { return .all([]) }
    return try read(object, &reader, depth: depth)
  }

  private static func readComparison(
    _ object: JSONObject, _ reader: inout DocumentReader
  ) throws(Diagnostic) -> ValueCondition {
    let json = try object.required("when")
    let name = try json.string()
    if !name.isEmpty { reader.checkName(name, at: json) }
    var comparison = ValueComparison()
    try comparison.read(object, found: "only when", &reader)
    if let stale = object["stale"] {
      guard !LiveText.isLine(name) else {
        throw stale.diagnostic(found: "stale of a line", expected: "the name of a value")
      }
      try reader.values[name]?.checkStale(stale)
    }
    return .comparison(name, comparison)
  }

  var members: [JSONMembers.Member] {
    switch self {
    case .comparison(let name, let comparison):
      [("when", .string(name))] + ValueComparison.allFields.members(of: comparison).all.map { ($0.name, $0.value) }
    case .not(let condition): [("not", JSONFormat.condition.write(condition))]
    case .all(let conditions): [("all", .array(conditions.map(JSONFormat.condition.write)))]
    case .any(let conditions): [("any", .array(conditions.map(JSONFormat.condition.write)))]
    }
  }
}

extension ValueComparison {
  static let fields: [JSONField<Self>] = [
    .optional("is", \.texts, .readings), .optional("below", \.below, .number()), .optional("above", \.above, .number()),
    .optional("atLeast", \.atLeast, .number()), .optional("atMost", \.atMost, .number()),
  ]
  static let allFields = fields + [.optional("stale", \.isStale, .bool)]

  /// Reads the comparison of a condition or an alert.
  ///
  /// - Parameter found: The description of an object without a comparison.
  mutating func read(_ object: JSONObject, found: String, _ reader: inout DocumentReader) throws(Diagnostic) {
    reader.read(object, into: &self, Self.allFields)
    let keys = Self.allFields.map(\.key).filter { object[$0] != nil }
    guard !keys.isEmpty else {
      throw object.json.diagnostic(found: found, expected: "\(Self.allFields.map(\.key).alternatives) with it")
    }
    guard keys == ["stale"] || !keys.contains("stale") else {
      throw object.json.diagnostic(found: "stale and \(keys[0])", expected: "one of them")
    }
  }

  /// Returns the key that a text such as "<20" means; `nil` for other texts.
  static func key(forOperatorIn text: String) -> String? {
    let operators = [
      ("<=", "atMost"), (">=", "atLeast"), ("≤", "atMost"), ("≥", "atLeast"), ("<", "below"), (">", "above"),
    ]
    guard let (symbol, key) = operators.first(where: { text.hasPrefix($0.0) }) else { return nil }
    let number = text.dropFirst(symbol.count).drop { $0 == " " }
    return ValueDefinition.number(String(number)).map { "\"\(key)\": \(JSONValue.integerIfWhole($0).singleLine)" }
  }
}

extension ValueDefinition {
  /// Throws an error at a comparison with `stale` that would never be true.
  func checkStale(_ json: LocatedJSON) throws(Diagnostic) {
    guard !canBeStale else { return }
    throw json.diagnostic(found: "a value that never becomes stale", expected: "staleAfter in its definition")
  }
}

extension JSONFormat<ValueCondition> {
  static let condition = Self(
    { .object(JSONMembers($0.members)) },
    read: { json, reader throws(Diagnostic) in
      try ValueCondition.read(json, &reader)
    })
}

extension JSONFormat<[String]> {
  /// The readings that a condition compares with: a single reading or an array.
  fileprivate static let readings = Self(
    { .oneOrMore($0.map(JSONValue.string)) },
    read: { json, _ throws(Diagnostic) in
      let texts = try json.readings()
      for text in texts {
        guard let key = ValueComparison.key(forOperatorIn: text) else { continue }
        throw json.diagnostic(found: "'\(text)', which is compared as a text", expected: "\(key) instead of is")
      }
      return texts
    })
}
