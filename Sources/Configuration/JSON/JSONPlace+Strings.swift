import Glibc
import System

extension JSONPlace {
  /// The maximum length of any string, in characters; no path is longer.
  static let longestString = 1 << 16
  /// The limits of a displayed text, in characters and lines; no panel has room for more. Layout time grows faster than
  /// the number of lines: 50,000 lines take half a minute.
  static let longestText = 1000
  static let mostLines = 50

  package func string() throws(Diagnostic) -> String {
    guard case .string(let string) = value else { throw fault("a string") }
    guard string.unicodeScalars.count <= Self.longestString else {
      throw fault("at most \(Self.longestString) characters")
    }
    return string
  }

  /// Reads a text to display.
  package func text() throws(Diagnostic) -> String {
    let text = try string()
    guard text.unicodeScalars.count <= Self.longestText else {
      throw fault("at most \(Self.longestText) characters, of \(text.unicodeScalars.count)")
    }
    guard text.count(where: \.isNewline) < Self.mostLines else { throw fault("at most \(Self.mostLines) lines") }
    return text
  }

  /// Reads a name, which is a component of a path such as `root/cube/face5`.
  package func name() throws(Diagnostic) -> String {
    let name = try text()
    guard !name.isEmpty, !name.contains("/"), name.unicodeScalars.allSatisfy({ $0.isPrintable && $0 != "\t" }) else {
      throw fault("a name without slashes and control characters")
    }
    return name
  }

  /// Reads a font family, or a comma-separated list of them.
  func family() throws(Diagnostic) -> String {
    let family = try string()
    let isPrintable = family.unicodeScalars.allSatisfy { $0.isPrintable && $0 != "\t" }
    guard isPrintable, (1...200).contains(family.unicodeScalars.count) else {
      throw fault("a font's family, such as Inter")
    }
    return family
  }

  func choice<T: RawRepresentable<String> & CaseIterable>(_ type: T.Type) throws(Diagnostic) -> T {
    guard case .string(let string) = value, let choice = T(rawValue: string) else {
      throw fault(T.allCases.map(\.rawValue).alternatives)
    }
    return choice
  }
}

extension String {
  /// The absolute path, so that a printed file can be moved. Symbolic links aren't resolved: their targets may change.
  var absolutePath: String {
    guard !hasPrefix("/"), let directory = getcwd(nil, 0) else { return self }
    defer { free(directory) }
    return "\(String(cString: directory))/\(self)"
  }
}
