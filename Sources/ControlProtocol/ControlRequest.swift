import JSON

/// A request to the panel.
///
/// Its line is an object with a member that is named as the command, such as `{"press": "home/open"}`, or with a member
/// `command`; or the words that follow `ctl`.
package enum ControlRequest: Equatable {
  case status, list, screenshot, reload, wake, sleep
  /// The name of a value, or the address of a control.
  case get(String)
  /// - line: the line of the row with the button; `nil` outside of lists.
  case press(address: String, line: String?)
  /// The form before 0.4: the number of a face and the button's name.
  case pressOnFace(Int, button: String)
  /// - line: the line of the row with the only control; `nil` outside of lists.
  case set([Assignment], line: String?)
  /// Adds a line at the end of each value.
  case append([Assignment])
  /// Removes the first line with this text from each value.
  case remove([Assignment])
  case scene(String)
  case speech(SpeechState)
  /// - json: the message, as the line of an object.
  case message(json: String)
  /// The id of a message.
  case dismiss(String)
  /// Kinds of events; empty for `EventKind.watchedByDefault`.
  case watch([EventKind])
  /// The first line of a client that names the version of the protocol, 1.
  case hello
  /// Serves the values, calls and controls whose names begin with a prefix.
  case serve(prefix: String)

  /// A value or a control, and the text to set it to.
  package struct Assignment: Equatable {
    package let name, text: String

    package init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
  }

  /// The version of the protocol.
  package static let version = 1
  /// The prefix of the program that speaks and makes sounds.
  package static let audioPrefix = "audio"

  /// The members that name a request.
  package static let names = ControlCommand.allCases.map(\.rawValue) + ["hello", "serve"]

  /// The member that names the request.
  package var name: String {
    switch self {
    case .hello: "hello"
    case .serve: "serve"
    default: command?.rawValue ?? ""
    }
  }

  /// The command of `ctl`; `nil` if it has none.
  package var command: ControlCommand? {
    switch self {
    case .status: .status
    case .list: .list
    case .get: .get
    case .screenshot: .screenshot
    case .reload: .reload
    case .wake: .wake
    case .sleep: .sleep
    case .press, .pressOnFace: .press
    case .set: .set
    case .append: .append
    case .remove: .remove
    case .scene: .scene
    case .speech: .speech
    case .message: .message
    case .dismiss: .dismiss
    case .watch: .watch
    case .hello, .serve: nil
    }
  }
}

// MARK: Writing

extension ControlRequest {
  package var json: JSONValue {
    let command: [JSONMembers.Member] = command.map { [("command", .string($0.rawValue))] } ?? []
    return .object(JSONMembers(command + operands))
  }

  /// The line, including the newline.
  package var line: String { json.singleLine + "\n" }

  private var operands: [JSONMembers.Member] {
    switch self {
    case .status, .list, .screenshot, .reload, .wake, .sleep, .watch([]): []
    case .press(let address, let line): [("press", .string(address))] + Self.member(line: line)
    case .pressOnFace(let face, let button): [("face", .integer(face)), ("button", .string(button))]
    case .set(let values, let line): [Self.member(values)] + Self.member(line: line)
    case .append(let lines), .remove(let lines): [Self.member(lines)]
    case .get(let name): [("get", .string(name))]
    case .scene(let name): [("scene", .string(name))]
    case .speech(let state): [("state", .string(state.rawValue))]
    case .message(let json): [("message", (try? JSONValue.read(Array(json.utf8), name: "message")) ?? .null)]
    case .dismiss(let id): [("dismiss", .string(id))]
    case .watch(let kinds): [("events", .array(kinds.map { .string($0.rawValue) }))]
    case .hello: [("hello", ["version": .integer(Self.version)])]
    case .serve(let prefix): [("serve", .string(prefix))]
    }
  }

  private static func member(_ values: [Assignment]) -> JSONMembers.Member {
    ("values", .object(JSONMembers(values.map { ($0.name, .string($0.text)) })))
  }

  private static func member(line: String?) -> [JSONMembers.Member] { line.map { [("line", .string($0))] } ?? [] }
}

// MARK: Reading

