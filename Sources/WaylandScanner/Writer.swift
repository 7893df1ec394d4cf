/// Writes lines of Swift, indented by their braces.
struct Writer {
  private(set) var text = ""
  private var depth = 0

  mutating func line(_ line: String = "") {
    if line.hasPrefix("}") || line.hasPrefix(")") || line.hasPrefix("]") { depth -= 1 }
    text += line.isEmpty ? "\n" : String(repeating: "  ", count: depth) + line + "\n"
    if line.hasSuffix("{") || line.hasSuffix("(") || line.hasSuffix("[") || line.hasSuffix(" in") { depth += 1 }
  }

  /// Appends text without indentation.
  mutating func text(_ text: String) {
    self.text += text + "\n"
  }

  mutating func lines(_ lines: String...) {
    for line in lines { self.line(line) }
  }

  /// Appends a documentation comment, unless the summary is empty.
  mutating func doc(_ summary: String, _ rest: String = "") {
    guard !summary.isEmpty else { return }
    line("/// " + summary.prefix(1).uppercased() + summary.dropFirst() + "." + rest)
  }
}
