import PanelSystem

/// Turns a line from a value's source into displayable text.
package enum ValueLine {
  /// The maximum length of the text in characters, as of any displayed text.
  package static let maximumLength = LocatedJSON.maximumTextLength
  /// The maximum number of bytes read from a line. The rest of the line is ignored.
  package static let maximumBytes = 4096

  /// Returns a line's text, trimmed, sanitized and limited to `maximumLength` characters, or `nil` if it is blank.
  package static func text(_ bytes: some Sequence<UInt8>) -> String? {
    let text = String(decoding: Array(bytes), as: UTF8.self).trimmed.sanitized
    return text.isEmpty ? nil : String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximumLength)))
  }

  /// Returns the texts of the first lines that aren't blank, separated by newlines; `nil` if all are blank.
  package static func text(_ bytes: some Sequence<UInt8>, lines: Int) -> String? {
    let texts = Array(bytes).split(separator: 0x0A).lazy.compactMap { text($0) }.prefix(lines)
    guard !texts.isEmpty else { return nil }
    return String(String.UnicodeScalarView(texts.joined(separator: "\n").unicodeScalars.prefix(maximumLength)))
  }

  /// Returns the text of a file's first line or lines; `nil` if a single line is requested and is blank.
  package static func first(_ lines: Int = 1, ofFile path: String) throws(SystemError) -> String? {
    first(lines, of: try File.readPrefix(of: path, upTo: maximumBytes))
  }

  private static func first(_ lines: Int, of bytes: [UInt8]) -> String? {
    lines == 1 ? text(bytes.prefix { $0 != 0x0A }) : text(bytes, lines: lines) ?? ""
  }

  /// Returns the text of a JSON value: a string's first line or lines, a number, true or false, and for an object the text
  /// of its member `state`. Returns `nil` for null, arrays and other objects, which have no text.
  package static func text(of json: JSONValue, lines: Int) -> String? {
    switch json {
    case .null, .array: nil
    case .bool(let value): "\(value)"
    case .number(let number): JSONValue.integerIfWhole(number).singleLine
    case .integer(let number): "\(number)"
    case .string(let string): first(lines, of: Array(string.utf8.prefix(maximumBytes))) ?? ""
    case .object(let members):
      if case .object? = members["state"] { nil } else { members["state"].flatMap { text(of: $0, lines: lines) } }
    }
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
