/// A text with gaps, as it stands in a language's table.
///
/// `{name}` is a gap. The part between two asterisks is set off from the rest. `|` parts the forms for 1, for 2 and so on,
/// of which the last one is for all other numbers as well.
struct Template {
  let text: String

  /// The gaps in it, unknown ones too, in their order.
  var gaps: [String] {
    var names: [String] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      names.append(String(rest[rest.index(after: start)..<end]))
      rest = rest[rest.index(after: end)...]
    }
    return names
  }

  var forms: [Substring] { text.split(separator: "|", omittingEmptySubsequences: false) }

  /// True where a part of it is set off.
  var isSetOff: Bool { forms.contains { $0.contains("*") } }

  /// The form for a number.
  func form(_ number: Int) -> Template {
    let forms = forms
    return Template(text: String(forms[min(max(number, 1), forms.count) - 1]))
  }

  /// Fills the gaps. A value that begins a sentence begins with a capital letter.
  ///
  /// - Returns: what stands before, between and after the asterisks.
  func parts(_ values: KeyValuePairs<Gap, String>) -> [String] {
    let isSentence = text.last.map(Self.stops.contains) ?? false
    var parts = [""]
    /// The last thing that isn't a space.
    var before: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "{", let end = rest.firstIndex(of: "}") else {
        if character == "*" { parts.append("") } else { parts[parts.count - 1].append(character) }
        if character != " ", character != "*" { before = character }
        continue
      }
      let name = rest[..<end]
      rest = rest[rest.index(after: end)...]
      guard let value = values.first(where: { $0.key.rawValue == name })?.value else { continue }
      let begins = isSentence && (before.map(Self.stops.contains) ?? true)
      parts[parts.count - 1] += begins ? value.prefix(1).uppercased() + value.dropFirst() : value
      before = value.last ?? before
    }
    return parts
  }

  /// The same as one line.
  func filled(_ values: KeyValuePairs<Gap, String>) -> String { parts(values).joined() }

  private static let stops: Set<Character> = [".", "?", "!", "。", "？", "！"]
}
