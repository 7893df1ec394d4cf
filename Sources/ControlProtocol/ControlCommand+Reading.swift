import JSON

extension ControlCommand {
  /// Reads the words of a command line or of a socket's line: a command and its operands.
  ///
  /// - Parameters:
  ///   - words: The command and its operands.
  ///   - role: Of the client. An error names only commands that it may send.
  /// - Throws: a `Refusal` that says what is expected.
  package static func read(
    _ words: [String], from role: ControlRole = .control
  ) throws(Refusal) -> (ControlCommand, operands: [String]) {
    guard let word = words.first, let command = ControlCommand(rawValue: word) else {
      let names = ControlCommand.allCases.map(\.rawValue).filter(role.requestNames.contains)
      let nearest = words.first?.nearest(among: names).map { "; did you mean \($0)?" } ?? ""
      throw Refusal("\(words.first.map { "'\($0)'" } ?? "nothing"); expected \(names.alternatives)\(nearest)")
    }
    let texts = Array(words.dropFirst())
    if command.pairsKey != nil {
      guard !texts.isEmpty, texts.count.isMultiple(of: 2) else { throw Refusal("expected \(command.usage)") }
      let names = stride(from: 0, to: texts.count, by: 2).map { texts[$0] }
      if let duplicate = names.first(where: { name in names.count { $0 == name } > 1 }) {
        throw Refusal("\(word) '\(duplicate)' twice; expected each once")
      }
      return (command, texts)
    }
    let operands = command.operands
    let isList = operands.last?.isList == true
    let least = operands.count { !$0.isList && !$0.isOptional }
    guard texts.count >= least, isList || texts.count <= operands.count else {
      throw Refusal("expected \(command.usage)")
    }
    if command == .message, let text = texts.first, text.first == "{" {
      guard texts.count == 1 else { throw Refusal("\(word) with an object and a text; expected one of them") }
      do throws(Diagnostic) { _ = try JSONValue.read(Array(text.utf8), name: word) } catch {
        throw Refusal("\(error)")
      }
    }
    for (index, text) in texts.enumerated() {
      let operand = operands[min(index, operands.count - 1)]
      if !operand.choices.isEmpty, !operand.choices.contains(text) {
        throw Refusal("\(word) '\(text)'; expected \(operand.choices.alternatives)")
      }
    }
    return (command, texts)
  }
}
