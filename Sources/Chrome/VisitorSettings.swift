import Localization

/// A setting that visitors may change.
public enum VisitorSetting: String, CaseIterable, Sendable {
  case speech, contrast, textSize, reach, language

  var title: LocalizedText {
    switch self {
    case .speech: .settingSpeech
    case .contrast: .settingContrast
    case .textSize: .settingTextSize
    case .reach: .settingReach
    case .language: .settingLanguage
    }
  }
}

/// The values of the settings that visitors may change. Explore by touch has its own state.
public struct VisitorSettings: Equatable, Sendable {
  public var hasHighContrast = false
  /// The factor for the sizes of texts, 1…2.
  public var textSize = 1.0
  /// True if all touch targets are in the lower part of the panel.
  public var hasLowReach = false
  public var language = Language.english

  public init() {}
}

extension Stage {
  /// True while explore by touch is on, or a visitor's settings differ from the owner's.
  public var isAdapted: Bool { isSpeechOn || visitorSettings != ownerSettings }

  /// Undoes the visitor's changes.
  public func resetVisitorSettings() {
    guard visitorSettings != ownerSettings else { return }
    visitorSettings = ownerSettings
    onVisitorSettingsChange?(visitorSettings)
  }

  /// The delay of a setting's effect, in seconds: visitors first see how the control changes.
  static let settingDelay = 0.25

  /// Changes a visitor's settings.
  func changeSettings(_ change: (inout VisitorSettings) -> Void) {
    change(&visitorSettings)
    restartInactivityTimer()
    window?.after(seconds: Self.settingDelay) { [weak self] in
      guard let self else { return }
      onVisitorSettingsChange?(visitorSettings)
    }
  }
}
