import Control
import Scenes

/// Calls of buttons, and changes of controls, that adapters perform.
extension ButtonActions {
  /// Returns the change of a control whose value an adapter serves; `nil` for other actions.
  func servedChange(of action: Action) -> (name: String, text: String)? {
    guard case .set(let changes) = action, let (name, texts) = changes.first, let text = texts.first,
      sources.definitions[name]?.adapterAddress != nil
    else { return nil }
    return (name, text)
  }

  /// Sends a control's change to the adapter. The control shows it until the adapter has applied it, or can't.
  func send(_ change: (name: String, text: String), for id: Identity, _ press: Press) throws(Refusal) {
    setPendingText((change.text, press.count), of: id)
    try request(for: id, press) { ended throws(Refusal) in
      try adapters.set(change.name, to: change.text, ended: ended) { [unowned self] in
        // Another change may be pending by now.
        if pendingTexts[id]?.press == press.count { setPendingText(nil, of: id) }
      }
    }
  }

  /// Sends a request to an adapter, and shows its outcome.
  func request(
    for id: Identity, _ press: Press, send: (@escaping (AdapterOutcome) -> Void) throws(Refusal) -> Void
  ) throws(Refusal) {
    show(.running, on: id)
    do throws(Refusal) {
      try send { [unowned self] outcome in
        switch outcome {
        case .succeeded: actionEnded(press, id, status: 0, "ok")
        case .failed(let reason): actionEnded(press, id, status: 1, "failed: \(reason)")
        case .unknown(let reason):
          let status = CommandRun.timedOutStatus
          actionEnded(press, id, status: status, showing: .outcomeUnknown, "unknown: \(reason)")
        }
      }
    } catch {
      actionEnded(press, id, status: CommandRun.refusedStatus, "refused: \(error)")
      throw error
    }
  }

  func identity(of control: ValueControl) -> Identity { Identity(target(of: control.button(setting: ""))) }

  /// Sets the text that the controls show instead of the value; `nil` to show the value.
  func setPendingText(_ pending: (text: String, press: Int?)?, of id: Identity) {
    guard pending != nil || pendingTexts[id] != nil else { return }
    pendingTexts[id] = pending
    for control in controls where identity(of: control) == id { control.pendingText = pending?.text }
  }
}
