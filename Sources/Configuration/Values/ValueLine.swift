import PanelSystem

/// Turns a line from a value's source into displayable text.
package enum ValueLine {
  /// The maximum length of a line in characters, as of any displayed text.
  package static let maximumLength = LocatedJSON.maximumTextLength
  /// The maximum number of lines of a reading.
  package static let maximumCount = 500
  /// The maximum number of bytes of all lines of a reading together.
  package static let maximumBytes = 1 << 16

  /// Returns the number of bytes to read for a reading: a line's first bytes, or one more than several lines may have, so
  /// that `text(_:lines:)` recognizes a longer source.
  package static func readBytes(lines: Int) -> Int { lines == 1 ? 4096 : maximumBytes + 1 }

  /// Returns a line's text, trimmed, sanitized and limited to `maximumLength` characters, or `nil` if it is blank.
  package static func text(_ bytes: some Sequence<UInt8>) -> String? { text(bytes, keepsTabs: false) }

  /// - Parameter keepsTabs: True to keep the tabs before the first word, which are empty columns.
  private static func text(_ bytes: some Sequence<UInt8>, keepsTabs: Bool) -> String? {
    var text = String(decoding: Array(bytes), as: UTF8.self).trimmed
    if keepsTabs, text.unicodeScalars.contains("\t") {
      text = String(decoding: bytes.prefix { $0 == 0x09 }, as: UTF8.self) + text
    }
    text = text.sanitized
    return text.isEmpty ? nil : String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximumLength)))
  }

  /// Returns the texts of the first lines that aren't blank, separated by newlines: as many whole lines as fit into
  /// `maximumBytes`; `nil` if all are blank.
  package static func text(_ bytes: some Sequence<UInt8>, lines: Int) -> String? {
    let texts = texts(Array(bytes), lines: lines)
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }

  private static func texts(_ bytes: [UInt8], lines: Int) -> [String] {
    // The last line of a longer source isn't whole.
    let end = bytes.count > maximumBytes ? bytes.lastIndex(of: 0x0A) ?? bytes.count : bytes.count
    var (texts, count) = ([String](), 0)
    for line in bytes[..<end].split(separator: 0x0A) where texts.count < lines {
      guard let text = text(line, keepsTabs: line.contains(0x09)) else { continue }
      count += text.utf8.count + 1
      guard count <= maximumBytes + 1 else { break }
      texts.append(text)
    }
    return texts
  }

  /// Returns what of a file is missing in a reading of several lines, in words; `nil` if nothing is.
  static func omission(ofFile path: String, lines: Int) -> String? {
    guard lines > 1, let bytes = try? File.readPrefix(of: path, upTo: 1 << 20) else { return nil }
    let all = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self).trimmed }.filter { !$0.isEmpty }
    let taken = texts(Array(bytes.prefix(readBytes(lines: lines))), lines: lines)
    if let long = all.prefix(taken.count).first(where: { $0.unicodeScalars.count > maximumLength }) {
      return "has a line of \(long.unicodeScalars.count) characters; the value takes \(maximumLength) of each line"
    }
    guard taken.count < all.count else { return nil }
    let limit = taken.count == lines ? "\"lines\": \(lines)" : "a limit of \(maximumBytes) bytes"
    return "has \(all.count) lines; the value takes the first \(taken.count), because of \(limit)"
  }

  /// Returns the text of a file's first line or lines; `nil` if a single line is requested and is blank.
  package static func first(_ lines: Int = 1, ofFile path: String) throws(SystemError) -> String? {
    first(lines, of: try File.readPrefix(of: path, upTo: readBytes(lines: lines)))
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
    case .string(let string): first(lines, of: Array(string.utf8.prefix(readBytes(lines: lines)))) ?? ""
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
