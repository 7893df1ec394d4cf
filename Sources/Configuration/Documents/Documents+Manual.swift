import Scenes

extension Documents {
  /// Formats a tagged paragraph (`.TP`): the tag's first word in bold, the rest in italics.
  package static func paragraph(_ tag: String, _ text: String) -> String {
    let words = tag.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = words.count > 1 ? " \\fI\(troff(String(words[1])))\\fR" : ""
    return ".TP\n\\fB\(troff(String(words[0])))\\fR\(rest)\n\(troff(text))\n"
  }

  package static func troff(_ text: String) -> String {
    text.replacing(["\\": "\\e", "-": "\\-", "…": "\\&..."])
  }

  static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

  static var commands: String {
    Verb.commands.map { paragraph("\($0.rawValue) \($0.operands)", sentence($0.help)) }.joined()
  }

  static var scenes: String {
    SceneCatalog.all().map { paragraph($0.name, "\($0.title). \($0.hint.phrase.text)") }.joined()
  }

  static var options: String {
    let rows = Options.settings.filter { $0.option != nil }.map { setting in
      let text = [sentence(setting.summary(among: [])), setting.details].filter { !$0.isEmpty }.joined(separator: "\n")
      return paragraph(setting.usage, text)
    }
    return rows.joined()
  }

  static var keys: String {
    let rows = Options.settings.compactMap { setting -> String? in
      guard let key = setting.key else { return nil }
      var text = sentence(setting.keyHelp)
      if !setting.expected.isEmpty {
        text += "\nExpected: \(setting.expected)" + (setting.standard.map { " [\($0)]" } ?? "") + "."
      }
      if !setting.details.isEmpty { text += "\n" + setting.details }
      if setting.isUnchanged != nil { text += "\nTakes effect at the next start." }
      return paragraph(key, text)
    }
    return rows.joined()
  }

  static var actions: String {
    let rows = Action.kinds.map { kind in
      let extras = kind.extras.sorted { $0.key < $1.key }.map { name, schema in
        var text = ""
        if case .string(let words)? = schema["description"] { text = words }
        return "\nWith it \\fB\(name)\\fR: \(troff(text))"
      }
      return paragraph(kind.name, kind.help).dropLast() + extras.joined() + "\n"
    }
    return rows.joined()
  }
}

extension String {
  func replacing(_ replacements: [Character: String]) -> String {
    reduce(into: "") { text, character in text += replacements[character] ?? String(character) }
  }
}
