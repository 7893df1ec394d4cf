import Scenes

extension Action {
  /// The kinds of actions. The reader, the schema and the manual use this table.
  static let kinds = [
    word(.light, "Switches the cube's light."),
    word(.fold, "Shows the scene fold and folds or unfolds its net."),
    word(.press, "Presses the cube's first button."),
    word(.none, "Has no effect except that the press is counted."),
    Kind(
      name: "command",
      extras: [
        "timeout": timeout,
        "directory": [
          "type": .string("string"), "pattern": .string("^/"), "title": "absolute path",
          "description": "The working directory. By default, the panel's.", "examples": .array(["/usr"]),
        ],
        "environment": [
          "type": .string("object"), "title": "object with texts",
          "description": "Variables to add to the panel's environment.", "examples": .array([["ROOM": "214"]]),
        ],
      ],
      schema: [
        "type": .string("array"), "minItems": .number(1), "items": .object(["type": .string("string")]),
        "title": "array of texts",
      ],
      example: .array(["logger", "Ring"]),
      help:
        "Runs a program with arguments, without a shell. Its output goes to the log. It gets CUBE_KIOSK_FACE, the number of "
        + "the button's face, empty in a scene file, and CUBE_KIOSK_COUNT, the number of presses. It runs in the sandbox of "
        + "the panel's unit, see COMMANDS AND UNITS.",
      read: readCommand),
    Kind(
      name: "unit",
      extras: ["timeout": timeout],
      schema: ["type": .string("string")],
      example: "open-door.service",
      help:
        "Starts a systemd unit that polkit lets the panel start, see COMMANDS AND UNITS. The button shows the result of "
        + "the start; a oneshot unit's start ends with its command. After the timeout, the button shows that the outcome is "
        + "unknown; the unit continues.",
      read: { place, object throws(Diagnostic) in
        let name = try place.string()
        guard name.contains("."), !name.contains("/"), name.count < 256 else {
          throw place.fault("a unit's name, such as open-door.service")
        }
        return .unit(name, timeout: try timeout(object))
      }),
    Kind(
      name: "scene",
      schema: [
        "anyOf": .array([
          ["enum": .array(SceneCatalog.names.map(JSONValue.string))], ["type": "string", "pattern": "\\.json$"],
        ]),
        "title": "name of a built-in scene, or a .json file",
      ],
      example: "menu.json",
      help: "Shows a built-in scene or a scene file. A relative path starts at the directory of this file.",
      read: { place, _ throws(Diagnostic) in .scene(try ValueFormat.scene.read(place)) }),
    Kind(
      name: "turn", schema: ["enum": .array((1...6).map { .number(Double($0)) })],
      example: .number(2), help: "Turns a face of the cube to the viewer, as another page of the panel.",
      read: { place, _ throws(Diagnostic) in
        guard case .number(let number) = place.value, let face = Int(exactly: number), (1...6).contains(face) else {
          throw place.fault("a face, 1 to 6")
        }
        return .turn(face)
      }),
    Kind(
      name: "set",
      schema: [
        "type": .string("object"),
        "additionalProperties": .object([
          "anyOf": .array([
            .object(["type": .string("string")]), .object(["type": .string("number")]),
            .object(["type": .string("boolean")]), .object(["type": .string("array"), "minItems": .number(1)]),
          ])
        ]),
        "title": "object with texts, or arrays of texts",
      ],
      example: ["lamp": .array(["on", "off"])],
      help:
        "Sets values that have set, see cube-kiosk-values(5). Of several texts, each press sets the one after the current "
        + "one.",
      read: { place, _ throws(Diagnostic) in
        guard case .object(let members) = place.value,
          case let names = members.keys.filter({ !$0.hasPrefix("//") }), !names.isEmpty
        else {
          throw place.fault("an object with values and what they are to say")
        }
        var changes: [String: [String]] = [:]
        for name in names {
          changes[name] = try JSONObject(members: members, place: place)[name]?.readings()
        }
        return .set(changes)
      }),
  ]

  private static let timeout: [String: JSONValue] = [
    "type": .string("number"), "minimum": .number(0.001), "maximum": .number(86400), "default": .number(30),
    "description": .string(
      "Seconds until the command gets SIGTERM, and five seconds later SIGKILL; for a unit, until the button stops waiting."
    ),
    "examples": .array([.number(5)]),
  ]

  private static func word(_ action: Action, _ help: String) -> Kind {
    Kind(name: action.name, help: help, read: { _, _ in action })
  }
}