extension ControlRequest {
  /// Reads an object.
  ///
  /// - Parameters:
  ///   - object: The object of a line.
  ///   - role: Of the client. An error names only requests that it may send.
  /// - Throws: a `Diagnostic` that says what is expected.
  package init(_ object: JSONObject, from role: ControlRole = .control) throws(Diagnostic) {
    guard let command = try Self.command(of: object, role) else {
      if let serve = object["serve"] {
        self = .serve(prefix: try Self.prefix(serve))
      } else {
        _ = try object.required("hello").object().required("version").integer(Self.version...Self.version)
        self = .hello
      }
      return
    }
    // A member that is named as the command has its first operand.
    func operand(_ key: String) throws(Diagnostic) -> LocatedJSON {
      try object["command"] == nil ? object.required(command.rawValue) : object.required(key)
    }
    switch command {
    case .status: self = .status
    case .list: self = .list
    case .get: self = .get(try object.required("get").string())
    case .screenshot: self = .screenshot
    case .reload: self = .reload
    case .wake: self = .wake
    case .sleep: self = .sleep
    case .press:
      if let face = object["face"] {
        self = .pressOnFace(try face.integer(1...6), button: try object.required("button").string())
      } else {
        self = .press(address: try object.required("press").string(), line: try object["line"]?.reading())
      }
    case .set, .append, .remove:
      let values = try operand("values").object()
      let line = command == .set ? try object["line"]?.reading() : nil
      guard !values.members.keys.isEmpty else { throw values.json.diagnostic(expected: "names and texts") }
      guard line == nil || values.members.keys.count == 1 else {
        throw values.json.diagnostic(expected: "one address with a line")
      }
      var assignments: [Assignment] = []
      for name in values.members.keys { assignments.append(Assignment(name, try Self.text(values.required(name)))) }
      switch command {
      case .append: self = .append(assignments)
      case .remove: self = .remove(assignments)
      default: self = .set(assignments, line: line)
      }
    case .scene: self = .scene(try object.required("scene").string())
    case .speech: self = .speech(try operand("state").choice(SpeechState.self))
    case .message:
      let message = try object.required("message")
      if case .string(let title) = message.value {
        self = .message(title: title, text: try object["text"]?.string())
      } else {
        self = .message(json: try message.object().json.value.singleLine)
      }
    case .dismiss: self = .dismiss(try object.required("dismiss").string())
    case .watch:
      var list = object[object["command"] == nil ? "watch" : "events"]
      if case .bool(true)? = list?.value { list = nil }
      var kinds: [EventKind] = []
      for kind in try list?.array() ?? [] { kinds.append(try kind.choice(EventKind.self)) }
      self = .watch(kinds)
    }
  }

  /// Reads the text that a value is set to. The panel checks its length, which depends on the value.
  private static func text(_ json: LocatedJSON) throws(Diagnostic) -> String {
    if case .string = json.value { try json.string() } else { try json.reading() }
  }

  private static func message(title: String, text: String?) -> Self {
    let text: [JSONMembers.Member] = text.map { [("text", .string($0))] } ?? []
    return .message(json: JSONValue.object(JSONMembers([("title", .string(title))] + text)).singleLine)
  }

  private static func prefix(_ json: LocatedJSON) throws(Diagnostic) -> String {
    let prefix = try json.string()
    let isValid = prefix.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || byte == UInt8(ascii: "-")
    }
    guard isValid, (1...32).contains(prefix.utf8.count) else {
      throw json.diagnostic(expected: "1 to 32 letters from a to z, digits and -")
    }
    return prefix
  }

  /// - Returns: `nil` for a request without a command.
  private static func command(of object: JSONObject, _ role: ControlRole) throws(Diagnostic) -> ControlCommand? {
    if object["command"] != nil {
      let names = ControlCommand.allCases.map(\.rawValue).filter(role.requestNames.contains)
      let json = try object.required("command")
      if let text = json.value.text, ControlCommand(rawValue: text) == nil, let nearest = text.nearest(among: names) {
        throw json.diagnostic(expected: "\(names.alternatives); did you mean \(nearest)?")
      }
      return try json.choice(ControlCommand.self)
    }
    if let name = object.members.keys.first(where: names.contains) { return ControlCommand(rawValue: name) }
    let names = role.requestNames
    let nearest = object.members.keys.lazy.compactMap { $0.nearest(among: names) }.first
    throw object.json.diagnostic(
      expected: "a member that is named \(names.alternatives)" + (nearest.map { "; did you mean \($0)?" } ?? ""))
  }

  /// Creates the request for the operands of `ctl`.
  ///
  /// - Parameter operands: operands that `ControlCommand.read` accepted.
  package init(_ command: ControlCommand, _ operands: [String]) {
    let second = operands.dropFirst().first
    var pairs: [Assignment] {
      stride(from: 0, to: operands.count - 1, by: 2).map { Assignment(operands[$0], operands[$0 + 1]) }
    }
    self =
      switch command {
      case .status: .status
      case .list: .list
      case .get: .get(operands[0])
      case .screenshot: .screenshot
      case .reload: .reload
      case .wake: .wake
      case .sleep: .sleep
      case .press:
        // The words before 0.4 were a face's number and a button's name.
        if let second, let face = Int(operands[0]) {
          .pressOnFace(face, button: second)
        } else {
          .press(address: operands[0], line: second)
        }
      case .set: .set(pairs, line: nil)
      case .append: .append(pairs)
      case .remove: .remove(pairs)
      case .scene: .scene(operands[0])
      case .speech: .speech(SpeechState(rawValue: operands[0]) ?? .on)
      case .message:
        operands[0].first == "{" ? .message(json: operands[0]) : .message(title: operands[0], text: second)
      case .dismiss: .dismiss(operands[0])
      case .watch: .watch(operands.compactMap(EventKind.init(rawValue:)))
      }
  }
}
