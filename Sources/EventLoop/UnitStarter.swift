import CSystemd
import Glibc

/// Starts systemd units over D-Bus, as `systemctl start --no-block` does. Whether it may is polkit's to say.
public final class UnitStarter {
  /// In microseconds: an answer that takes longer counts as none.
  private static let patience: UInt64 = 10_000_000

  private let loop: EventLoop
  private var bus: OpaquePointer?

  public init(loop: EventLoop) { self.loop = loop }

  deinit { close() }

  /// Asks for the start. `finished` is called from the loop, once: with `nil` when the job is queued, else with what
  /// systemd, polkit or the bus said.
  public func start(_ unit: String, finished: @escaping (String?) -> Void) {
    do throws(EventLoop.Failure) {
      let bus = try openBus()
      var message: OpaquePointer?
      try check(
        sd_bus_message_new_method_call(
          bus, &message, "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager",
          "StartUnit"), "sd_bus_message_new_method_call")
      defer { sd_bus_message_unref(message) }
      for argument in [unit, "replace"] {
        try check(sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), argument), "sd_bus_message_append")
      }
      let call = Unmanaged.passRetained(Call(finished))
      let result = sd_bus_call_async(bus, nil, message, answered, call.toOpaque(), Self.patience)
      if result < 0 { call.release() }
      try check(result, "sd_bus_call_async")
    } catch {
      close()
      finished(error.description)
    }
  }

  private func openBus() throws(EventLoop.Failure) -> OpaquePointer {
    if let bus, sd_bus_is_open(bus) > 0 { return bus }
    close()
    var new: OpaquePointer?
    try check(sd_bus_open_system(&new), "sd_bus_open_system")
    bus = new
    try check(sd_bus_attach_event(new, loop.event, Int32(SD_EVENT_PRIORITY_NORMAL)), "sd_bus_attach_event")
    return new!
  }

  private func close() {
    if let bus { sd_bus_flush_close_unref(bus) }
    bus = nil
  }
}

private final class Call {
  let finished: (String?) -> Void

  init(_ finished: @escaping (String?) -> Void) { self.finished = finished }
}

private func answered(
  _ message: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  let call = Unmanaged<Call>.fromOpaque(data!).takeRetainedValue()
  guard sd_bus_message_is_method_error(message, nil) > 0, let error = sd_bus_message_get_error(message) else {
    call.finished(nil)
    return 0
  }
  call.finished(error.pointee.message.map { String(cString: $0) } ?? "refused")
  return 0
}
