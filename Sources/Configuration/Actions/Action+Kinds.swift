import Scenes

extension Action {
  /// The kinds of actions. The reader, the schema and the manual use this table.
  static let kinds = [
    Kind(.light, "Switches the cube's light."),
    Kind(.fold, "Shows the scene fold and folds or unfolds its net."),
    Kind(.press, "Presses the cube's first button."),
    Kind(.none, "Has no effect except that the press is counted."),
    Kind(
      name: "command",
      extras: [
        "timeout": timeout("Seconds until the command gets SIGTERM, and five seconds later SIGKILL."),
        "directory": [
          "type": .string("string"), "pattern": .string("^/"), "title": "absolute path",
          "description": "The working directory. By default, the panel's.", "examples": .array(["/usr"]),
        ],
        "environment": [
          "type": .string("object"), "title": "object with texts",
          "description": "Variables that are added to the panel's.", "examples": .array([["ROOM": "214"]]),
        ],
        "input": [
          "type": .string("string"), "title": "text",
          "description": .string(
            "Written to the command's standard input. Unlike an argument, it may have the text of a field."),
          "examples": .array(["{notes}"]),
        ],
      ],
      schema: [
        "type": .string("array"), "minItems": .number(1), "items": .object(["type": .string("string")]),
        "title": "array of texts",
      ],
      example: .array(["logger", "Ring"]),
      help:
        "Runs a program with arguments, without a shell, in a sandbox (see COMMANDS AND UNITS). With a slash, such as "
        + "./ring, it is a path. Its output goes to the log, unless its input has a private text. CUBE_KIOSK_COUNT is the "
        + "number of presses, CUBE_KIOSK_FACE that of the face.",
      variant: JSONVariant(
        Command(arguments: []),
        [
          JSONField("command", \.arguments, .command), JSONField("timeout", \.timeout, .timeout),
          .optional("directory", \.directory, .directory),
          JSONField("environment", \.environment, .environment, omittedIf: [:]), .optional("input", \.input, .callText),
        ], make: Action.command, values: { if case .command(let command) = $0 { command } else { nil } })),
    Kind(
      name: "unit",
      extras: [
        "timeout": timeout(
          "Seconds until the button shows that the outcome is unknown; the unit's start goes on.")
      ],
      schema: ["type": .string("string")],
      example: "open-door.service",
      help:
        "Starts a systemd unit (see COMMANDS AND UNITS). The button shows the result of the start, which for a oneshot unit "
        + "is that of its command.",
      variant: JSONVariant(
        (name: "", timeout: Command.defaultTimeout),
        [
          JSONField("unit", \.name, .unit),
          JSONField("timeout", \.timeout, .timeout, omittedIf: Command.defaultTimeout),
        ], make: { .unit($0.name, timeout: $0.timeout) },
        values: { if case .unit(let name, let timeout) = $0 { (name, timeout) } else { nil } })),
    Kind(
      name: "scene",
      schema: [
        "anyOf": .array([
          ["enum": .array(SceneCatalog.names.map(JSONValue.string))], ["type": "string", "pattern": "\\.json$"],
        ]),
        "title": "name of a built-in scene, or a .json file",
      ],
      example: "menu.json",
      help:
        "Shows another page.",
      variant: JSONVariant(
        "", [JSONField("scene", \.self, .scene)], make: Action.scene,
        values: { if case .scene(let scene) = $0 { scene } else { nil } })),
    Kind(
      name: "turn", schema: ["enum": .array((1...6).map { .number(Double($0)) })],
      example: .integer(2),
      help:
        "Turns a face of the cube to the viewer: from the front if view in kiosk.json(5) shows one so, otherwise "
        + "slightly from above and the side.",
      variant: JSONVariant(
        1, [JSONField("turn", \.self, .integer(1...6))], make: Action.turn,
        values: { if case .turn(let face) = $0 { face } else { nil } })),
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
        "Sets values with initial or from. Of several texts, each press sets the one after the current one.",
      variant: JSONVariant(
        [:], [JSONField("set", \.self, .changes)], make: Action.set,
        values: { if case .set(let changes) = $0 { changes } else { nil } })),
    Kind(
      name: "append", schema: lineSchema, example: ["log": "{now}: emptied"],
      help:
        "Adds a line at the end of values with initial and lines. Of too many, the first one goes.",
      variant: JSONVariant(
        [:], [JSONField("append", \.self, .lines)], make: Action.append,
        values: { if case .append(let lines) = $0 { lines } else { nil } })),
    Kind(
      name: "remove", schema: lineSchema, example: ["notes": "{line}"],
      help: "Removes the first line with this text from such values.",
      variant: JSONVariant(
        [:], [JSONField("remove", \.self, .lines)], make: Action.remove,
        values: { if case .remove(let lines) = $0 { lines } else { nil } })),
    Kind(
      name: "call",
      extras: [
        "target": callText("The object of the call.", title: "text", example: "scene.movie"),
        "data": [
          "type": .string("object"), "title": "object",
          "description": "Further members of the call.",
          "examples": .array([["transition": .number(2)]]),
        ],
        "payload": callText("A text for the adapter, such as a message.", title: "text", example: "TOGGLE"),
      ],
      schema: ["type": .string("string"), "pattern": .string("^[a-z0-9-]+:."), "title": "PREFIX:WORD"],
      example: "ha:scene.turn_on",
      help:
        "Calls an adapter, in the words of its page, such as cube-kiosk-homeassistant(8). The button shows its answer, or "
        + "after ten seconds that the outcome is unknown. Without the adapter, it fails at once.",
      variant: JSONVariant(
        Call(AdapterAddress(prefix: "", name: "")),
        [
          JSONField("call", \.address, .adapterAddress), .optional("target", \.target, .callText),
          .optional("data", \.data, .callData), .optional("payload", \.payload, .callText),
        ], make: Action.call, values: { if case .call(let call) = $0 { call } else { nil } })),
    Kind(
      name: "message", schema: ["$ref": "#/$defs/message"],
      example: ["title": "Thank you", "seconds": .number(5)],
      help: "Shows a message over any page, see MESSAGES.",
      variant: JSONVariant(
        Message(title: LiveText()), [JSONField("message", \.self, .message)], make: Action.message,
        values: { if case .message(let message) = $0 { message } else { nil } })),
    Kind(
      name: "sound",
      schema: ["type": .string("string"), "title": .string("name of a sound, or a file")],
      example: "bell",
      help:
        "Plays a sound of the freedesktop sound theme, or a file, whose path has a dot or a slash; the sound before ends. "
        + "Needs cube-kiosk-audio(8). A dark panel is silent. volume in kiosk.json(5) sets the volume.",
      variant: JSONVariant(
        "", [JSONField("sound", \.self, .sound)], make: Action.sound,
        values: { if case .sound(let sound) = $0 { sound } else { nil } })),
  ]

  private static let lineSchema: [String: JSONValue] = [
    "type": .string("object"), "minProperties": .integer(1), "title": "object with texts",
    "additionalProperties": .object([
      "anyOf": .array([
        .object(["type": .string("string")]), .object(["type": .string("number")]),
        .object(["type": .string("boolean")]),
      ])
    ]),
  ]

  private static func callText(_ help: String, title: String, example: String) -> [String: JSONValue] {
    [
      "type": .string("string"), "maxLength": .integer(Call.maximumLength), "title": .string(title),
      "description": .string(help), "examples": .array([.string(example)]),
    ]
  }

  private static func timeout(_ help: String) -> [String: JSONValue] {
    [
      "type": .string("number"), "minimum": .number(0.001), "maximum": .number(86400), "default": .number(30),
      "description": .string(help), "examples": .array([.number(5)]),
    ]
  }
}

extension Action.Kind {
  /// Creates a kind that is a word.
  fileprivate init(_ action: Action, _ help: String) {
    self.init(name: action.name, help: help, action: action)
  }
}
