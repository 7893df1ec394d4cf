/// A JSON value, for reading and writing.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// A number. The reader uses this case for all numbers.
  case number(Double)
  /// A number that is written without a decimal point. The reader never uses this case.
  case integer(Int)
  case string(String)
  case array([JSONValue])
  case object(JSONMembers)

  /// The string; `nil` for other values.
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// A short description of the value, for error messages.
  package var shortDescription: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value):
      abs(value) < 1e15 ? Int(exactly: value).map { "\($0)" } ?? "\(value)" : "\(value)"
    case .integer(let value): "\(value)"
    case .string(let value): "'\(value.shortened(to: 40))'"
    case .array(let values): "an array of \(values.count)"
    case .object: "an object"
    }
  }
}

/// An object's members, in the order of the JSON text.
package struct JSONMembers: Sendable, ExpressibleByDictionaryLiteral {
  package typealias Member = (name: String, value: JSONValue)

  package private(set) var all: [Member]

  package init(_ members: [Member]) { all = members }

  package init(sortingByName members: [String: JSONValue]) {
    all = members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  package init(dictionaryLiteral members: (String, JSONValue)...) { all = members.map { ($0, $1) } }

  package var keys: [String] { all.map(\.name) }

  package subscript(_ name: String) -> JSONValue? { all.first { $0.name == name }?.value }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(JSONMembers(members.map { ($0, $1) }))
  }
}

extension JSONValue {
  package static func numbers(_ values: [Double]) -> JSONValue { .array(values.map(integerIfWhole)) }

  /// Returns a number that is written without a decimal point if it is whole.
  package static func integerIfWhole(_ value: Double) -> JSONValue {
    Int(exactly: value).map(JSONValue.integer) ?? .number(value)
  }

  /// The value in canonical form: members sorted by name, whole numbers without a decimal point.
  package var canonical: JSONValue {
    switch self {
    case .array(let values): .array(values.map(\.canonical))
    case .object(let members):
      .object(JSONMembers(members.all.sorted { $0.name < $1.name }.map { ($0.name, $0.value.canonical) }))
    case .number(let number): .integerIfWhole(number)
    default: self
    }
  }

  /// Returns a single value by itself, and any other number of values as an array.
  package static func oneOrMore(_ values: [JSONValue]) -> JSONValue { values.count == 1 ? values[0] : .array(values) }
}

extension String {
  /// Returns the text, truncated to `count` characters and "…" if it is longer.
  package func shortened(to count: Int) -> String {
    let end = index(startIndex, offsetBy: count, limitedBy: endIndex) ?? endIndex
    return end == endIndex ? self : self[..<end] + "…"
  }
}
