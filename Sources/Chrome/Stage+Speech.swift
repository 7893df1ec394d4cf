import Localization
import PanelViews
import Scenes

/// Explore by touch.
extension Stage {
  public var isSpeechOn: Bool { window?.touchExplorer != nil }

  /// Starts or ends explore by touch, in the current language. It ends after `speechTimeout`, too. The last text says
  /// that it ended.
  public func setSpeech(isOn: Bool) {
    guard let window, isOn != isSpeechOn else { return }
    window.touchExplorer = isOn ? TouchExplorer(texts: .localized) : nil
    if !isOn { window.onUtterance?(Utterance(LocalizedText.speechOff.text, language: Language.current.code)) }
    restartInactivityTimer()
    onSpeechChange?(isOn)
  }
}
