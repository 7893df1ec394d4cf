/// The eye of a secure field, which shows the text while it is held.
extension TextField {
  /// The time for which the field says how to use the eye, in seconds.
  private static var eyeHintTime: Double { 2.5 }

  final func eyeIsPressed(_ isPressed: Bool) {
    let now = window?.now ?? 0
    endEyeHint()
    if isPressed {
      eyePressTime = now
    } else if isRevealed, now < eyePressTime.adding(seconds: LongPressGestureRecognizer.minimumDuration) {
      eyeHintTimer = window?.after(seconds: Self.eyeHintTime) { [weak self] in self?.endEyeHint() }
      setNeedsDisplay()
    }
    isRevealed = isPressed
  }

  final func endEyeHint() {
    guard let eyeHintTimer else { return }
    eyeHintTimer.cancel()
    self.eyeHintTimer = nil
    setNeedsDisplay()
  }
}
