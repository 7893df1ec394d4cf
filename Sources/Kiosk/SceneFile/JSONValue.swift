import FoundationEssentials

/// A JSON text as a tree, for readers that have to say where something is wrong.
enum JSONValue: Decodable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      var members: [String: JSONValue] = [:]
      for key in container.allKeys { members[key.stringValue] = try container.decode(JSONValue.self, forKey: key) }
      self = .object(members)
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var values: [JSONValue] = []
      while !container.isAtEnd { values.append(try container.decode(JSONValue.self)) }
      self = .array(values)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// For people: what was found where something else was expected.
  var found: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    case .string(let value): "'\(value.count > 40 ? value.prefix(40) + "…" : value[...])'"
    case .array(let values): "an array of \(values.count)"
    case .object: "an object"
    }
  }
}

/// Something in a file that isn't as it should be: which file, where in it, what was found, what was expected.
struct FileFault: Error, Equatable, CustomStringConvertible {
  let file: String
  /// As JSONPath writes it; empty for the whole file.
  var place = ""
  let reason: String

  init(_ file: String, _ path: String, found: String, expected: String) {
    (self.file, place, reason) = (file, path, "found \(found); expected \(expected)")
  }

  init(_ file: String, _ reason: String) { (self.file, self.reason) = (file, reason) }

  var description: String { place.isEmpty ? "\(file): \(reason)" : "\(file): \(place): \(reason)" }
}

/// A place in a JSON text, with the way to it.
struct JSONPlace {
  let value: JSONValue
  /// As JSONPath writes it: `$.root.children[2]`.
  let path: String
  let file: String

  func fault(_ expected: String) -> FileFault { FileFault(file, path, found: value.found, expected: expected) }

  /// The members of an object, whose names must all be known.
  func object(_ known: Set<String>, ignoring ignored: Set<String> = []) throws(FileFault) -> JSONObject {
    guard case .object(let members) = value else { throw fault("an object") }
    if let unknown = members.keys.filter({ !known.contains($0) && !ignored.contains($0) }).min() {
      throw FileFault(
        file, "\(path).\(unknown)", found: "an unknown key", expected: known.sorted().joined(separator: ", "))
    }
    return JSONObject(members: members, place: self)
  }

  /// Numbers of any size would be one more way to break what draws them.
  static let largest = 1e7

  func number(_ range: ClosedRange<Double> = -largest...largest) throws(FileFault) -> Double {
    guard case .number(let number) = value, range.contains(number) else {
      throw fault(range == -Self.largest...Self.largest ? "a number" : "a number from \(text(range))")
    }
    return number
  }

  private func text(_ range: ClosedRange<Double>) -> String {
    "\(JSONValue.number(range.lowerBound).found) to \(JSONValue.number(range.upperBound).found)"
  }

  func bool() throws(FileFault) -> Bool {
    guard case .bool(let bool) = value else { throw fault("true or false") }
    return bool
  }

  func string() throws(FileFault) -> String {
    guard case .string(let string) = value else { throw fault("a string") }
    return string
  }

  func choice<T: RawRepresentable<String> & CaseIterable>(_ type: T.Type) throws(FileFault) -> T {
    guard case .string(let string) = value, let choice = T(rawValue: string) else {
      throw fault(T.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return choice
  }

  func array() throws(FileFault) -> [JSONPlace] {
    guard case .array(let values) = value else { throw fault("an array") }
    return values.enumerated().map { JSONPlace(value: $1, path: "\(path)[\($0)]", file: file) }
  }

  func numbers(_ count: Int) throws(FileFault) -> [Double] {
    guard case .array(let values) = value, values.count == count else { throw fault("\(count) numbers") }
    var numbers: [Double] = []
    for place in try array() { numbers.append(try place.number()) }
    return numbers
  }
}

struct JSONObject {
  let members: [String: JSONValue]
  let place: JSONPlace

  /// `nil` for a member that isn't there.
  subscript(_ name: String) -> JSONPlace? {
    members[name].map { JSONPlace(value: $0, path: "\(place.path).\(name)", file: place.file) }
  }

  func required(_ name: String) throws(FileFault) -> JSONPlace {
    guard let member = self[name] else {
      throw FileFault(place.file, "\(place.path).\(name)", found: "nothing", expected: "this key")
    }
    return member
  }
}
