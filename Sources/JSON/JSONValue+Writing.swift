import PanelSystem

extension JSONValue {
  /// The JSON on one line, without spaces between tokens or a trailing newline.
  package var singleLine: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// The JSON in readable form, with a line for each member and element, and a trailing newline.
  package var multiline: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  /// Appends the value to `text`.
  ///
  /// - Parameter indent: The indentation of the value's first line; `nil` to write a single line.
  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += value.isFinite ? "\(value)" : "null"
    case .integer(let value): text += "\(value)"
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      Self.write(values, to: &text, "[", "]", indent) { $0.write(to: &$1, indent: $2) }
    case .object(let members):
      Self.write(members.all, to: &text, "{", "}", indent) { member, text, indent in
        Self.write(member.name, to: &text)
        text += indent == nil ? ":" : " : "
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], to text: inout String, _ open: String, _ close: String, _ indent: Int?,
    _ writeElement: (Element, inout String, Int?) -> Void
  ) {
    let inner = indent.map { $0 + 2 }
    func breakLine(_ indent: Int?) {
      if let indent { text += "\n" + String(repeating: " ", count: indent) }
    }
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      breakLine(inner)
      writeElement(element, &text, inner)
    }
    // Foundation's JSONSerialization prints empty arrays and objects with an empty line, too.
    if elements.isEmpty, indent != nil { text += "\n" }
    breakLine(indent)
    text += close
  }

  /// Appends a quoted string. Escapes control characters and others that could manipulate a terminal.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case _ where !scalar.isPrintable || scalar == "\t":
        // isPrintable includes tabs. All other scalars have at most four digits.
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
