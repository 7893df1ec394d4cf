/// A text with values in it, such as `"{temperature} °C"`: parsed once, formatted whenever a value changes.
///
/// A name in braces is replaced by a value; `{{` and `}}` are literal braces.
public struct LiveText: Equatable, Sendable {
  enum Part: Equatable, Sendable {
    case literal(String)
    case value(String)
    /// A line of a list, or a column of it, with the name of the list's value.
    case line(String, of: String)
  }

  let parts: [Part]
  /// The names of the values without duplicates, in the order of the text.
  public let names: [String]

  /// Creates a text without values. Braces are literal.
  public init(_ text: String = "") { self.init(parts: text.isEmpty ? [] : [.literal(text)]) }

  init(parts: [Part]) {
    self.parts = parts
    var names: [String] = []
    for case .value(let name) in parts where !names.contains(name) { names.append(name) }
    self.names = names
  }

  /// A syntax error in a template.
  public struct TemplateError: Error, Equatable {
    public let found: String
    public let expected: String
  }

  public init(template: String) throws(TemplateError) {
    var parts: [Part] = []
    var literal = ""
    var rest = template.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        literal.unicodeScalars.append(scalar)
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw TemplateError(found: "{ without }", expected: "a value's name in braces, or {{ for a brace")
        }
        let name = String(rest[..<end])
        guard Self.isReference(name) else {
          throw TemplateError(
            found: "{\(name)}", expected: "a name of \(Self.nameCharacters) in braces, or {{ for a brace")
        }
        rest = rest[rest.index(after: end)...]
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = ""
        parts.append(.value(name))
      case "}": throw TemplateError(found: "} without {", expected: "}} for a brace")
      default: literal.unicodeScalars.append(scalar)
      }
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    self.init(parts: parts)
  }

  /// For error messages.
  public static let nameCharacters = "letters, digits, - and _"
  public static let maximumNameLength = 40

  public static func isName(_ text: String) -> Bool {
    (1...maximumNameLength).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy {
        switch $0 {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
      }
  }

  // MARK: Lists

  /// The name of the line in a list's row.
  public static let lineName = "line"
  private static let columnPrefix = lineName + "."
  /// The length of the longest name in braces: that of a column.
  static let maximumReferenceLength = maximumNameLength + columnPrefix.utf8.count

  /// Returns whether a name is that of the line in a list's row, or of one of its columns.
  public static func isLine(_ name: String) -> Bool { name == lineName || column(of: name) != nil }

  /// Returns whether a name in braces may be that of a value, the line or a column.
  static func isReference(_ name: String) -> Bool { isName(name) || isLine(name) }

  /// Returns the column that `line.column` names; `nil` for another name.
  static func column(of name: String) -> String? {
    guard name.hasPrefix(columnPrefix) else { return nil }
    let column = String(name.dropFirst(columnPrefix.count))
    return isName(column) ? column : nil
  }

  /// Returns the text followed by another one.
  func appending(_ other: LiveText?) -> LiveText { other.map { LiveText(parts: parts + $0.parts) } ?? self }

  /// The text between the values.
  public var literals: [String] { parts.compactMap { if case .literal(let literal) = $0 { literal } else { nil } } }

  /// Returns the text with each combination of values' texts, up to a limit.
  ///
  /// - Parameter texts: returns the texts that a value can have; none if they aren't known.
  /// - Returns: nothing if the texts of one of the values aren't known.
  public func combinations(upTo limit: Int, _ texts: (_ name: String) -> [String]) -> [String] {
    parts.reduce([""]) { combinations, part in
      switch part {
      case .literal(let text), .line(let text, _): combinations.map { $0 + text }
      case .value(let name): Array(combinations.flatMap { start in texts(name).map { start + $0 } }.prefix(limit))
      }
    }
  }

  /// The source text, as in a file.
  public var template: String {
    parts.map { part in
      switch part {
      case .value(let name): "{\(name)}"
      case .literal(let text), .line(let text, _):
        text.reduce(into: "") { $0 += $1 == "{" || $1 == "}" ? "\($1)\($1)" : String($1) }
      }
    }.joined()
  }
}

extension LiveText: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(text) }
}
