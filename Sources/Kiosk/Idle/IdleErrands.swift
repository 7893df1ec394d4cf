import Configuration
import Events
import PanelKit
import Scenes

/// Runs the configured actions when the panel dims, turns off or wakes.
///
/// Actions run one at a time, in order, so that the effect of the last action stays. A transition that is superseded
/// while another action runs is skipped.
final class IdleErrands {
  /// The time that the running action has left once another is waiting, in nanoseconds. A user may be waiting in front
  /// of a dark panel.
  static let patience: UInt64 = 3_000_000_000

  var actions: [IdleTransition: Action] = [:]

  private let loop: EventLoop
  private let log: Log
  /// The transition that led to the current state.
  private var last: IdleTransition?
  /// The transition whose action starts when the running action has ended.
  private var due: IdleTransition?
  private var run: CommandRun?
  private var unit: UnitRun?

  init(loop: EventLoop, log: Log) { (self.loop, self.log) = (loop, log) }

  /// Runs the action for the transition to this state.
  func enter(_ state: IdleState) {
    let moment = IdleTransition(state)
    guard moment != last else { return }
    last = moment
    // A waiting action for an earlier state is superseded.
    due = actions[moment] == nil ? nil : moment
    guard due != nil else { return }
    run?.hurry(Self.patience)
    unit?.hurry(Self.patience)
    startNext()
  }

  /// The running command, if any, which has to end with the panel.
  var runs: [CommandRun] { [run].compactMap { $0 } }

  private func startNext() {
    guard run == nil, unit == nil, let moment = due, let action = actions[moment] else { return }
    due = nil
    switch action {
    case .command(let command): start(command, at: moment)
    case .unit(let unit, let timeout): start(unit, timeout, at: moment)
    default: preconditionFailure("an errand is a command or a unit")
    }
  }

  private func start(_ command: Action.Command, at moment: IdleTransition) {
    do {
      run = try CommandRun(command, telling: ["CUBE_KIOSK_IDLE": moment.word], loop: loop, log: log) {
        [unowned self] outcome in
        run = nil
        ended(moment, "status \(outcome.status)", isGood: outcome.status == 0)
      }
      log.notice("idle.\(moment.rawValue): \(command.arguments[0])")
    } catch {
      ended(moment, "\(error)", isGood: false)
    }
  }

  private func start(_ name: String, _ timeout: Double, at moment: IdleTransition) {
    do {
      unit = try UnitRun(name, timeout: timeout, loop: loop) { [unowned self] outcome in
        unit = nil
        switch outcome {
        case .done: ended(moment, "\(name) started", isGood: true)
        case .failed(let reason), .unknown(let reason): ended(moment, "\(name): \(reason)", isGood: false)
        }
      }
    } catch {
      ended(moment, "\(name): \(error)", isGood: false)
    }
  }

  private func ended(_ moment: IdleTransition, _ result: String, isGood: Bool) {
    let line = "idle.\(moment.rawValue): \(result)"
    if isGood { log.notice(line) } else { log.warning(line) }
    startNext()
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
