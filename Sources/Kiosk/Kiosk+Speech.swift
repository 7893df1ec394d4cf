import Chrome
import Configuration
import Control
import PanelViews

/// Explore by touch. The texts are events of the control socket, from which cube-kiosk-audio speaks them.
extension Kiosk {
  /// Starts or ends explore by touch, and wakes the panel to start it.
  package func setSpeech(isOn: Bool) { setSpeech(isOn: isOn, usesKeys: false) }

  /// - Parameter usesKeys: true to introduce the keys instead of the gestures.
  package func setSpeech(isOn: Bool, usesKeys: Bool) {
    if isOn { idle.wake() }
    stage.setSpeech(isOn: isOn, usesKeys: usesKeys)
  }

  /// Applies how visitors start speech. Call it before `MaintenanceController.apply`, which may use the same corner.
  func applySpeech(_ options: Options) {
    stage.adaptationTimeout = max(options.idle.dimAfter ?? 0, options.idle.homeAfter ?? 0, Stage.inactivityTimeout)
    app.window.shouldPress = !options.speech.startsWithKeys ? nil : { [unowned self] in !startSpeech(with: $0) }
    stage.cornerHolds = [:]
    let corner = options.speech.corner == options.maintenance?.corner ? nil : options.speech.corner
    stage.speechStart = .init(hasKeys: options.speech.startsWithKeys && app.window.handlesKeys, corner: corner)
    if let corner {
      stage.cornerHolds[corner] = { [unowned self] in setSpeech(isOn: !stage.isSpeechOn) }
    }
  }

  /// Starts speech if a tactile keypad has the key. Returns false for other keys, while people type, and if speech is on
  /// already.
  private func startSpeech(with key: Key) -> Bool {
    switch key {
    case .character, .escape, .f11, .delete, .deleteForward: return false
    default:
      guard !stage.isSpeechOn, app.window.firstResponder == nil else { return false }
      setSpeech(isOn: true, usesKeys: true)
      return true
    }
  }

  func connectSpeech() {
    app.window.onUtterance = { [events] in events.send(.speech($0)) }
    stage.onSpeechChange = { [unowned self] isOn in
      app.log.notice("speech: \(isOn ? "on" : "off")")
      // The panel must not go idle during speech: the stage ends it after a timeout, which visitors can extend.
      idle.staysActive = stage.isAdapted
    }
  }
}
