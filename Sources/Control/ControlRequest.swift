import Configuration

/// A request on the control socket.
struct ControlRequest {
  let command: ControlCommand
  private let members: JSONMembers

  init(_ line: String) throws(Refusal) {
    guard case .object(let members)? = try? JSONValue.read(Array(line.utf8), name: "request"),
      case .string(let name)? = members["command"]
    else { throw Refusal("expected an object with a command") }
    guard let command = ControlCommand(rawValue: name) else {
      throw Refusal("unknown command '\(name)'; expected \(ControlCommand.allCases.map(\.rawValue).alternatives)")
    }
    (self.command, self.members) = (command, members)
  }

  func number(_ key: String) throws(Refusal) -> Int {
    guard case .number(let number)? = members[key], let whole = Int(exactly: number) else {
      throw Refusal("\(command.rawValue): \(key): expected a whole number")
    }
    return whole
  }

  func text(_ key: String) throws(Refusal) -> String {
    guard case .string(let text)? = members[key] else {
      throw Refusal("\(command.rawValue): \(key): expected a string")
    }
    return text
  }

  /// Returns the members of an object as texts.
  func pairs(_ key: String) throws(Refusal) -> [(name: String, raw: String)] {
    guard case .object(let members)? = members[key], !members.all.isEmpty else {
      throw Refusal("\(command.rawValue): \(key): expected an object with names and texts")
    }
    var pairs: [(name: String, raw: String)] = []
    for (name, value) in members.all {
      switch value {
      case .string(let text): pairs.append((name, text))
      case .number(let number): pairs.append((name, JSONValue.shortest(number).line))
      case .bool(let bool): pairs.append((name, "\(bool)"))
      default: throw Refusal("\(command.rawValue): \(key).\(name): expected a string, a number, true or false")
      }
    }
    return pairs
  }

  /// Returns the words of an operand with choices; empty if the member is omitted.
  package func choices(_ key: String) throws(Refusal) -> [String] {
    let choices = command.operands.first { $0.key == key }?.choices ?? []
    switch members[key] {
    case nil: return []
    case .array(let values)?:
      return try values.map { value throws(Refusal) in
        guard case .string(let word) = value, choices.contains(word) else {
          throw Refusal("\(command.rawValue): \(key): found \(value.found); expected \(choices.alternatives)")
        }
        return word
      }
    case let other?: throw Refusal("\(command.rawValue): \(key): found \(other.found); expected an array")
    }
  }
}
