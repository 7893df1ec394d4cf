import Glibc
import PanelSystem

extension LocatedJSON {
  /// The maximum length of any string, in characters. Paths are shorter (`PATH_MAX`).
  private static let maximumStringLength = 1 << 16
  /// The maximum length of a displayed text, in characters. No panel has room for more.
  package static let maximumTextLength = 1000
  /// The maximum number of lines of a displayed text. Layout time grows faster than the number of lines: 50,000 lines
  /// take half a minute.
  package static let maximumLines = 50

  package func string() throws(Diagnostic) -> String {
    guard case .string(let string) = value else { throw diagnostic(expected: "a string") }
    guard string.unicodeScalars.count <= Self.maximumStringLength else {
      throw diagnostic(expected: "at most \(Self.maximumStringLength) characters")
    }
    return string
  }

  /// Reads a text to display.
  package func text() throws(Diagnostic) -> String {
    let text = try string()
    guard text.unicodeScalars.count <= Self.maximumTextLength else {
      throw diagnostic(expected: "at most \(Self.maximumTextLength) characters instead of \(text.unicodeScalars.count)")
    }
    guard text.count(where: \.isNewline) < Self.maximumLines else {
      throw diagnostic(expected: "at most \(Self.maximumLines) lines")
    }
    return text
  }

  /// Reads a text, a number, true or false, as the text that a value would have as its reading.
  package func reading() throws(Diagnostic) -> String {
    switch value {
    case .string: try text()
    case .number(let number): JSONValue.integerIfWhole(number).singleLine
    case .bool(let bool): "\(bool)"
    default: throw diagnostic(expected: "a text, a number, true or false")
    }
  }

  package func choice<T: RawRepresentable<String> & CaseIterable>(_ type: T.Type) throws(Diagnostic) -> T {
    guard case .string(let string) = value, let choice = T(rawValue: string) else {
      throw diagnostic(expected: T.allCases.map(\.rawValue).alternatives)
    }
    return choice
  }
}

extension String {
  /// The path, made absolute with the current directory. Symbolic links aren't resolved, since their targets may change.
  /// `inspect` prints this path, so that its output is also valid in another directory.
  package var absolutePath: String {
    guard !hasPrefix("/"), let directory = getcwd(nil, 0) else { return self }
    defer { free(directory) }
    return "\(String(cString: directory))/\(self)"
  }
}
