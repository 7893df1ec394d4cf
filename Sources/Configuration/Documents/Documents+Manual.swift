import ControlProtocol
import Scenes

extension Documents {
  /// Returns a table of the manual.
  ///
  /// - Parameters:
  ///   - words: The table's name and its arguments.
  ///   - schemaDefinitions: The definitions of both schemas, by name.
  static func table(_ words: [String], _ schemaDefinitions: [String: JSONValue]) throws -> String {
    switch words[0] {
    case "COMMANDS":
      Subcommand.exceptHelpAndVersion.map { command in
        let help = command == .ctl ? "control the running panel, see cube-kiosk-ctl(1)" : command.help
        return entry("\(command.rawValue) \(command.synopsis)", sentence(help))
      }.joined()
    case "SCENES": scenes
    case "KEYBOARD": Options.keyboard.map { entry($0.keys, sentence($0.effect)) }.joined()
    case "STATUS": ExitCode.meanings.map { entry("\($0.code)", sentence($0.meaning)) }.joined()
    case "OPTIONS": options(of: words[1])
    case "KEYS": try keys(words.dropFirst(), schemaDefinitions)
    case "MEMBERS": try members(words[2...], of: words[1], schemaDefinitions)
    case "ACTIONS": actions(schemaDefinitions)
    case "CONTROL": requests
    case "EVENTS": events
    default: throw UnresolvedReference(name: words[0])
    }
  }

  // MARK: Tables

  private static func options(of section: String) -> String {
    guard let section = Options.sections.first(where: { $0.name == section }) else { return "" }
    let settings = section.settings.filter { !$0.isDeprecated }
    // kiosk.json(5) describes the keys of the same names.
    let keyed = settings.filter { $0.key != nil && $0.keyHelp == $0.help }
    var text = ""
    for setting in settings {
      guard let first = keyed.firstIndex(where: { $0.option == setting.option }) else {
        text += entry(
          setting.usage, sentence(setting.summary(among: section.subcommands)),
          setting.key.map { "The key is \(bold($0))." } ?? troff(setting.details))
        continue
      }
      let group = keyed.filter { $0.subcommands == setting.subcommands }
      guard keyed[first].option == group[0].option else { continue }
      text += ".TP\n\(group.map { tag($0.usage) }.joined(separator: ", "))\n"
      let note = setting.subcommands == section.subcommands ? "" : " (\(Subcommand.names(of: setting.subcommands)))"
      text += "The \(group.count == 1 ? "key of this name" : "keys of these names")\(troff(note)).\n"
    }
    return text
  }

  /// The commands of `ctl`, each with its request unless that is only true, as cube-kiosk-protocol(7) says.
  private static var requests: String {
    ControlCommand.allCases.map { command in
      let request = command.request
      if case .bool? = request.dictionary[command.rawValue] { return entry(command.usage, command.help) }
      return entry(command.usage, command.help, ".br\n\(bold(request.readableLine))")
    }.joined()
  }

  /// The built-in scenes, those with the same hint together.
  private static var scenes: String {
    var hints: [String] = []
    var names: [String: [String]] = [:]
    for scene in SceneCatalog.all() {
      let hint = scene.hint.phrase.text
      if names[hint] == nil { hints.append(hint) }
      names[hint, default: []].append(bold(scene.name))
    }
    return hints.map { ".TP\n\((names[$0] ?? []).joined(separator: ", "))\n\(troff($0))\n" }.joined()
  }

  /// - Parameter names: Keys in the order of the table, or objects such as `idle`, of which the table has all keys.
  private static func keys(
    _ names: some Sequence<String>, _ schemaDefinitions: [String: JSONValue]
  ) throws -> String {
    try names.flatMap { name in
      let settings = Options.settings.filter { setting in
        !setting.isDeprecated && setting.key.map { $0 == name || $0.hasPrefix(name + ".") } == true
      }
      guard !settings.isEmpty else { throw UnresolvedReference(name: name) }
      return settings.map { key($0, schemaDefinitions) }
    }.joined()
  }

