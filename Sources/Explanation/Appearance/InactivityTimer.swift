import PanelViews

/// Calls an action once after a time without activity.
package final class InactivityTimer {
  private let seconds: Double
  private let action: () -> Void
  private var timer: WindowTimer?

  package init(seconds: Double, action: @escaping () -> Void) { (self.seconds, self.action) = (seconds, action) }

  package func restart(in window: Window?) { wait(seconds, in: window) }

  private func wait(_ time: Double, in window: Window?) {
    stop()
    timer = window?.after(seconds: time) { [weak self, weak window] in
      guard let self else { return }
      // Views don't receive the touches that explore the panel.
      guard let window, let lastTouch = window.touchExplorer?.lastTouchTime else { return action() }
      let rest = seconds - Double(window.now - lastTouch) / 1e9
      if rest > 0 { wait(rest, in: window) } else { action() }
    }
  }

  package func stop() { timer?.cancel() }
}
