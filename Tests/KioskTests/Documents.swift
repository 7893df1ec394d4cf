import Foundation
import Scenes
import Testing

@testable import Kiosk

/// The parts of the manual, the completions and the schema that follow from the program's tables.
enum Documents {
  /// A file beneath `Sources` and what it should hold.
  struct Document: CustomTestStringConvertible, Sendable {
    let path: String
    let make: @Sendable (_ old: String) throws -> String

    var testDescription: String { path }
  }

  static let all = [
    Document(path: "Manual/cube-kiosk.1") {
      try [("COMMANDS", commands), ("OPTIONS", options), ("SCENES", scenes), ("CONTROL", control), ("EVENTS", events)]
        .reduce($0) { try part($1.0, of: $0, is: $1.1) }
    },
    Document(path: "Manual/kiosk.json.5") {
      try part("ACTIONS", of: part("KEYS", of: $0, is: keys), is: actions)
    },
    Document(path: "Manual/cube-kiosk.bash") { _ in bash },
    Document(path: "Manual/cube-kiosk.fish") { _ in fish },
    Document(path: "Manual/cube-kiosk.zsh") { _ in zsh },
    Document(path: "Formats/scene.schema.json", make: sceneSchema),
    Document(path: "Formats/kiosk.schema.json", make: schema),
  ]

  struct Missing: Error { let mark: String }

  /// Puts a text between a part's marks.
  private static func part(_ name: String, of text: String, is new: String) throws -> String {
    let (start, end) = (".\\\" \(name): from the program's tables, by make record\n", ".\\\" end\n")
    guard let first = text.range(of: start),
      let last = text.range(of: end, range: first.upperBound..<text.endIndex)
    else { throw Missing(mark: start) }
    return text.replacingCharacters(in: first.upperBound..<last.lowerBound, with: new)
  }

  // MARK: troff

  /// A tagged paragraph; the tag in bold but for what comes after its first blank.
  private static func paragraph(_ tag: String, _ text: String) -> String {
    let words = tag.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = words.count > 1 ? " \\fI\(troff(String(words[1])))\\fR" : ""
    return ".TP\n\\fB\(troff(String(words[0])))\\fR\(rest)\n\(troff(text))\n"
  }

  private static func troff(_ text: String) -> String {
    text.replacingOccurrences(of: "\\", with: "\\e").replacingOccurrences(of: "-", with: "\\-")
      .replacingOccurrences(of: "…", with: "\\&...")
  }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

  private static var commands: String {
    Verb.allCases.map { paragraph("\($0.rawValue) \($0.operands)", sentence($0.help)) }.joined()
  }

  private static var scenes: String {
    SceneCatalog.all().map { paragraph($0.name, "\($0.title). \($0.hint.phrase.text)") }.joined()
  }

  private static var control: String {
    let rows = ControlCommand.all.map { command in
      let members = command.operands.compactMap { operand in
        operand.key.map { ".br\n\\fI\($0)\\fR: \(troff(operand.expected))\n" }
      }
      let pairs = command.pairs.map { ".br\n\\fI\($0)\\fR: an object with names and texts\n" } ?? ""
      return paragraph(command.usage, command.help) + members.joined() + pairs
    }
    return rows.joined()
  }

  private static var events: String {
    let rows = Event.Kind.allCases.map { event in
      let members = event.members.map { ".br\n\\fI\($0.name)\\fR: \(troff($0.meaning))\n" }
      return paragraph(event.rawValue, event.help) + members.joined()
    }
    return rows.joined()
  }

  private static var options: String {
    let rows = Options.settings.filter { $0.option != nil }.map { setting in
      let text = [sentence(setting.summary(among: [])), setting.details].filter { !$0.isEmpty }.joined(separator: "\n")
      return paragraph(setting.usage, text)
    }
    return rows.joined()
  }

  private static var keys: String {
    let rows = Options.settings.filter { $0.key != nil }.map { setting in
      var text = sentence(setting.keyHelp)
      if !setting.expected.isEmpty {
        text += "\nExpected: \(setting.expected)" + (setting.standard.map { " [\($0)]" } ?? "") + "."
      }
      if !setting.details.isEmpty { text += "\n" + setting.details }
      if setting.isSame != nil { text += "\nTakes effect at the next start." }
      return paragraph(setting.key!, text)
    }
    return rows.joined()
  }

