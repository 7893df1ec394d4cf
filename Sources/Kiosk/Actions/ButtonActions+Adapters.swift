import Control
import Localization
import Scenes

/// Calls of buttons, and changes of controls, that adapters perform.
extension ButtonActions {
  /// Returns whether an action changes a value that an adapter serves.
  func changesServedValue(_ action: Action) -> Bool {
    guard case .set(let changes) = action else { return false }
    return changes.keys.contains(where: isServed)
  }

  private func isServed(_ name: String) -> Bool { sources.definitions[name]?.adapterAddress != nil }

  /// Performs an action `set`, or a control's change, with values that adapters serve. A control shows its change until the
  /// adapter has applied it, or can't.
  func send(_ changes: [String: [String]], for id: Identity, _ press: Press) throws(Refusal) {
    if let pending = pendingTexts[id] { setPendingText((pending.text, press.count), of: id) }
    let isPrivate = changes.keys.contains { isServed($0) && sources.values.isPrivate($0) }
    try request(for: id, press, hidesReason: isPrivate) { ended throws(Refusal) in
      // A control's text is set as it is: braces in a typed text name no values.
      let pending = pendingTexts[id].flatMap { $0.press == press.count ? $0.text : nil }
      var texts: [(name: String, raw: String)] = []
      if let pending {
        texts = changes.keys.map { ($0, pending) }
      } else {
        texts = try sources.texts(of: changes, line: id.line)
      }
      let served = texts.filter { isServed($0.name) }
      for (name, text) in served { try adapters.checkChange(of: name, to: text) }
      try sources.set(texts.filter { !isServed($0.name) })
      var (openCount, result) = (served.count, AdapterOutcome.succeeded)
      for (name, text) in served {
        try adapters.set(name, to: text) { outcome in
          openCount -= 1
          if result == .succeeded { result = outcome }
          if openCount == 0 { ended(result) }
        } settled: { [unowned self] in
          // Another change may be pending by now.
          if pendingTexts[id]?.press == press.count { setPendingText(nil, of: id) }
        }
      }
    }
  }

  /// Sends a request to an adapter, and shows its outcome.
  ///
  /// - Parameter hidesReason: true to keep the adapter's reason from the journal and events, because it may repeat a private
  ///   text.
  func request(
    for id: Identity, _ press: Press, hidesReason: Bool = false,
    send: (@escaping (AdapterOutcome) -> Void) throws(Refusal) -> Void
  ) throws(Refusal) {
    show(.running, on: id)
    do throws(Refusal) {
      try send { [unowned self] outcome in
        switch outcome {
        case .succeeded: actionEnded(press, id, status: 0, "ok")
        case .failed(let reason):
          let result = hidesReason ? "failed" : "failed: \(reason)"
          actionEnded(
            press, id, status: 1, showing: .refused(reason), reason: hidesReason ? nil : reason, result)
        case .unknown(let reason):
          let status = CommandRun.timedOutStatus
          actionEnded(press, id, status: status, showing: .outcomeUnknown, reason: reason, "unknown: \(reason)")
        }
      }
    } catch {
      let reason = "\(error)"
      let text = error.kind == .noAdapter ? LocalizedText.noAdapter.text : reason
      actionEnded(
        press, id, status: CommandRun.refusedStatus, showing: .refused(text), reason: reason, "refused: \(reason)")
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
