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
      let command = unit == nil ? try sources.resolve(command, line: id.line) : command
      let variables = ["CUBE_KIOSK_FACE": press.face.map { "\($0)" } ?? "", "CUBE_KIOSK_COUNT": "\(press.count)"]
      let finished: (CommandRun.Outcome) -> Void = { [unowned self] in
        commandRuns[id] = nil
        guard let unit else { return actionEnded(press, id, status: $0.status, "\($0.status)") }
        let start = $0.unitStart(of: unit)
        actionEnded(press, id, status: start.status, showing: start.isKnown ? nil : .outcomeUnknown, start.text)
      }
      let (loop, log) = (app.loop, app.log)
      if let input = command.input {
        let reader = try pipe(for: input, line: id.line)
        commandRuns[id] = try CommandRun(
          command, input: reader.number, kioskVariables: variables, loop: loop, log: log, finished: finished)
      } else {
        commandRuns[id] = try CommandRun(
          command, kioskVariables: variables, loop: loop, log: log, finished: finished)
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
}
