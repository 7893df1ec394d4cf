/// A JSON text as a tree: what is read, and what is written.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// Any number that was read.
  case number(Double)
  /// To be written without a point.
  case integer(Int)
  case string(String)
  case array([JSONValue])
  case object(JSONMembers)

  /// For people: what was found where something else was expected.
  package var found: String {
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

/// An object's members, in the order of the text.
package struct JSONMembers: Sendable, ExpressibleByDictionaryLiteral {
  package typealias Member = (name: String, value: JSONValue)

  package private(set) var all: [Member]

  package init(_ members: [Member]) { all = members }

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

extension String {
  /// The beginning of a long text, and "…".
  package func shortened(to count: Int) -> String {
    let end = index(startIndex, offsetBy: count, limitedBy: endIndex) ?? endIndex
    return end == endIndex ? self : self[..<end] + "…"
  }
}
