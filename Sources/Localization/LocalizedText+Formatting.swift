extension LocalizedText {
  /// The text in the current language, for a text without placeholders.
  public var text: String { Language.current[self] }

  /// Returns the text in the current language with its placeholders filled.
  public func text(_ values: KeyValuePairs<Placeholder, String>) -> String { template.filled(values) }

  /// Returns the form for a number of items, and fills `{count}`.
  public func text(count: Int) -> String { template.form(count).filled([.count: "\(count)"]) }

  /// Returns the form for a number of items, and fills `{names}` with their joined names.
  public func text(names: String, count: Int) -> String { template.form(count).filled([.names: names]) }

  /// Returns an ordinal such as "1st", "2nd", "3rd", "4th", "11th" or "21st". The last two digits determine the form.
  public static func ordinal(_ number: Int) -> String {
    let (ones, tens) = (number % 10, number / 10 % 10)
    // The forms are "st", "nd", "rd" and "th". A count beyond the last form selects the last.
    let hasOwnForm = tens != 1 && (1...3).contains(ones)
    return LocalizedText.ordinal.template.form(hasOwnForm ? ones : .max).filled([.number: "\(number)"])
  }

  /// Returns the text in the current language: the words before the emphasis (`*…*`), with it, and after it.
  public func phrase(_ values: KeyValuePairs<Placeholder, String> = [:]) -> Phrase {
    let parts = template.parts(values)
    // Without emphasis, all words are in one part.
    guard parts.count == 3 else { return Phrase(after: parts.joined()) }
    return Phrase(parts[0], emphasis: parts[1], after: parts[2])
  }

  /// Joins items as in "a, b and c".
  public static func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    let separator = LocalizedText.listSeparator.text
    return LocalizedText.listLast.text([.items: items.dropLast().joined(separator: separator), .last: last])
  }

  private var template: Template { Template(text: text) }
}

extension LocalizedText {
  /// Checks a text that overrides this text.
  ///
  /// It may omit placeholders of the English text but not add others. If the English text emphasizes a part between two
  /// asterisks, each form has two or none; otherwise asterisks aren't allowed. It may have several forms, separated by
  /// `|`, only if the English text has.
  ///
  /// - Returns: the rule that the text violates, such as "no asterisk"; `nil` if it is valid.
  public func rule(violatedBy text: String) -> String? {
    let (override, english) = (Template(text: text), Template(text: Language.english[self]))
    let placeholders = Set(english.placeholders)
    if let unknown = override.placeholders.first(where: { !placeholders.contains($0) }) {
      return placeholders.isEmpty
        ? "no {\(unknown)}"
        : "no other placeholders than \(placeholders.sorted().map { "{\($0)}" }.joined(separator: ", "))"
    }
    let allowedCounts: Set = english.hasEmphasis ? [0, 2] : [0]
    guard override.forms.allSatisfy({ form in allowedCounts.contains(form.count { $0 == "*" }) }) else {
      return english.hasEmphasis ? "two asterisks around the emphasized part" : "no asterisk"
    }
    guard override.forms.count == 1 || english.forms.count > 1 else { return "no |" }
    return nil
  }
}
