import Glibc
import Scenes

extension Action {
  /// One thing that a button can do, as the configuration writes it.
  struct Kind: Sendable {
    /// A word, or an object's key.
    let name: String
    /// The other keys that the object may have.
    var extras: [String: [String: JSONValue]] = [:]
    /// Of the key's value; `nil` for a word.
    var schema: [String: JSONValue]?
    /// For the manual and the schema.
    let help: String
    /// - Parameters:
    ///   - place: the key's value; the word itself.
    ///   - object: the object that it is a member of; `nil` for a word.
    let read: @Sendable (_ place: JSONPlace, _ object: JSONObject?) throws(FileFault) -> Action
  }

  static let kinds = [
    word(.light, "Switches the cube's light."),
    word(.fold, "Shows the net and folds it, or unfolds it."),
    word(.none, "Only counts."),
    Kind(
      name: "command",
      extras: [
        "timeout": [
          "type": .string("number"), "minimum": .number(0.001), "maximum": .number(86400),
          "description": .string("Seconds until SIGTERM; 30 where it isn't given."),
        ],
        "directory": [
          "type": .string("string"), "pattern": .string("^/"), "description": .string("Where the command runs."),
        ],
        "environment": [
          "type": .string("object"), "description": .string("Variables, added to the panel's own."),
        ],
      ],
      schema: [
        "type": .string("array"), "minItems": .number(1), "items": .object(["type": .string("string")]),
      ],
      help: "The program and its arguments, without a shell. It gets CUBE_KIOSK_FACE and CUBE_KIOSK_COUNT; its output "
        + "goes to the log. It runs within the walls of the cube's unit, without network and devices, and shares its "
        + "memory and tasks: one that takes all of them is ended before the cube is, and while it lasts no other can "
        + "start. What needs more belongs into a unit. With cube-kiosk-cage.service it runs as the user whose session has "
        + "the panel, and can read the screen and what is touched.",
      read: readCommand),
    Kind(
      name: "unit", schema: ["type": .string("string")],
      help: "A systemd unit that is started over D-Bus. The polkit rule in "
        + "/etc/polkit-1/rules.d/60-cube-kiosk.rules has to name it. "
        + "Without an answer within ten seconds it is given up; where it may have been started all the same the button "
        + "says that it isn't known.",
      read: { place, _ throws(FileFault) in
        let name = try place.string()
        guard name.contains("."), !name.contains("/"), name.count < 256 else {
          throw place.fault("a unit's name, such as open-door.service")
        }
        return .unit(name)
      }),
    Kind(
      name: "scene", schema: ["enum": .array(SceneCatalog.names.map(JSONValue.string))], help: "Another scene's name.",
      read: { place, _ throws(FileFault) in
        guard case .string(let name) = place.value, SceneCatalog.names.contains(name) else {
          throw place.fault(SceneCatalog.names.alternatives)
        }
        return .scene(name)
      }),
    Kind(
      name: "turn", schema: ["enum": .array((1...6).map { .number(Double($0)) })],
      help: "A face, 1 to 6, that is turned to the viewer.",
      read: { place, _ throws(FileFault) in
        guard case .number(let number) = place.value, let face = Int(exactly: number), (1...6).contains(face) else {
          throw place.fault("a face, 1 to 6")
        }
        return .turn(face)
      }),
  ]

  private static func word(_ action: Action, _ help: String) -> Kind {
    Kind(name: action.name, help: help, read: { _, _ in action })
  }

  /// Reads a button's action. Members that nobody knows are added to the faults.
  static func read(_ place: JSONPlace, _ faults: inout [FileFault]) throws(FileFault) -> Action {
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
      throw place.fault("one of \(names.joined(separator: ", "))")
    }
    for other in keys where other.name != kind.name {
      for extra in other.extras.keys.sorted() {
        if let place = object[extra] { throw place.fault("this with a \(other.name) only") }
      }
    }
    return try kind.read(value, object)
  }

  // MARK: Commands

  @Sendable private static func readCommand(_ place: JSONPlace, _ object: JSONObject?) throws(FileFault) -> Action {
    var arguments: [String] = []
    for argument in try place.array() { arguments.append(try argument.string()) }
    guard let program = arguments.first, !program.isEmpty else { throw place.fault("a program and its arguments") }
    guard isInstalled(program) else {
      throw FileFault(place.file, place.path + "[0]", found: "'\(program)', which isn't there", expected: "a program")
    }
    var command = Command(arguments: arguments)
    if let timeout = object?["timeout"] { command.timeout = try timeout.number(0.001...86400) }
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

  /// True for a program that is there, as execvp(3) looks for it.
  private static func isInstalled(_ program: String) -> Bool {
    if program.contains("/") { return access(program, X_OK) == 0 }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
