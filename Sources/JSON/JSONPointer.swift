/// A path to a value inside a JSON value (RFC 6901), such as `/attributes/brightness`.
package struct JSONPointer: Sendable {
  private let names: [String]

  /// Reads a pointer's text. The empty text is the whole value.
  ///
  /// - Returns: `nil` if the text neither is empty nor begins with a slash, or has a tilde without 0 or 1.
  package init?(_ text: String) {
    guard text.isEmpty || text.unicodeScalars.first == "/" else { return nil }
    var names: [String] = []
    for part in text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      guard let name = Self.unescaped(part) else { return nil }
      names.append(name)
    }
    self.names = names
  }

  private static func unescaped(_ part: Substring.UnicodeScalarView) -> String? {
    var (result, rest) = (String.UnicodeScalarView(), part)
    while let scalar = rest.popFirst() {
      guard scalar == "~" else {
        result.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "0": result.append("~")
      case "1": result.append("/")
      default: return nil
      }
    }
    return String(result)
  }

  /// Returns the value at the path, or `nil` if the path leads nowhere.
  package func value(in json: JSONValue) -> JSONValue? {
    var json = json
    for name in names {
      switch json {
      case .object(let members):
        guard let member = members[name] else { return nil }
        json = member
      case .array(let elements):
        guard let index = Self.index(name), index < elements.count else { return nil }
        json = elements[index]
      default: return nil
      }
    }
    return json
  }

  /// Returns objects inside each other that have a value at the path.
  package func objects(around value: JSONValue) -> JSONValue {
    names.reversed().reduce(value) { .object(JSONMembers([($1, $0)])) }
  }

  /// Reads the position of an array's element: digits without leading zeros.
  private static func index(_ name: String) -> Int? {
    guard name.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return name == "0" || !name.hasPrefix("0") ? Int(name) : nil
  }
}
