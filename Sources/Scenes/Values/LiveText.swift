/// A text with values in it, such as `"{temperature} °C"`: parsed once, written out as often as a value changes.
///
/// A name in braces is a value's; `{{` and `}}` are braces.
public struct LiveText: Equatable, Sendable {
  enum Part: Equatable, Sendable {
    case words(String)
    case value(String)
  }

  let parts: [Part]
  /// Those of its values, each once, in the order of the text.
  public let names: [String]

  /// A text that has no values, whatever is in it.
  public init(_ words: String = "") { self.init(parts: words.isEmpty ? [] : [.words(words)]) }

  private init(parts: [Part]) {
    self.parts = parts
    var names: [String] = []
    for case .value(let name) in parts where !names.contains(name) { names.append(name) }
    self.names = names
  }

  /// Something in a template that isn't a name in braces.
  public struct Fault: Error, Equatable {
    public let found: String
    public let expected: String
  }

  /// Parses a template.
  public init(template: String) throws(Fault) {
    var parts: [Part] = []
    var words = ""
    var rest = template.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        words.unicodeScalars.append(scalar)
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw Fault(found: "{ without }", expected: "a value's name in braces, or {{ for a brace")
        }
        let name = String(rest[..<end])
        guard Self.isName(name) else {
          throw Fault(found: "{\(name)}", expected: "a name of \(Self.nameCharacters) in braces, or {{ for a brace")
        }
        rest = rest[rest.index(after: end)...]
        if !words.isEmpty { parts.append(.words(words)) }
        words = ""
        parts.append(.value(name))
      case "}": throw Fault(found: "} without {", expected: "}} for a brace")
      default: words.unicodeScalars.append(scalar)
      }
    }
    if !words.isEmpty { parts.append(.words(words)) }
    self.init(parts: parts)
  }

  /// For faults.
  public static let nameCharacters = "letters, digits, - and _"
  public static let longestName = 40

  public static func isName(_ text: String) -> Bool {
    (1...longestName).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy {
        switch $0 {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
      }
  }

  /// As it is written in a file.
  public var template: String {
    parts.map { part in
      switch part {
      case .value(let name): "{\(name)}"
      case .words(let words): words.reduce(into: "") { $0 += $1 == "{" || $1 == "}" ? "\($1)\($1)" : String($1) }
      }
    }.joined()
  }
}

extension LiveText: ExpressibleByStringLiteral {
  public init(stringLiteral words: String) { self.init(words) }
}
