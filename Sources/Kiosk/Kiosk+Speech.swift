import Chrome
import Control
import PanelViews

/// Explore by touch. The texts are events of the control socket, from which cube-kiosk-speech speaks them.
extension Kiosk {
  /// Starts or ends explore by touch, and wakes the panel to start it.
  func setSpeech(isOn: Bool) {
    if isOn { idle.wake() }
    stage.setSpeech(isOn: isOn)
  }

  func connectSpeech() {
    app.window.onUtterance = { [events] in events.send(.speech($0)) }
    // The stage ends speech after a timeout that visitors can extend, not before.
    stage.onSpeechChange = { [unowned self] isOn in
      app.log.notice("speech: \(isOn ? "on" : "off")")
      idle.staysActive = isOn
    }
  }
}
