import JSON

/// The commands of the control socket, which `ctl` sends.
package enum ControlCommand: String, CaseIterable, Sendable {
  case status, list, get, screenshot, press, set, append, remove, scene, message, dismiss, reload, wake, sleep,
    speech, watch

  /// A word after the command's name.
  package struct Operand: Sendable {
    /// The operand's name in the synopsis, in capitals.
    package let name: String
    /// The request's member; `nil` for operands without a member, such as a file that the client writes.
    package var key: String?
    /// The accepted words; empty to accept any.
    package var choices: [String] = []
    /// Whether any number of words is accepted, which the request has in an array. Only the last operand can be
    /// a list.
    package var isList = false
    /// Whether the operand may be left out. Only the last operand can.
    package var isOptional = false

    /// An example of the operand, for the manual.
    package var example = ""
  }

  package var operands: [Operand] {
    switch self {
    case .screenshot: [Operand(name: "FILE")]
    case .get: [Operand(name: "NAME", key: "get", example: "door")]
    case .press:
      [
        Operand(name: "ADDRESS", key: "press", example: "notes/done"),
        Operand(name: "LINE", key: "line", isOptional: true, example: "Milk"),
      ]
    case .set: [Operand(name: "NAME"), Operand(name: "VALUE")]
    case .append, .remove: [Operand(name: "NAME"), Operand(name: "TEXT")]
    case .scene: [Operand(name: "NAME", key: "scene", example: "fold")]
    case .message:
      [Operand(name: "TITLE|JSON", key: "message"), Operand(name: "TEXT", key: "text", isOptional: true)]
    case .dismiss: [Operand(name: "ID", key: "dismiss", example: "oven")]
    case .speech:
      [Operand(name: "on|off", key: "state", choices: SpeechState.allCases.map(\.rawValue), example: "on")]
    case .watch:
      [
        Operand(
          name: "EVENT", key: "events", choices: EventKind.allCases.map(\.rawValue), isList: true, example: "press")
      ]
    case .status, .list, .reload, .wake, .sleep: []
    }
  }

  /// The request's member for operands that come as pairs of name and text; `nil` if the command takes no pairs.
  package var pairsKey: String? { [.set, .append, .remove].contains(self) ? "values" : nil }

  /// True if the request changes something, so that its outcome is unknown without a reply.
  package var hasEffect: Bool { self == .press || pairsKey != nil }

  /// The description in the manual.
  package var help: String {
    switch self {
    case .status: "Prints the panel's status, see STATUS."
    case .list:
      "Prints pages, buttons, controls, lists and values, one per line, with tabs between the columns: the address, the kind, "
        + "the state, then stale or disabled, and the reason."
    case .get:
      "Prints the reading of a value or a control: an empty line if it has none."
    case .screenshot:
      "Writes a picture of the screen to a PNG file, or to standard output for -; one at a time."
    case .press:
      "Presses a button, without confirmation and without waking the panel; LINE is the line of the row with the button."
    case .set:
      "Sets values whose source is initial, and controls by their addresses: all, or none if the panel refuses one. A value "
        + "whose controls set numbers, such as a slider, takes the numbers that one of them can set; the kind and the "
        + "pattern of a field aren't checked."
    case .append: "Adds a line to values with lines, as the action append does."
    case .remove: "Removes the first line with this text, as the action remove does."
    case .scene:
      "Shows a built-in scene, or a page of the configuration, by its name."
    case .message:
      "Shows a message over any page: a title and a text, or an object with the keys of MESSAGES in cube-kiosk-scene(5) "
        + "except picture. Its buttons have only titles; an event says which one was pressed. At most eight messages wait."
    case .dismiss: "Removes the messages with an id, without their actions."
    case .reload: "Reads the configuration's files again; refused if one is invalid, with the reason in the journal."
    case .wake: "Wakes the panel, like a touch."
    case .sleep: "Darkens the panel until it is woken."
    case .speech:
      "Wakes the panel, and starts or ends SPEECH in cube-kiosk-panel(7)."
    case .watch:
      "Prints the EVENTS that you name, or all except touch and speech."
    }
  }

  /// An example of the request, for the manual.
  package var request: JSONValue {
    guard self != .message else { return ["message": ["id": "oven", "title": "The bread is ready"]] }
    var members: [JSONMembers.Member] = []
    if pairsKey != nil { members = [(rawValue, self == .set ? ["door": "open"] : ["notes": "Milk"])] }
    for operand in operands {
      guard let key = operand.key else { continue }
      let word = JSONValue.string(operand.example)
      members.append((members.isEmpty ? rawValue : key, operand.isList ? .array([word]) : word))
    }
    return .object(JSONMembers(members.isEmpty ? [(rawValue, true as JSONValue)] : members))
  }

  /// The client's timeout for the whole exchange, in seconds.
  package var timeout: Int {
    // Encoding 3840×2160 pixels takes 2 s on one core of a server, and ten times as long on a busy board.
    self == .screenshot ? 60 : 10
  }

  /// The synopsis, such as `press FACE BUTTON`.
  package var usage: String {
    ([rawValue] + operands.map { $0.isList ? "[\($0.name)…]" : $0.isOptional ? "[\($0.name)]" : $0.name })
      .joined(separator: " ")
      + (pairsKey == nil ? "" : " …")
  }
}

/// The operand of `ctl speech`.
package enum SpeechState: String, CaseIterable, Sendable { case on, off }
