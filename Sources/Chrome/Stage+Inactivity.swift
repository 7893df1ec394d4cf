import Localization
import PanelViews

/// Closes what a visitor left open, ends explore by touch, undoes the visitor's settings, and clears the focus and the
/// status line for the next visitor.
extension Stage {
  /// The time from the last touch or key until everything is closed, in seconds.
  public static let inactivityTimeout = 60.0
  /// The time to answer the question whether the visitor needs more time, in seconds: the minimum of WCAG 2.2, 2.2.1.
  static let warningTime = 20.0

  /// The time in which further touches belong to the one that answered the question, such as the second tap of a double
  /// tap, in nanoseconds.
  private static let answerDuration: UInt64 = 1_000_000_000

  /// Called for each input. Any input answers the question. Returns false for a key or a touch that answers it, which has
  /// no other effect: people who keep a sheet open don't mean to press a button.
  func receiveInput(isKey: Bool) -> Bool {
    let now = window?.now ?? 0
    let isAnswer = prompt != nil
    if isAnswer, !isKey { answerTime = now }
    restartInactivityTimer(isInput: true)
    guard !isAnswer, !isKey, let answerTime else { return !isAnswer }
    return now - answerTime >= Self.answerDuration
  }

  /// Called for each input, and after something was opened or closed.
  func restartInactivityTimer(isInput: Bool = false) {
    guard leavesTraces || isInput || inactivityTimer != nil else { return }
    let timeout = isAdapted ? adaptationTimeout : Self.inactivityTimeout
    let seconds = leavesTraces ? timeout - Self.warningTime : timeout
    if prompt == nil, let inactivityTimer, !inactivityTimer.isCancelled {
      // Each movement of a finger gets here, and allocates nothing.
      window?.postpone(inactivityTimer, seconds: seconds)
      return
    }
    stopInactivityTimer()
    inactivityTimer = window?.after(seconds: seconds) { [weak self] in
      guard let self else { return }
      leavesTraces ? askForMoreTime() : endVisit()
    }
  }

  /// True if visitors would miss what ends with a visit. They aren't asked about the rest, such as the focus.
  private var leavesTraces: Bool { isAdapted || sheet != nil || explainer.isInUse }

  private func stopInactivityTimer() {
    inactivityTimer?.cancel()
    inactivityTimer = nil
    prompt?.removeFromSuperview()
    prompt = nil
  }

  private func askForMoreTime() {
    let notice = Notice(LocalizedText.moreTime.text, theme: theme)
    prompt = notice
    addSubview(notice)
    setNeedsLayout()
    let usesKeys = window?.touchExplorer?.usesKeys == true
    window?.announce(usesKeys ? LocalizedText.moreTimeKey.text : notice.text, interrupts: true)
    inactivityTimer = window?.after(seconds: Self.warningTime) { [weak self] in self?.endVisit() }
  }

  private func endVisit() {
    setSpeech(isOn: false)
    dismissSheet()
    explainer.reset()
    window?.focus(nil)
    showHint()
    // Last, because it may change the language.
    resetVisitorSettings()
    stopInactivityTimer()
  }
}
