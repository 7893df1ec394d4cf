/// One thing that clients of the control socket, `ctl` among them, ask of the panel or tell it.
///
/// Its row here, and what it asks of a `Controllable`, is all that `ctl`, the server, the completions and the manual know
/// of it.
struct ControlCommand: Sendable {
  /// A word or number behind the command's name.
  struct Operand: Sendable {
    /// In capitals, for people.
    let name: String
    /// The request's member; `nil` for what is the client's own, such as a file to write.
    var key: String?
    /// The number that is expected, in words; `nil` for text.
    var number: String?
    /// The words of which any number may be said, in an array, or none; empty where it is one word, and needed.
    var choices: [String] = []

    /// For people: the request's member.
    var expected: String {
      choices.isEmpty ? number ?? "a string" : "an array of \(choices.alternatives); may be left out"
    }
  }

  let name: String
  var operands: [Operand] = []
  /// The request's member that has the operands in pairs, a name and a text each; `nil` for operands that come once.
  var pairs: String?
  /// A line for the manual.
  let help: String
  /// `ctl`'s, for the whole conversation, in seconds: a panel that takes longer hangs.
  var patience = 10
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
      help:
        "Writes the picture as it is to a PNG file, or to standard output for -. The answer says how many bytes of "
        + "it follow; while one is encoded, another is refused.",
      // A picture of 3840×2160 takes 2 s to encode on one core of a server, and ten times as long on a board that is busy.
      patience: 60
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
    ControlCommand(
      name: "set", operands: [Operand(name: "NAME"), Operand(name: "VALUE")], pairs: "values",
      help: "Sets values of the configuration that are there to be set, several at once: all of them, or none."
    ) { panel, request, answer in
      try panel.set(try request.pairs("values"))
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
    ControlCommand(
      name: "watch", operands: [Operand(name: "EVENT", key: "events", choices: Event.Kind.allCases.map(\.rawValue))],
      help:
        "Tells events as they happen, a line each as in EVENTS, those of the kinds that are named, or all but touch; "
        + "until one of both ends. Lines that the client sends after it aren't read."
    ) { panel, request, answer in
      let kinds = try request.choices("events").compactMap(Event.Kind.init)
      answer(.events(panel.watch(kinds.isEmpty ? Set(Event.Kind.watched) : Set(kinds))))
    },
  ]

  /// As one writes it: `press FACE BUTTON`.
  var usage: String {
    ([name] + operands.map { $0.choices.isEmpty ? $0.name : "[\($0.name)…]" }).joined(separator: " ")
      + (pairs == nil ? "" : " …")
  }
}

/// The requests that the control socket's clients may make of the running program.
///
/// A refusal is thrown; the client is given the error's description.
protocol Controllable: AnyObject {
  /// Brings what moves up to now: what is told begins there.
  func advance()
  var status: PanelStatus { get }
  /// Makes a PNG's bytes of the picture as it is, and hands them over from the loop.
  func screenshot(_ completion: @escaping (Result<[UInt8], any Error>) -> Void) throws
  func press(face: Int, button name: String) throws(Refusal)
  func set(_ values: [(name: String, raw: String)]) throws(Refusal)
  func show(scene name: String) throws(Refusal)
  func reloadConfiguration() throws(Refusal)
  func wake()
  func sleep()
  /// Events from now on, for one who takes them.
  func watch(_ kinds: Set<Event.Kind>) -> EventQueue
}