  private static func key(_ setting: Setting, _ schemaDefinitions: [String: JSONValue]) -> String {
    var schema = setting.documentedSchema
    if setting.needsRestart, let text = schema["description"]?.text {
      schema["description"] = .string(text + " Takes effect at the next start.")
    }
    let value = setting.keyDefaultText
    return member(setting.key ?? "", schema, value == "none" ? nil : "default \(value)", schemaDefinitions)
  }

  /// - Parameters:
  ///   - names: The members in the order of the table.
  ///   - paths: A definition of the schema, with the members that lead to the object, such as `node/text`. Objects that
  ///     share the members are separated by commas, such as `node/slider,node/stepper`.
  private static func members(
    _ names: some Sequence<String>, of paths: String, _ schemaDefinitions: [String: JSONValue]
  ) throws -> String {
    let owners = try paths.split(separator: ",").map { path in
      try path.split(separator: "/").reduce(JSONValue.object(schemaDefinitions)) { owner, name in
        guard let next = owner.dictionary[String(name)] ?? owner.properties[String(name)] else {
          throw UnresolvedReference(name: String(path))
        }
        return next
      }
    }
    return try names.map { name in
      let entries = try owners.map { owner in
        guard let schema = owner.properties[name]?.dictionary else {
          throw UnresolvedReference(name: "\(paths) \(name)")
        }
        let required = owner.dictionary["required"]?.elements.compactMap(\.text) ?? []
        return member(name, schema, required.contains(name) ? "required" : nil, schemaDefinitions)
      }
      guard Set(entries).count == 1 else { throw UnresolvedReference(name: "the same \(name) in \(paths)") }
      return entries[0]
    }.joined()
  }

  private static func actions(_ schemaDefinitions: [String: JSONValue]) -> String {
    Action.kinds.map { kind in
      let extras = kind.extras.sorted { $0.key < $1.key }.map { member($0, $1, nil, schemaDefinitions) }.joined()
      return member(kind.name, kind.documentedSchema, nil, schemaDefinitions)
        + (extras.isEmpty ? "" : ".RS\n\(extras).RE\n")
    }.joined()
  }

  /// A table for tbl(1). The page's first line, `'\" t`, tells man(1) to run it.
  private static var events: String {
    let members = EventKind.press.members
    let rows = EventKind.allCases.map { event in
      // The result of a press has most of its members.
      let shared = event == .result ? members.filter { member in event.members.contains { $0 == member } } : []
      let names = shared.map(\.name).joined(separator: ", ")
      let help = event.help + (shared.isEmpty ? "" : " It also has \(names) of the press.")
      let others = event.members.filter { member in !shared.contains { $0 == member } }
      let lines = others.map { "\n@\\fI\($0.name)\\fR@\(cell($0.meaning))" }.joined()
      return "\\fB\(troff(event.rawValue))\\fR@@\(cell(help))\(lines)"
    }
    return ".TS\ntab(@);\nlb lb lb\nl l lx.\nEvent@Member@Meaning\n_\n\(rows.joined(separator: "\n"))\n.TE\n"
  }

  /// The text of a table's last column. A longer one is a block, which is wrapped.
  private static func cell(_ text: String) -> String { text.count > 44 ? "T{\n\(troff(text))\nT}" : troff(text) }

  // MARK: Format

  /// Formats a tagged paragraph (`.TP`): the tag's first word in bold, the rest in italics.
  private static func entry(_ tag: String, _ text: String, _ lines: String...) -> String {
    ".TP\n\(self.tag(tag))\n\(troff(text))\n" + lines.filter { !$0.isEmpty }.map { "\($0)\n" }.joined()
  }

  private static func tag(_ text: String) -> String {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    let rest = words.count > 1 ? " \\fI\(troff(String(words[1])))\\fR" : ""
    return bold(String(words[0])) + rest
  }

