import Configuration

extension Documents {
  /// All documents, including cube-kiosk(1).
  package static let complete =
    all + [
      Document(path: "Manual/cube-kiosk.1") { read in
        try replacing(
          commandLine.merging(["CONTROL": control, "EVENTS": events]) { $1 }, in: read("Manual/cube-kiosk.1"))
      }
    ]

  private static var control: String {
    let rows = ControlCommand.allCases.map { command in
      let members = command.operands.compactMap { operand in
        operand.key.map { ".br\n\\fI\($0)\\fR: \(troff(operand.expected))\n" }
      }
      let pairs = command.pairs.map { ".br\n\\fI\($0)\\fR: an object with names and texts\n" } ?? ""
      return paragraph(command.usage, command.help) + members.joined() + pairs
    }
    return rows.joined()
  }

  private static var events: String {
    let rows = EventKind.allCases.map { event in
      let members = event.members.map { ".br\n\\fI\($0.name)\\fR: \(troff($0.meaning))\n" }
      return paragraph(event.rawValue, event.help) + members.joined()
    }
    return rows.joined()
  }
}
