import Localization
import PanelViews

/// Closes what a visitor left open, ends speech and undoes the visitor's settings, so that the next one finds the scene.
extension Stage {
  /// In seconds, from the last touch or key to the end.
  public static let inactivityTimeout = 60.0
  /// The least time to answer the question, in seconds (WCAG 2.2, 2.2.1).
  static let warningTime = 20.0

  /// Called for each input, and after something was opened or closed. Any input answers the question.
  func restartInactivityTimer() {
    inactivityTimer?.cancel()
    inactivityTimer = nil
    prompt?.removeFromSuperview()
    prompt = nil
    guard isAdapted || sheet != nil || explainer.isInUse else { return }
    let timeout = isAdapted ? speechTimeout : Self.inactivityTimeout
    inactivityTimer = window?.after(seconds: timeout - Self.warningTime) { [weak self] in
      self?.askForMoreTime()
    }
  }

  private func askForMoreTime() {
    let notice = Notice(LocalizedText.moreTime.text, theme: theme)
    prompt = notice
    addSubview(notice)
    setNeedsLayout()
    let usesKeys = window?.touchExplorer?.usesKeys == true
    window?.announce(usesKeys ? LocalizedText.moreTimeKey.text : notice.text)
    inactivityTimer = window?.after(seconds: Self.warningTime) { [weak self] in self?.endUse() }
  }

  private func endUse() {
    setSpeech(isOn: false)
    dismissSheet()
    explainer.reset()
    resetVisitorSettings()
    restartInactivityTimer()
  }
}
