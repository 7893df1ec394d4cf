import System

/// A line that a value's source wrote, made fit to be shown.
package enum ValueLine {
  /// In characters: as many as a text that is shown may have.
  package static let longest = JSONPlace.longestText
  /// Of a line that is read, in bytes; the rest of a longer one is left out.
  package static let mostBytes = 4096

  /// - Returns: `nil` for one that says nothing.
  package static func text(_ bytes: some Sequence<UInt8>) -> String? {
    let text = String(decoding: Array(bytes), as: UTF8.self).trimmed.sanitized
    return text.isEmpty ? nil : String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest)))
  }

  /// - Returns: The first line of a file, or `nil` if the file can't be read or the line is blank.
  package static func first(ofFile path: String) -> String? {
    guard let bytes = try? File.start(of: path, upTo: mostBytes) else { return nil }
    return text(bytes.prefix { $0 != 0x0A })
  }
}

extension String {
  /// Without blanks at both ends.
  fileprivate var trimmed: String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    let start = unicodeScalars.drop(while: isBlank)
    return String(Substring(start).unicodeScalars.reversed().drop(while: isBlank).reversed().map(Character.init))
  }
}
