import Glibc
import Scenes

extension Action {
  /// A kind of action and its format in the configuration.
  struct Kind: Sendable {
    /// The kind's word, or its key in an object.
    let name: String
    /// Further keys that the object may have, with their schemas.
    var extras: [String: [String: JSONValue]] = [:]
    /// The JSON Schema for the key's value; `nil` for a word.
    var schema: [String: JSONValue]?
    /// An example of the key's value; `nil` for a word.
    var example: JSONValue?
    /// The description in the manual and the schema.
    let help: String
    /// Reads an action of this kind.
    ///
    /// - Parameters:
    ///   - place: The key's value, or the word itself.
    ///   - object: The object that contains the key; `nil` for a word.
    let read: @Sendable (_ place: JSONPlace, _ object: JSONObject?) throws(Diagnostic) -> Action
  }

  /// Reads a button's action. Unknown members are added to `faults`; any other fault is thrown.
  package static func read(_ place: JSONPlace, _ faults: inout [Diagnostic]) throws(Diagnostic) -> Action {
    let (words, keys) = (kinds.filter { $0.schema == nil }, kinds.filter { $0.schema != nil })
    if case .string(let word) = place.value, let kind = words.first(where: { $0.name == word }) {
      return try kind.read(place, nil)
    }
    let names = keys.map(\.name)
    guard case .object = place.value else {
      throw place.fault("\(words.map(\.name).joined(separator: ", ")), or an object with \(names.alternatives)")
    }
    guard let object = place.object(names + keys.flatMap { $0.extras.keys.sorted() }, &faults) else { return .none }
    let given = keys.filter { object[$0.name] != nil }
    guard given.count == 1, let kind = given.first, let value = object[kind.name] else {
      throw Diagnostic(
        place.file, place.path, found: given.isEmpty ? "none of them" : given.map(\.name).joined(separator: " and "),
        expected: "one of \(names.joined(separator: ", "))")
    }
    for other in keys where other.name != kind.name {
      for extra in other.extras.keys.sorted() where kind.extras[extra] == nil {
        if let place = object[extra] { throw place.fault("this with a \(other.name) only") }
      }
    }
    return try kind.read(value, object)
  }

  // MARK: Commands

  /// Reads a command line, whose program must be installed.
  package static func arguments(_ place: JSONPlace) throws(Diagnostic) -> [String] {
    var arguments: [String] = []
    for argument in try place.array() { arguments.append(try argument.string()) }
    guard let program = arguments.first, !program.isEmpty else { throw place.fault("a program and its arguments") }
    guard isInstalled(program) else {
      throw Diagnostic(place.file, place.path + "[0]", found: "'\(program)', which isn't there", expected: "a program")
    }
    return arguments
  }

  static func timeout(_ object: JSONObject?) throws(Diagnostic) -> Double {
    try object?["timeout"]?.number(0.001...86400) ?? Command.standardTimeout
  }

  @Sendable static func readCommand(_ place: JSONPlace, _ object: JSONObject?) throws(Diagnostic) -> Action {
    var command = Command(arguments: try arguments(place), timeout: try timeout(object))
    if let directory = object?["directory"] {
      let path = try directory.string()
      guard path.hasPrefix("/") else { throw directory.fault("a path from the root") }
      command.directory = path
    }
    if let environment = object?["environment"] {
      guard case .object(let members) = environment.value else { throw environment.fault("an object") }
      for (name, value) in members.all {
        let value = JSONPlace(value: value, path: "\(environment.path).\(name)", file: place.file)
        guard !name.isEmpty, !name.contains("=") else { throw value.fault("a variable's name without =") }
        command.environment[name] = try value.string()
      }
    }
    return .command(command)
  }

  /// Returns whether execvp(3) would find an executable file for the program.
  private static func isInstalled(_ program: String) -> Bool {
    if program.contains("/") { return access(program, X_OK) == 0 }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
