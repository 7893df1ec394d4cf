import Configuration
import PanelEvents
import PanelKit
import Scenes

/// Runs the configured actions when the panel dims, turns off or wakes.
///
/// Actions run one at a time, in order: an earlier action that takes longer can't undo the effect of a later one. A
/// transition that is superseded while another action runs is skipped.
final class IdleHooks {
  /// The maximum time that the running action gets once another is waiting, in nanoseconds. A user may be waiting in
  /// front of a dark panel.
  static let timeLimitWhileAnotherWaits: UInt64 = 3_000_000_000

  var actions: [IdleTransition: Action] = [:]

  private let loop: EventLoop
  private let log: Log
  /// The transition that led to the current state.
  private var last: IdleTransition?
  /// The transition whose action starts when the running action has ended.
  private var next: IdleTransition?
  private var commandRun: CommandRun?

  init(loop: EventLoop, log: Log) { (self.loop, self.log) = (loop, log) }

  /// Runs the action for the transition to this state.
  func enter(_ state: IdleState) {
    let transition = IdleTransition(state)
    guard transition != last else { return }
    last = transition
    // A waiting action for an earlier state is superseded.
    next = actions[transition] == nil ? nil : transition
    guard next != nil else { return }
    commandRun?.shortenTimeout(to: Self.timeLimitWhileAnotherWaits)
    startNext()
  }

  /// The running command, if any. It is ended when the kiosk exits.
  var runningCommands: [CommandRun] { commandRun.map { [$0] } ?? [] }

  private func startNext() {
    guard commandRun == nil, let transition = next, let action = actions[transition] else { return }
    next = nil
    let name = "idle.\(transition.rawValue)"
    let (command, unit): (Action.Command, String?) =
      switch action {
      case .command(let command): (command, nil)
      case .unit(let unit, let timeout): (.starting(unit, timeout: timeout), unit)
      default: preconditionFailure("an idle hook is a command or a unit")
      }
    do {
      commandRun = try CommandRun(
        command, kioskVariables: ["CUBE_KIOSK_IDLE": transition.environmentValue], loop: loop, log: log
      ) { [unowned self] outcome in
        commandRun = nil
        let result = unit.map { outcome.unitStart(of: $0).text } ?? "status \(outcome.status)"
        if outcome == .exited(0) { log.notice("\(name): \(result)") } else { log.warning("\(name): \(result)") }
        startNext()
      }
      log.notice("\(name): \(unit ?? command.arguments[0])")
    } catch {
      log.warning("\(name): \(unit.map { "\($0): " } ?? "")\(error)")
      startNext()
    }
  }
}

extension IdleTransition {
  fileprivate init(_ state: IdleState) {
    switch state {
    case .dimmed: self = .dim
    case .dark: self = .dark
    // The attract animation needs a lit screen.
    case .active, .attract: self = .wake
    }
  }
}
