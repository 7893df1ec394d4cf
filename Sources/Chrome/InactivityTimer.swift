import PanelViews

/// Calls an action once after a time without activity.
final class InactivityTimer {
  private let seconds: Double
  private let action: () -> Void
  private var timer: Timer?

  init(seconds: Double, action: @escaping () -> Void) { (self.seconds, self.action) = (seconds, action) }

  func restart(in window: Window?) {
    stop()
    timer = window?.after(seconds: seconds) { [weak self] in self?.action() }
  }

  func stop() { timer?.cancel() }
}
