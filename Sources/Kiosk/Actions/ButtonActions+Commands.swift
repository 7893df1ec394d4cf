import Control
import Scenes

/// Commands, and the starts of units.
extension ButtonActions {
  /// Runs a command.
  ///
  /// - Parameter unit: The unit that the command starts; `nil` for an action's own command.
  func run(
    _ command: Action.Command, unit: String? = nil, for id: Identity, _ press: Press
  ) throws(Refusal) {
    do {
      guard commandRuns.count < Self.maximumCommands else { throw Refusal("too many commands run") }
      let resolved = unit == nil ? try sources.resolve(command, line: id.line) : command
      let variables = ["CUBE_KIOSK_FACE": press.face.map { "\($0)" } ?? "", "CUBE_KIOSK_COUNT": "\(press.count)"]
      commandRuns[id] = try start(resolved, kioskVariables: variables, line: id.line) { [unowned self] in
        commandRuns[id] = nil
        guard let unit else { return actionEnded(press, id, status: $0.status, "\($0.status)") }
        let start = $0.unitStart(of: unit)
        actionEnded(press, id, status: start.status, showing: start.isKnown ? nil : .outcomeUnknown, start.text)
      }
      if problems.contains(where: { $0.missingFile == command.arguments[0] }) {
        problems.removeAll { $0.missingFile == command.arguments[0] }
      }
      show(.running, on: id)
    } catch let refusal as Refusal {
      actionEnded(press, id, status: CommandRun.refusedStatus, "refused: \(refusal)")
      throw refusal
    } catch {
      actionEnded(press, id, status: CommandRun.notFoundStatus, "\(CommandRun.notFoundStatus)")
      throw Refusal("\(error)")
    }
  }
  /// Starts a command with its input, if any, in a pipe.
  ///
  /// - Parameter line: the line of a list's row, for `{line}` in the input.
  private func start(
    _ command: Action.Command, kioskVariables: [String: String], line: RowLine?,
    finished: @escaping (CommandRun.Outcome) -> Void
  ) throws -> CommandRun {
    guard let input = command.input else {
      return try CommandRun(
        command, kioskVariables: kioskVariables, loop: app.loop, log: app.log, finished: finished)
    }
    let reader = try pipe(for: input, line: line)
    return try CommandRun(
      command, input: reader.number, hidesOutput: isPrivateInput(input, line: line), kioskVariables: kioskVariables,
      loop: app.loop, log: app.log, finished: finished)
  }
}
