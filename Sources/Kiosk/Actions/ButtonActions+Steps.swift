import Control
import Scenes

/// A press whose actions are performed one after the other.
struct PressRun {
  /// Whether a `result` event reports the end.
  let hasResult: Bool
  private var remaining: ArraySlice<Action>
  private let isSequence: Bool
  private var results: [String] = []
  private var current = ""

  init(_ action: Action, hasResult: Bool) {
    (remaining, self.hasResult) = (action.steps[...], hasResult)
    isSequence = remaining.count > 1
  }

  /// Returns the next action, with those after it if all of them change values at once: an empty slice at the end.
  mutating func next(changesValues: (Action) -> Bool) -> ArraySlice<Action> {
    let changes = remaining.prefix(while: changesValues)
    let next = changes.isEmpty ? remaining.prefix(1) : changes
    remaining = remaining.dropFirst(next.count)
    current = next.map(\.name).joined(separator: ", ")
    return next
  }

  var isComplete: Bool { remaining.isEmpty }

  /// Adds the result of the current actions.
  mutating func add(_ result: String) { results.append(isSequence ? "\(current): \(result)" : result) }

  /// The results for the journal.
  var result: String { results.joined(separator: "; ") }
}

/// The actions of a press.
extension ButtonActions {
  /// Performs the remaining actions of a press, up to one that takes time: `actionEnded` goes on with the others.
  func performSteps(of press: Press, _ id: Identity) throws(Refusal) {
    while let actions = runs[id]?.next(changesValues: { $0.changesValues && !changesServedValue($0) }),
      let action = actions.first
    {
      do throws(Refusal) {
        guard let result = try perform(action, actions, of: press, id) else { return }
        runs[id]?.add(result)
      } catch {
        // An action that takes time has ended the press itself.
        if let run = endRun(of: id, "refused: \(error)") {
          if run.hasResult {
            pressEnded(press, id, status: CommandRun.refusedStatus, run.result)
          } else {
            record(press, run.result)
          }
        }
        throw error
      }
    }
    guard let run = endRun(of: id) else { return }
    if run.hasResult { pressEnded(press, id, status: 0, run.result) } else { record(press, run.result) }
  }

  /// Ends an action that takes time. If it has succeeded, the press goes on with its next one; otherwise the press ends.
  ///
  /// - Parameters:
  ///   - status: the exit status.
  ///   - phase: what the button shows; `nil` to show the exit status.
  ///   - reason: why an adapter's request failed, for clients.
  ///   - result: the text for the journal.
  func actionEnded(
    _ press: Press, _ id: Identity, status: Int, showing phase: ActionButton.Phase? = nil, reason: String? = nil,
    _ result: String
  ) {
    guard status == 0, let run = runs[id], !run.isComplete else {
      let run = endRun(of: id, result)
      return pressEnded(press, id, status: status, showing: phase, reason: reason, run?.result ?? result)
    }
    runs[id]?.add(result)
    // A refusal is recorded, and the button shows it.
    try? performSteps(of: press, id)
    onChange?()
  }

  private func endRun(of id: Identity, _ lastResult: String? = nil) -> PressRun? {
    var run = runs.removeValue(forKey: id)
    if let lastResult { run?.add(lastResult) }
    return run
  }

  /// Performs an action.
  ///
  /// - Parameters:
  ///   - changes: the action and those after it that are performed in the same step, because all of them change values.
  /// - Returns: the result for the journal; `nil` for an action that takes time, which ends with `actionEnded`.
  private func perform(
    _ action: Action, _ changes: ArraySlice<Action>, of press: Press, _ id: Identity
  ) throws(Refusal) -> String? {
    switch action {
    case .light:
      store.update { $0.isLightOn.toggle() }
      showLight()
      return store.state.isLightOn ? "on" : "off"
    case .press, .none, .sequence: return "none"
    case .turn(let face):
      cube.turn(toFace: face)
      return "\(face)"
    case .scene(let name):
      if let scene = stage.makeScene?(name) { stage.show(scene) }
      return name
    case .fold:
      if !(stage.scene is FoldScene), let scene = stage.makeScene?(FoldScene.name) { stage.show(scene) }
      (stage.scene as? FoldScene)?.toggle()
      return "toggled"
    case .message(let message):
      try showMessage?(message, id.line)
      return "shown"
    case .sound(let sound):
      playSound?(sound)
      return sound
    case .set(let changes) where changesServedValue(action): try send(changes, for: id, press)
    case .set, .append, .remove:
      let result = try sources.change(changes, line: id.line)
      stage.scene.resetEntries(of: changes.reduce(into: []) { $0.formUnion($1.changedNames) })
      return result
    case .call(let call):
      try request(for: id, press) { ended throws(Refusal) in try adapters.call(call, line: id.line, ended: ended) }
    case .command(let command): try run(command, for: id, press)
    case .unit(let unit, let timeout): try run(.starting(unit, timeout: timeout), unit: unit, for: id, press)
    }
    return nil
  }
}

extension Action {
  /// Whether a `result` event reports the end of the action.
  var takesTime: Bool {
    switch self {
    case .command, .unit, .call: true
    default: false
    }
  }

  fileprivate var changesValues: Bool {
    switch self {
    case .set, .append, .remove: true
    default: false
    }
  }
}
