/// One thing that clients of the control socket, `ctl` among them, ask of the panel or tell it.
///
/// Its row here is all that `ctl`, the server, the completions and the manual know of it.
struct ControlCommand: Sendable {
  /// A word or number behind the command's name.
  struct Operand: Sendable {
    /// In capitals, for people.
    let name: String
    /// The request's member; `nil` for what is the client's own, such as a file to write.
    var key: String?
    /// The number that is expected, in words; `nil` for text.
    var number: String?
  }

  let name: String
  var operands: [Operand] = []
  /// A line for the manual.
  let help: String
  /// Does it. What is refused is thrown; what comes of it goes into the answer.
  let perform:
    @Sendable (_ panel: any Controllable, _ request: ControlRequest, _ answer: @escaping (ControlAnswer) -> Void) throws
      ->
      Void

  static let all = [
    ControlCommand(name: "status", help: "Tells how the panel is.") { panel, _, answer in
      answer(.status(panel.status))
    },
    ControlCommand(
      name: "screenshot", operands: [Operand(name: "FILE")],
      help: "Writes the picture as it is to a PNG file. The answer says how many bytes of it follow; while one is "
        + "encoded, another is refused."
    ) { panel, _, answer in
      try panel.screenshot { answer(.picture($0)) }
    },
    ControlCommand(
      name: "press",
      operands: [
        Operand(name: "FACE", key: "face", number: "a face's number"), Operand(name: "BUTTON", key: "button"),
      ], help: "Presses a button of the cube."
    ) { panel, request, answer in
      try panel.press(face: try request.number("face"), button: try request.text("button"))
      answer(.done)
    },
    ControlCommand(name: "scene", operands: [Operand(name: "NAME", key: "scene")], help: "Shows a scene.") {
      panel, request, answer in
      try panel.show(scene: try request.text("scene"))
      answer(.done)
    },
    ControlCommand(name: "reload", help: "Reads the configuration again.") { panel, _, answer in
      try panel.reloadConfiguration()
      answer(.done)
    },
    ControlCommand(name: "wake", help: "Wakes the panel, as a touch does.") { panel, _, answer in
      panel.wake()
      answer(.done)
    },
    ControlCommand(name: "sleep", help: "Makes the panel dark until it is woken.") { panel, _, answer in
      panel.sleep()
      answer(.done)
    },
  ]

  /// As one writes it: `press FACE BUTTON`.
  var usage: String { ([name] + operands.map(\.name)).joined(separator: " ") }
}

/// A client's request, as its line has it.
struct ControlRequest {
  let command: ControlCommand
  private let members: JSONMembers

  /// - Throws: `Refusal` for what isn't an object with a command that is known.
  init(_ value: JSONValue) throws(Refusal) {
    guard case .object(let members) = value, case .string(let name)? = members["command"] else {
      throw Refusal("expected an object with a command")
    }
    guard let command = ControlCommand.all.first(where: { $0.name == name }) else {
      throw Refusal("unknown command '\(name)'; expected \(ControlCommand.all.map(\.name).alternatives)")
    }
    (self.command, self.members) = (command, members)
  }

  func number(_ key: String) throws(Refusal) -> Int {
    guard case .number(let number)? = members[key], let whole = Int(exactly: number) else {
      throw Refusal("\(command.name): \(key): expected a whole number")
    }
    return whole
  }

  func text(_ key: String) throws(Refusal) -> String {
    guard case .string(let text)? = members[key] else { throw Refusal("\(command.name): \(key): expected a string") }
    return text
  }
}

/// The outcome of a request.
enum ControlAnswer {
  case done
  case status(PanelStatus)
  /// A PNG's bytes, or why there are none.
  case picture(Result<[UInt8], any Error>)
}
