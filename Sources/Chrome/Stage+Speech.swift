import Localization
import PanelViews
import Scenes

/// Explore by touch.
extension Stage {
  public var isSpeechOn: Bool { window?.touchExplorer != nil }

  /// Starts or ends explore by touch, in the current language. The first spoken text has the scene's title, the last
  /// one says that speech is off. Explore by touch also ends `speechTimeout` after the last input.
  ///
  /// - Parameter usesKeys: true to introduce the keys instead of the gestures.
  public func setSpeech(isOn: Bool, usesKeys: Bool = false) {
    guard let window, isOn != isSpeechOn else { return }
    // A scene file without a name has no title.
    let title = scene.title == SceneDescription().name ? "" : scene.title
    window.touchExplorer = isOn ? TouchExplorer(texts: .localized, title: title, usesKeys: usesKeys) : nil
    if !isOn { window.onUtterance?(Utterance(LocalizedText.speechOff.text, language: Language.current.code)) }
    restartInactivityTimer()
    onSpeechChange?(isOn)
  }
}
