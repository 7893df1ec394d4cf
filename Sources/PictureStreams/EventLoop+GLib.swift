import CSoup
import CSystemd
import PanelEvents
import PanelSystem

extension EventLoop {
  /// Handles events until `exit`, together with those of GLib, which libsoup needs.
  ///
  /// GLib waits for both: sd-event's descriptor is readable if sd-event has an event, see sd_event_get_fd(3).
  ///
  /// - Returns: the code passed to `exit`.
  package func runWithGLib() throws(SystemError) -> Int32 {
    let descriptor = sd_event_get_fd(event)
    let source = g_unix_fd_add(descriptor, UInt32(CSOUP_IO_IN), { _, _, _ in 1 }, nil)
    defer { g_source_remove(source) }
    while !isFinished {
      var result = sd_event_prepare(event)
      g_main_context_iteration(nil, result == 0 ? 1 : 0)
      if result == 0 { result = sd_event_wait(event, 0) }
      if result > 0 { result = sd_event_dispatch(event) }
      guard result >= 0 else { throw SystemError("sd_event", -result) }
    }
    var code: Int32 = 0
    sd_event_get_exit_code(event, &code)
    return code
  }
}
