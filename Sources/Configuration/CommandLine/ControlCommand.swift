/// The commands of the control socket, which `ctl` sends.
package enum ControlCommand: String, CaseIterable, Sendable {
  case status, screenshot, press, set, scene, reload, wake, sleep, watch

  /// A word or number after the command's name.
  package struct Operand: Sendable {
    /// The operand's name in the synopsis, in capitals.
    package let name: String
    /// The request's member; `nil` for operands without a member, such as a file that the client writes.
    package var key: String?
    /// The description of the expected number; `nil` if the operand is text.
    package var number: String?
    /// The accepted words. The request has any number of them in an array. Empty for an operand that is a single word.
    package var choices: [String] = []

    /// The description of the request's member, for the manual.
    package var expected: String {
      choices.isEmpty ? number ?? "a string" : "an array of \(choices.alternatives); may be left out"
    }
  }

  package var operands: [Operand] {
    switch self {
    case .screenshot: [Operand(name: "FILE")]
    case .press:
      [Operand(name: "FACE", key: "face", number: "a face's number"), Operand(name: "BUTTON", key: "button")]
    case .set: [Operand(name: "NAME"), Operand(name: "VALUE")]
    case .scene: [Operand(name: "NAME", key: "scene")]
    case .watch: [Operand(name: "EVENT", key: "events", choices: EventKind.allCases.map(\.rawValue))]
    case .status, .reload, .wake, .sleep: []
    }
  }

  /// The request's member for operands that come as pairs of name and text; `nil` if the command takes no pairs.
  package var pairs: String? { self == .set ? "values" : nil }

  /// The description in the manual.
  package var help: String {
    switch self {
    case .status: "Tells how the panel is."
    case .screenshot:
      "Writes the picture as it is to a PNG file, or to standard output for -. The answer says how many bytes of "
        + "it follow; while one is encoded, another is refused."
    case .press: "Presses a button of the cube; answered once its count is on the disk."
    case .set: "Sets values of the configuration that are there to be set, several at once: all of them, or none."
    case .scene: "Shows a scene."
    case .reload: "Reads the configuration again."
    case .wake: "Wakes the panel, as a touch does."
    case .sleep: "Makes the panel dark until it is woken."
    case .watch:
      "Tells events as they happen, a line each as in EVENTS, those of the kinds that are named, or all but touch; "
        + "until one of both ends. Lines that the client sends after it aren't read."
    }
  }

  /// The client's timeout for the whole exchange, in seconds.
  package var timeout: Int {
    // Encoding 3840×2160 pixels takes 2 s on one core of a server, and ten times as long on a busy board.
    self == .screenshot ? 60 : 10
  }

  /// The synopsis, such as `press FACE BUTTON`.
  package var usage: String {
    ([rawValue] + operands.map { $0.choices.isEmpty ? $0.name : "[\($0.name)…]" }).joined(separator: " ")
      + (pairs == nil ? "" : " …")
  }
}

/// The kinds of events. The raw values are their names in `ctl watch` and `--events`.
package enum EventKind: String, CaseIterable, Sendable {
  case status, ready, touch, press, result, value, idle, scene
  case touchFix = "touch-fix"
}
