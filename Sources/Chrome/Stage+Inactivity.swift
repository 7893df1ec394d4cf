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
    if isInput { restartHomeTimer() }
    guard leavesTraces || isInput || inactivityTimer != nil else { return }
    let timeout = isAdapted ? adaptationTimeout : Self.inactivityTimeout
    if !isVisitEnding, let inactivityTimer, !inactivityTimer.isCancelled {
      // Each movement of a finger gets here, and allocates nothing.
      window?.postpone(inactivityTimer, seconds: timeout - Self.warningTime)
      return
    }
    stopInactivityTimer()
    inactivityTimer = window?.after(seconds: timeout - Self.warningTime) { [weak self] in
      guard let self else { return }
      if leavesTraces { askForMoreTime() }
      isVisitEnding = true
      inactivityTimer = window?.after(seconds: Self.warningTime) { [weak self] in self?.endVisit() }
    }
  }

  /// True if visitors would miss what ends with a visit. They aren't asked about the rest, such as the focus.
  private var leavesTraces: Bool { isAdapted || sheet != nil || explainer.isInUse || scene.hasEntry }

  private func stopInactivityTimer() {
    inactivityTimer?.cancel()
    (inactivityTimer, isVisitEnding) = (nil, false)
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
  }

  private func endVisit() {
    setSpeech(isOn: false)
    dismissSheet()
    explainer.reset()
    onVisitEnd?()
    scene.clearEntries()
    window?.focus(nil)
    showHint()
    // Last, because it may change the language.
    resetVisitorSettings()
    stopInactivityTimer()
    if isHomeDue { goHome() }
  }

  // MARK: Home

  func restartHomeTimer() {
    isHomeDue = false
    guard let homeTimeout else { return }
    if let homeTimer, !homeTimer.isCancelled {
      window?.postpone(homeTimer, seconds: homeTimeout)
      return
    }
    homeTimer = window?.after(seconds: homeTimeout) { [weak self] in
      guard let self else { return }
      isHomeDue = true
      if !leavesTraces { endVisit() }
    }
  }

  func homeTimeoutDidChange() {
    guard let homeTimer, !homeTimer.isCancelled else { return }
    if homeTimeout == nil { stopHomeTimer() } else { restartHomeTimer() }
  }

  private func goHome() {
    onHomeTimeout?()
    // Changing to the first scene has started it again.
    stopHomeTimer()
  }

  private func stopHomeTimer() {
    homeTimer?.cancel()
    (homeTimer, isHomeDue) = (nil, false)
  }
}
