/// Writes lines of Swift, indented by the brackets that are open.
struct Writer {
  private(set) var text = ""
  private var depth = 0

  mutating func line(_ line: String = "") {
    if line.hasPrefix("}") || line.hasPrefix(")") || line.hasPrefix("]") { depth -= 1 }
    text += line.isEmpty ? "\n" : String(repeating: "  ", count: depth) + line + "\n"
    if line.hasSuffix("{") || line.hasSuffix("(") || line.hasSuffix("[") || line.hasSuffix(" in") { depth += 1 }
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

/// Converts `wl_surface` to `WlSurface`.
func typeName(_ name: String) -> String {
  name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
}

/// Converts `get_xdg_surface` to `getXdgSurface`. Reserved words are quoted, and a name that begins with a digit gets
/// an underscore.
func memberName(_ name: String) -> String {
  let type = typeName(name)
  let member = (name.split(separator: "_").first ?? "") + type.dropFirst(name.split(separator: "_").first?.count ?? 0)
  if member.first?.isNumber == true { return "_" + member }
  // Such as `class_`.
  if name.last == "_" { return member + "_" }
  return reservedWords.contains(String(member)) ? "`\(member)`" : String(member)
}

/// Swift's reserved words that protocols use as names.
private let reservedWords: Set = [
  "default", "repeat", "in", "class", "init", "self", "switch", "case", "import", "internal",
]