  private static var actions: String {
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

  // MARK: Completions

  private static let note = "# from the program's tables, by make record\n"

  private static var verbs: String { Verb.allCases.map(\.rawValue).joined(separator: " ") }

  private static var optionSettings: [Setting] { Options.settings.filter { $0.option != nil } }

  private static var bash: String {
    var cases = ""
    for setting in optionSettings where setting.takesValue {
      let name = (setting.letter.map { "-\($0) | " } ?? "") + "--" + setting.option!
      var replies: [String] = []
      if setting.option == "scene" {
        replies = ["$(compgen -W \"$(cube-kiosk scenes)\" -- \"$cur\")"]
      } else if !setting.choices.isEmpty {
        replies = ["$(compgen -W \"\(setting.choices.joined(separator: " "))\" -- \"$cur\")"]
      }
      if setting.isFile { replies.append("$(compgen -f -- \"$cur\")") }
      cases += "\t\(name)) COMPREPLY=(\(replies.joined(separator: " "))) ;;\n"
    }
    let names = optionSettings.map { "--" + $0.option! } + ["--help", "--version"]
    return """
      # bash completion of cube-kiosk
      \(note)
      _cube_kiosk() {
      \tlocal cur prev
      \tcur=${COMP_WORDS[COMP_CWORD]}
      \tprev=${COMP_WORDS[COMP_CWORD - 1]}
      \tcase $prev in
      \(cases)\tcheck-config) COMPREPLY=($(compgen -f -- "$cur")) ;;
      \tctl) COMPREPLY=($(compgen -W "\(controls)" -- "$cur")) ;;
      \t*)
      \t\tif [[ $cur == -* ]]; then
      \t\t\tCOMPREPLY=($(compgen -W "\(names.joined(separator: " "))" -- "$cur"))
      \t\telif [[ $COMP_CWORD -eq 1 ]]; then
      \t\t\tCOMPREPLY=($(compgen -W "\(verbs)" -- "$cur"))
      \t\tfi
      \t\t;;
      \tesac
      }
      complete -F _cube_kiosk cube-kiosk

      """
  }

  private static var fish: String {
    var lines = ""
    for setting in optionSettings {
      var line = "complete -c cube-kiosk"
      if let letter = setting.letter { line += " -s \(letter)" }
      line += " -l \(setting.option!)"
      if setting.takesValue { line += setting.isFile ? " -r" : " -x" }
      if setting.option == "scene" {
        line += " -a \"(cube-kiosk scenes)\""
      } else if !setting.choices.isEmpty {
        line += " -a \"\(setting.choices.joined(separator: " "))\""
      }
      lines += line + " -d \"\(setting.help.replacingOccurrences(of: "\"", with: "\\\""))\"\n"
    }
    return """
      # fish completion of cube-kiosk
      \(note)
      set -l commands \(verbs)
      complete -c cube-kiosk -f -n "not __fish_seen_subcommand_from $commands" -a "$commands"
      complete -c cube-kiosk -f -n "__fish_seen_subcommand_from ctl" -a "\(controls)"
      complete -c cube-kiosk -F -n "__fish_seen_subcommand_from check-config"
      \(lines)complete -c cube-kiosk -s h -l help -d "print the help"
      complete -c cube-kiosk -l version -d "print the version"

      """
  }

  private static var zsh: String {
    var lines = ""
    for setting in optionSettings {
      // Brackets end a description, colons its parts, and quotes the word.
      let help = setting.help.replacingOccurrences(of: "'", with: "'\\''").replacingOccurrences(of: ":", with: "\\:")
        .replacingOccurrences(of: "[", with: "\\[").replacingOccurrences(of: "]", with: "\\]")
      let name = setting.option!
      let head = setting.letter.map { "'(-\($0) --\(name))'{-\($0),--\(name)}'" } ?? "'--\(name)"
      var line = "\(head)[\(help)]"
      if setting.takesValue {
        let values =
          setting.option == "scene"
          ? "_cube_kiosk_scenes"
          : setting.isFile ? "_files" : setting.choices.isEmpty ? "" : "(\(setting.choices.joined(separator: " ")))"
        line += ":\(setting.operand.lowercased()):\(values)"
      }
      lines += "\t\(line)' \\\n"
    }
    return """
      #compdef cube-kiosk
      \(note)
      _cube_kiosk_scenes() {
      \tlocal -a scenes
      \tscenes=(${(f)"$(_call_program scenes cube-kiosk scenes)"})
      \t_alternative 'scenes:scene:compadd -a scenes' 'files:scene file:_files -g "*.json"'
      }

      _arguments \\
      \t'1:command:(\(verbs))' \\
      \t'2:operand:->operand' \\
      \(lines)\t'(-h --help)'{-h,--help}'[print the help]' \\
      \t'--version[print the version]'

      if [[ $state == operand ]]; then
      \tcase $words[2] in
      \tctl) _values command \(controls) ;;
      \tcheck-config) _files -g "*.json" ;;
      \tesac
      fi

      """
  }

  private static var controls: String { ControlCommand.all.map(\.name).joined(separator: " ") }

  // MARK: Schema

  private static func sceneSchema(_ old: String) throws -> String {
    try schema(old) { _, definitions in definitions["action"] = action }
  }

  private static func schema(_ old: String) throws -> String {
    let scenes = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/Formats/scene.schema.json")
    let scene = try JSONSerialization.jsonObject(with: Data(contentsOf: scenes)) as? [String: Any]
    return try schema(old) { root, definitions in
      root["properties"] = properties(under: "", &definitions)
      // What is on a face is written as in a scene file.
      definitions.merge(scene?["$defs"] as? [String: Any] ?? [:]) { $1 }
      definitions["action"] = action
    }
  }

  private static func schema(
    _ old: String, change: (_ root: inout [String: Any], _ definitions: inout [String: Any]) -> Void
  ) throws -> String {
    guard var root = try JSONSerialization.jsonObject(with: Data(old.utf8)) as? [String: Any],
      var definitions = root["$defs"] as? [String: Any]
    else { throw Missing(mark: "$defs") }
    change(&root, &definitions)
    root["$defs"] = definitions
    let data = try JSONSerialization.data(
      withJSONObject: root, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  private static var action: [String: Any] {
    var properties: [String: Any] = [:]
    for kind in Action.kinds {
      guard let schema = kind.schema else { continue }
      properties[kind.name] = schema.mapValues(\.any).merging(["description": kind.help]) { $1 }
      for (name, extra) in kind.extras { properties[name] = extra.mapValues(\.any) }
    }
    let words = Action.kinds.filter { $0.schema == nil }.map(\.name)
    return [
      "description": "What the button does: a word, or an object with one key that says what it is.",
      "anyOf": [["enum": words], ["type": "object", "properties": properties]],
    ]
  }

  /// The members on a level; those of the levels beneath become definitions of their own.
  private static func properties(under prefix: String, _ definitions: inout [String: Any]) -> [String: Any] {
    var properties: [String: Any] = [:]
    for name in ConfigurationReader.names(under: prefix) {
      let key = prefix + name
      if let setting = Options.settings.first(where: { $0.key == key }) {
        var schema = setting.schema.mapValues(\.any)
        let text = [sentence(setting.keyHelp), setting.details].filter { !$0.isEmpty }.joined(separator: " ")
        schema["description"] = text
        properties[name] = schema
      } else {
        var group = definitions[name] as? [String: Any] ?? [:]
        group["type"] = "object"
        group["properties"] = self.properties(under: key + ".", &definitions)
        let required = Options.settings.filter { $0.isRequired && $0.key?.hasPrefix(key + ".") == true }
        if !required.isEmpty { group["required"] = required.map { String($0.key!.dropFirst(key.count + 1)) } }
        definitions[name] = group
        properties[name] = ["$ref": "#/$defs/\(name)"]
      }
    }
    return properties
  }
}

extension JSONValue {
  /// As Foundation has it.
  fileprivate var any: Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .number(let value): Int(exactly: value) as Any? ?? value
    case .integer(let value): value
    case .string(let value): value
    case .array(let values): values.map(\.any)
    case .object(let members): Dictionary(uniqueKeysWithValues: members.all.map { ($0.name, $0.value.any) })
    }
  }
}
