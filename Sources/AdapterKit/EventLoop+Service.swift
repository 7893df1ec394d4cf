import CSystemd
import Glibc
import PanelEvents
import PanelSystem

extension EventLoop {
  /// Runs an adapter as a service of systemd, with its watchdog, until SIGTERM or SIGINT.
  ///
  /// - Parameters:
  ///   - start: Called before the service is ready.
  ///   - stop: Called when the service is asked to stop.
  ///   - run: Handles events until `exit`.
  /// - Returns: The exit status.
  package func runService(
    start: () -> Void, stop: @escaping () -> Void = {}, run: (EventLoop) throws(SystemError) -> Int32
  ) throws(SystemError) -> Int32 {
    var signals: [SignalSource] = []
    for signal in [SIGTERM, SIGINT] {
      signals.append(
        try addSignal(signal) { [unowned self] in
          sd_notify(0, "STOPPING=1")
          stop()
          exit(0)
        })
    }
    sd_event_set_watchdog(event, 1)
    start()
    sd_notify(0, "READY=1")
    let status = try run(self)
    // They end with the loop.
    withExtendedLifetime(signals) {}
    return status
  }
}
