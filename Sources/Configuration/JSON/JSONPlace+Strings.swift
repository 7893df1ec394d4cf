import Glibc
import System

extension JSONPlace {
  /// Of any string, in characters: more than the longest path.
  static let longestString = 1 << 16
  /// The limits of a text that is shown, in characters and lines: more than any panel has room for. Laying out a line
  /// more takes longer the more there are: of 50,000 half a minute.
  static let longestText = 1000
  static let mostLines = 50

  package func string() throws(FileFault) -> String {
    guard case .string(let string) = value else { throw fault("a string") }
    guard string.unicodeScalars.count <= Self.longestString else {
      throw fault("at most \(Self.longestString) characters")
    }
    return string
  }

  /// Words to be shown.
  package func text() throws(FileFault) -> String {
    let text = try string()
    guard text.unicodeScalars.count <= Self.longestText else {
      throw fault("at most \(Self.longestText) characters, of \(text.unicodeScalars.count)")
    }
    guard text.count(where: \.isNewline) < Self.mostLines else { throw fault("at most \(Self.mostLines) lines") }
    return text
  }

  /// A part of a path such as `root/cube/face5`.
  package func name() throws(FileFault) -> String {
    let name = try text()
    guard !name.isEmpty, !name.contains("/"), name.unicodeScalars.allSatisfy({ $0.isPrintable && $0 != "\t" }) else {
      throw fault("a name without slashes and control characters")
    }
    return name
  }

  /// A font's family, or several with commas between them.
  func family() throws(FileFault) -> String {
    let family = try string()
    let isPrintable = family.unicodeScalars.allSatisfy { $0.isPrintable && $0 != "\t" }
    guard isPrintable, (1...200).contains(family.unicodeScalars.count) else {
      throw fault("a font's family, such as Inter")
    }
    return family
  }

  func choice<T: RawRepresentable<String> & CaseIterable>(_ type: T.Type) throws(FileFault) -> T {
    guard case .string(let string) = value, let choice = T(rawValue: string) else {
      throw fault(T.allCases.map(\.rawValue).alternatives)
    }
    return choice
  }
}

extension String {
  /// The path from the root, so that a printed file can be put anywhere. Links stay: their targets may change.
  var absolutePath: String {
    guard !hasPrefix("/"), let directory = getcwd(nil, 0) else { return self }
    defer { free(directory) }
    return "\(String(cString: directory))/\(self)"
  }
}
