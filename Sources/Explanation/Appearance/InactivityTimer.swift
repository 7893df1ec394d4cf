import PanelViews

/// Calls an action once after a time without activity.
package final class InactivityTimer {
  private let seconds: Double
  private let action: () -> Void
  private var timer: WindowTimer?

  package init(seconds: Double, action: @escaping () -> Void) { (self.seconds, self.action) = (seconds, action) }

  package func restart(in window: Window?) {
    stop()
    timer = window?.after(seconds: seconds) { [weak self] in self?.action() }
  }

  package func stop() { timer?.cancel() }
}
