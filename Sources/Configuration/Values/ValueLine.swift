import PanelSystem

/// Turns a line from a value's source into displayable text.
package enum ValueLine {
  /// The maximum length in characters, the same as for any displayed text.
  package static let maximumLength = LocatedJSON.maximumTextLength
  /// The maximum number of bytes read from a line. The rest of the line is ignored.
  package static let maximumBytes = 4096

  /// Returns a line's text, trimmed, sanitized and limited to `maximumLength` characters, or `nil` if it is blank.
  package static func text(_ bytes: some Sequence<UInt8>) -> String? {
    let text = String(decoding: Array(bytes), as: UTF8.self).trimmed.sanitized
    return text.isEmpty ? nil : String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximumLength)))
  }

  /// Returns the text of a file's first line, or `nil` if the file can't be read or the line is blank.
  package static func first(ofFile path: String) -> String? {
    guard let bytes = try? File.start(of: path, upTo: maximumBytes) else { return nil }
    return text(bytes.prefix { $0 != 0x0A })
  }
}

extension String {
  /// The text without leading and trailing whitespace.
  fileprivate var trimmed: String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    let start = unicodeScalars.drop(while: isBlank)
    return String(Substring(start).unicodeScalars.reversed().drop(while: isBlank).reversed().map(Character.init))
  }
}