  /// Formats a key with its type and default, its description and an example, which are in its schema.
  ///
  /// An object that has a table, too, has only the description. A plain value needs no example, nor does a key whose
  /// description refers to a section with ", see".
  ///
  /// - Parameter requirement: "required" or the default, such as "default 30"; `nil` for the schema's default.
  private static func member(
    _ name: String, _ schema: [String: JSONValue], _ requirement: String?, _ schemaDefinitions: [String: JSONValue]
  ) -> String {
    let requirement = requirement ?? schema["default"].map { "default \($0.canonical.readableLine)" }
    let facts = [type(of: schema, schemaDefinitions), requirement].compactMap { $0 }.joined(separator: "; ")
    let isTable = schema["properties"] != nil && schema["title"]?.text?.hasPrefix("object with") != true
    var example: String?
    let words = (schema["description"]?.text ?? "").split(separator: " ")
    let isInSection = zip(words, words.dropFirst()).contains { $0.last == "," && $1 == "see" }
    if !isTable, !isInSection, let value = schema["examples"]?.elements.first, !isPlain(value) {
      let quotedName = JSONValue.string(name.split(separator: ".").last.map(String.init) ?? name).singleLine
      example = "\(quotedName): \(value.canonical.readableLine)"
    }
    return ".TP\n\(bold(name))\(isTable ? "" : ": \(troff(facts))")\n\(troff(schema["description"]?.text ?? ""))\n"
      + (example.map { ".br\n\(bold($0))\n" } ?? "")
  }

  /// Whether a value is a number, true or false, a color, a text of words, or an array of these.
  private static func isPlain(_ value: JSONValue) -> Bool {
    switch value {
    case .bool, .number, .integer: true
    case .string(let text):
      text.first == "#" || text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == " " }
    case .array(let values): values.allSatisfy(isPlain)
    default: false
    }
  }

  /// Describes the values that a schema allows.
  private static func type(of schema: [String: JSONValue], _ schemaDefinitions: [String: JSONValue]) -> String {
    if let title = schema["title"]?.text { return title.withoutArticle }
    if let name = schema["$ref"]?.text?.split(separator: "/").last.map(String.init) {
      return schemaDefinitions[name].map { type(of: $0.dictionary, schemaDefinitions) } ?? name
    }
    if let forms = schema["anyOf"]?.elements {
      return forms.map { type(of: $0.dictionary, schemaDefinitions) }.alternatives
    }
    if let words = schema["enum"]?.elements { return words.map { $0.text ?? $0.canonical.singleLine }.alternatives }
    let range = ["minimum", "maximum"].compactMap { name -> String? in
      if case .number(let bound)? = schema[name] { bound.shortText } else { nil }
    }
    switch schema["type"]?.text {
    case "boolean": return "true or false"
    case "string": return "text"
    case "number", "integer":
      let number = schema["type"]?.text == "integer" ? "whole number" : "number"
      return range.count == 2 ? "\(number) from \(range[0]) to \(range[1])" : number
    case let type: return type ?? "object"
    }
  }

  static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

  private static func bold(_ text: String) -> String { "\\fB\(troff(text))\\fR" }

  private static func troff(_ text: String) -> String {
    text.replacing(["\\": "\\e", "-": "\\-", "…": "\\&..."])
  }
}

extension String {
  func replacing(_ replacements: [Character: String]) -> String {
    reduce(into: "") { text, character in text += replacements[character] ?? String(character) }
  }

  fileprivate var withoutArticle: String {
    for article in ["a ", "an "] where hasPrefix(article) { return String(dropFirst(article.count)) }
    return self
  }
}

extension Setting {
  /// The key's schema with its description and an example.
  var documentedSchema: [String: JSONValue] {
    var schema = self.schema
    schema["description"] = .string(
      [Documents.sentence(keyHelp), details].filter { !$0.isEmpty }.joined(separator: " "))
    schema["examples"] = isDeprecated ? nil : example.map { .array([$0]) }
    if isDeprecated { schema["deprecated"] = .bool(true) }
    return schema
  }
}

extension Action.Kind {
  /// The schema of the key's value, with its description and an example. A kind that is a word has no key and no value.
  var documentedSchema: [String: JSONValue] {
    var schema = self.schema ?? ["title": "word"]
    schema["description"] = .string(help)
    schema["examples"] = example.map { .array([$0]) }
    return schema
  }
}
