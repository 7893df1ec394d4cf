import Configuration

/// A request of a client: a line with a JSON object or with words, as the operands of `ctl`.
///
/// An object has a member with the command's name, such as `{"press": "home/open"}`, or a member `command`, and may have
/// an `id`, which the reply repeats.
struct ControlRequest {
  let command: ControlCommand
  /// The members that the command reads.
  let members: JSONObject

  /// - Throws: a `Diagnostic` or a `CommandFailure` that says what is expected.
  init(_ line: String) throws {
    let isWords = line.contains { !$0.isWhitespace } && line.first { !$0.isWhitespace } != "{"
    let text = isWords ? try Self.json(ofWords: line) : line
    let json = LocatedJSON(value: try JSONValue.read(Array(text.utf8), name: "request"), file: "request")
    let object = try json.object()
    if object["command"] != nil {
      command = try object.required("command").choice(ControlCommand.self)
      members = object
      return
    }
    guard let command = object.members.keys.lazy.compactMap(ControlCommand.init(rawValue:)).first else {
      throw object.json.diagnostic(
        expected: "a member that is named \(ControlCommand.allCases.map(\.rawValue).alternatives)")
    }
    self.command = command
    members = object
  }

  /// The client's name for the request, a text or a number; `nil` if it gave none.
  static func id(of line: String) -> JSONValue? {
    guard case .object(let members)? = try? JSONValue.read(Array(line.utf8), name: "request") else { return nil }
    switch members["id"] {
    case .number(let number)?: return .integerIfWhole(number)
    case .string(let text)?: return .string(text)
    default: return nil
    }
  }

  private static func json(ofWords line: String) throws -> String {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    do throws(CommandFailure) {
      let (command, operands) = try Arguments.request(words)
      return ControlClient.request(command, operands)
    } catch {
      throw Refusal("request: \(error.description.dropFirst("ctl: ".count))")
    }
  }

  /// The member with the command's operand: the one that is named as the command, or `key` if there is a `command`.
  func operand(_ key: String) throws -> LocatedJSON {
    try members["command"] == nil ? members.required(command.rawValue) : members.required(key)
  }
}
