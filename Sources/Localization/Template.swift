/// A text with placeholders, as in a language's table.
///
/// `{name}` is a placeholder. The part between two asterisks is emphasized. `|` separates the forms for 1, 2 and so on;
/// the last form is also used for all larger numbers.
struct Template {
  let text: String

  /// The names of the placeholders in order, including unknown names.
  var placeholders: [String] {
    var names: [String] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      names.append(String(rest[rest.index(after: start)..<end]))
      rest = rest[rest.index(after: end)...]
    }
    return names
  }

  var forms: [Substring] { text.split(separator: "|", omittingEmptySubsequences: false) }

  var hasEmphasis: Bool { forms.contains { $0.contains("*") } }

  /// Returns the form for a number.
  func form(_ number: Int) -> Template {
    let forms = forms
    return Template(text: String(forms[min(max(number, 1), forms.count) - 1]))
  }

  /// Fills the placeholders and capitalizes a value at the beginning of a sentence.
  ///
  /// - Returns: the text before, between and after the asterisks.
  func parts(_ values: KeyValuePairs<Placeholder, String>) -> [String] {
    let isSentence = text.last.map(Self.sentenceEnds.contains) ?? false
    var parts = [""]
    /// The last character that isn't a space.
    var lastCharacter: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "{", let end = rest.firstIndex(of: "}") else {
        if character == "*" { parts.append("") } else { parts[parts.count - 1].append(character) }
        if character != " ", character != "*" { lastCharacter = character }
        continue
      }
      let name = rest[..<end]
      rest = rest[rest.index(after: end)...]
      guard let value = values.first(where: { $0.key.rawValue == name })?.value else { continue }
      let startsSentence = isSentence && (lastCharacter.map(Self.sentenceEnds.contains) ?? true)
      parts[parts.count - 1] += startsSentence ? value.prefix(1).uppercased() + value.dropFirst() : value
      lastCharacter = value.last ?? lastCharacter
    }
    return parts
  }

  /// Fills the placeholders and returns the text without emphasis.
  func filled(_ values: KeyValuePairs<Placeholder, String>) -> String { parts(values).joined() }

  private static let sentenceEnds: Set<Character> = [".", "?", "!", "。", "？", "！"]
}
