import Glibc
import Scenes

extension Action {
  /// A kind of action and its format in a file: a word, or an object with the kind's key.
  struct Kind: Sendable {
    /// The kind's word or key.
    let name: String
    /// The schemas of the object's other keys, by key.
    var extras: [String: [String: JSONValue]] = [:]
    /// The JSON Schema for the key's value; `nil` for a word.
    var schema: [String: JSONValue]?
    /// An example of the key's value; `nil` for a word.
    var example: JSONValue?
    /// The description in the manual and the schema.
    let help: String
    /// The action, for a kind that is a word.
    var action = Action.none
    /// Reads and writes the object; `nil` for a word.
    var variant: JSONVariant<Action>?
  }

  /// The maximum number of actions in an array.
  static let maximumSteps = 8

  /// Reads a button's action, or an array of them. Invalid members are added to `errors`; if an action can't be
  /// identified, throws.
  package static func read(_ json: LocatedJSON, _ errors: inout [Diagnostic]) throws(Diagnostic) -> Action {
    guard case .array = json.value else { return try readOne(json, &errors) }
    let elements = try json.array()
    guard (1...maximumSteps).contains(elements.count) else {
      throw json.diagnostic(expected: "1 to \(maximumSteps) actions")
    }
    var actions: [Action] = []
    for element in elements {
      let action = try readOne(element, &errors)
      if action == .press { throw element.diagnostic(expected: "another action than press in an array") }
      actions.append(action)
    }
    return .sequence(actions)
  }

  private static func readOne(_ json: LocatedJSON, _ errors: inout [Diagnostic]) throws(Diagnostic) -> Action {
    let (words, variants) = (kinds.filter { $0.variant == nil }, kinds.compactMap(\.variant))
    switch json.value {
    case .object:
      var reader = DocumentReader()
      defer { errors += reader.errors }
      guard let object = json.object(variants.flatMap(\.keys), &reader.errors) else { return .none }
      // An unknown key is probably a misspelled kind, and its error names the others.
      if !reader.errors.isEmpty, !variants.contains(where: { object[$0.keys[0]] != nil }) { return .none }
      return try variants.read(object, &reader)
    case .string(let word):
      if let kind = words.first(where: { $0.name == word }) { return kind.action }
      fallthrough
    default:
      let keys = variants.map { $0.keys[0] }.alternatives
      let names = words.map(\.name).joined(separator: ", ")
      throw json.diagnostic(expected: "\(names), an object with \(keys), or an array of these")
    }
  }

  /// The action in the format of a scene file. The paths of scene files are absolute.
  package var json: JSONValue {
    if case .sequence(let actions) = self { return .array(actions.map(\.json)) }
    return Self.kinds.compactMap(\.variant).members(of: self).map(JSONValue.object) ?? .string(name)
  }
}

// MARK: Formats

extension JSONFormat<[String]> {
  /// A program and its arguments. If the program is a path, it is relative to the file's directory. A program that isn't
  /// installed disables only what uses it.
  static let command = Self(
    { .array($0.map(JSONValue.string)) },
    read: { json, reader throws(Diagnostic) in
      let elements = try json.array("an array with a program and its arguments, such as [\"logger\", \"Ring\"]")
      var arguments: [String] = []
      for element in elements { arguments.append(try element.string()) }
      guard let program = arguments.first, !program.isEmpty else {
        throw json.diagnostic(expected: "a program and its arguments")
      }
      if program.contains("/") { arguments[0] = json.resolved(program).absolutePath }
      let candidates = candidates(for: arguments[0])
      guard !candidates.contains(where: { access($0, X_OK) == 0 }) else { return arguments }
      for path in candidates { json.files.note(path) }
      let reason = candidates.contains { access($0, F_OK) == 0 } ? "isn't executable" : "isn't there"
      let error = elements[0].diagnostic(found: "'\(program)', which \(reason)", expected: "a program")
      reader.errors.append(error.disablingUses(of: arguments[0]))
      return arguments
    })

  /// Returns the paths at which execvp(3) looks for a program.
  private static func candidates(for program: String) -> [String] {
    if program.contains("/") { return [program] }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(program)" }
  }
}

extension LocatedJSON {
  /// The texts of an action in which names in braces are replaced by values: the arguments of a command, all texts of a
  /// call, and those for other values.
  var actionTexts: [LocatedJSON] {
    guard let action = try? object() else { return [] }
    let arguments = (try? action["command"]?.array()) ?? []
    let keys = ["input", "target", "data", "payload", "set", "append", "remove"]
    return arguments.dropFirst() + keys.compactMap { action[$0] }.flatMap(\.strings)
  }

  /// The value and the values in it that are strings.
  private var strings: [LocatedJSON] {
    switch value {
    case .string: [self]
    case .array: ((try? array()) ?? []).flatMap(\.strings)
    case .object(let members): members.keys.compactMap { (try? object())?[$0] }.flatMap(\.strings)
    default: []
    }
  }
}

extension Action.Call {
  /// The maximum length of a call's texts and of its data, in characters.
  static let maximumLength = 4096
}

extension JSONFormat<String> {
  static let callText = string("at most \(Action.Call.maximumLength) characters") {
    $0.unicodeScalars.count <= Action.Call.maximumLength
  }

  /// An object, as its text.
  static let callData = Self(
    { (try? JSONValue.read(Array($0.utf8), name: "data").canonical) ?? .null },
    read: { json, _ throws(Diagnostic) in
      let text = try json.object().json.value.canonical.singleLine
      guard text.unicodeScalars.count <= Action.Call.maximumLength else {
        throw json.diagnostic(expected: "an object of at most \(Action.Call.maximumLength) characters")
      }
      return text
    })
}

extension JSONFormat<Double> {
  static let timeout = number(0.001...86400)
}

extension JSONFormat<String> {
  static let directory = string("a path from the root") { $0.hasPrefix("/") }
  static let unit = string("a unit's name, such as open-door.service") {
    $0.contains(".") && !$0.contains("/") && $0.count < 256
  }
  static let scene = Self(
    { .string($0.hasSuffix(".json") ? $0.absolutePath : $0) },
    read: { json, _ throws(Diagnostic) in
      try ValueFormat.scene.read(json)
    })
}

extension JSONFormat<[String: String]> {
  static let environment = Self(
    { .object(JSONMembers(sortingByName: $0.mapValues(JSONValue.string))) },
    read: {
      json, _ throws(Diagnostic) in
      try json.dictionary { name, json throws(Diagnostic) in
        guard !name.isEmpty, !name.contains("=") else { throw json.diagnostic(expected: "a variable's name without =") }
        return try json.string()
      }
    })
}

extension JSONFormat<[String: String]> {
  /// Lines by the names of values.
  static let lines = Self(
    { .object(JSONMembers(sortingByName: $0.mapValues(JSONValue.string))) },
    read: { json, _ throws(Diagnostic) in
      let lines = try json.dictionary { _, json throws(Diagnostic) in try json.reading() }
      guard !lines.isEmpty else {
        throw json.diagnostic(expected: "an object with the names of values and a line each")
      }
      return lines
    })
}

extension JSONFormat<[String: [String]]> {
  static let changes = Self(
    { .object(JSONMembers(sortingByName: $0.mapValues { .oneOrMore($0.map(JSONValue.string)) })) },
    read: {
      json, _ throws(Diagnostic) in
      guard case .object(let members) = json.value, members.keys.contains(where: { !$0.hasPrefix("//") }) else {
        throw json.diagnostic(expected: "an object with the names of values and their new texts")
      }
      return try json.dictionary { _, json throws(Diagnostic) in try json.readings() }
    })
}
