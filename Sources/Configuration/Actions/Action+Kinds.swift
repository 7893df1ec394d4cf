import Scenes

extension Action {
  /// The kinds of actions. The reader, the schema and the manual use this table.
  static let kinds = [
    word(.light, "Switches the cube's light."),
    word(.fold, "Shows the net and folds it, or unfolds it."),
    word(.press, "Presses the cube's first button, which is counted and shows the result."),
    word(.none, "Only counts."),
    Kind(
      name: "command",
      extras: [
        "timeout": timeout,
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
      help:
        "The program and its arguments, without a shell. It gets CUBE_KIOSK_FACE, which is empty for a scene file's "
        + "button, and CUBE_KIOSK_COUNT; its output goes to the log. It runs within the walls of the cube's unit, without network and devices, and shares its "
        + "memory and tasks: one that takes all of them is ended before the cube is, and while it lasts no other can "
        + "start. What needs more belongs into a unit. With cube-kiosk-cage.service it runs as the user whose session has "
        + "the panel, and can read the screen and what is touched.",
      read: readCommand),
    Kind(
      name: "unit",
      extras: ["timeout": timeout],
      schema: ["type": .string("string")],
      help: "A systemd unit that is started over D-Bus. The polkit rule in "
        + "/etc/polkit-1/rules.d/60-cube-kiosk.rules has to name it. "
        + "To stop one, start one that has it in Conflicts=. "
        + "The button shows how the start ended: that of a oneshot unit ends with its command. After its timeout the "
        + "button shows that the outcome isn't known, and the unit goes on.",
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
        ])
      ],
      help: "Another scene's name, or a scene file's path (.json) from the directory of this file.",
      read: { place, _ throws(Diagnostic) in .scene(try ValueFormat.scene.read(place)) }),
    Kind(
      name: "turn", schema: ["enum": .array((1...6).map { .number(Double($0)) })],
      help: "A face, 1 to 6, that is turned to the viewer.",
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
      ],
      help: "Values that have set, and what they are to say: { \"door\": \"open\" }. Of several texts, such as "
        + "{ \"lamp\": [\"on\", \"off\"] }, the one after what it says now.",
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
    "type": .string("number"), "minimum": .number(0.001), "maximum": .number(86400),
    "description": .string(
      "Seconds until a command gets SIGTERM, or the button stops waiting for a unit; 30 by default."),
  ]

  private static func word(_ action: Action, _ help: String) -> Kind {
    Kind(name: action.name, help: help, read: { _, _ in action })
  }
}
