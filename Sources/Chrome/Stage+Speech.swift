import Localization
import PanelViews
import Scenes

/// Explore by touch.
extension Stage {
  public var isSpeechOn: Bool { window?.touchExplorer != nil }

  /// The ways to start speech that visitors have.
  public struct SpeechStart: Equatable, Sendable {
    public var hasKeys: Bool
    /// The corner to hold.
    public var corner: Corner?

    public init(hasKeys: Bool = false, corner: Corner? = nil) { (self.hasKeys, self.corner) = (hasKeys, corner) }
  }

  /// Starts or ends explore by touch, in the current language. The first spoken text has the scene's title, the last
  /// one says that speech is off. Explore by touch also ends `adaptationTimeout` after the last input.
  ///
  /// - Parameter usesKeys: true to introduce the keys instead of the gestures.
  public func setSpeech(isOn: Bool, usesKeys: Bool = false) {
    guard let window, isOn != isSpeechOn else { return }
    // A scene file without a name has no title.
    let title = scene.title == SceneDescription().name ? "" : scene.title
    let endText = speechOffText
    let explorer = isOn ? TouchExplorer(title: title, usesKeys: usesKeys) : nil
    explorer?.holdTime = Self.holdTime
    explorer?.holdAction = { [unowned self] in sheet == nil ? cornerHoldAction(at: $0) : nil }
    window.touchExplorer = explorer
    if !isOn { window.onUtterance?(Utterance(endText, language: Language.current.code)) }
    restartInactivityTimer()
    onSpeechChange?(isOn)
  }

  /// Says that speech is off, and how it starts again: as the person used the panel, if that is possible.
  private var speechOffText: String {
    let usesKeys = speechStart.hasKeys && (speechStart.corner == nil || window?.touchExplorer?.usesKeys == true)
    if usesKeys { return LocalizedText.speechOffKey.text }
    return speechStart.corner.map { LocalizedText.speechOffCorner.text([.name: $0.title.text]) }
      ?? LocalizedText.speechOff.text
  }
}

extension Stage.Corner {
  fileprivate var title: LocalizedText {
    switch self {
    case .topLeft: .cornerTopLeft
    case .topRight: .cornerTopRight
    case .bottomLeft: .cornerBottomLeft
    case .bottomRight: .cornerBottomRight
    }
  }
}
