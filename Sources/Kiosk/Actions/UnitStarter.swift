import CSystemd
import Events
import System

/// Starts systemd units over D-Bus, as `systemctl start --no-block` does. Whether it may is polkit's to say.
///
/// Each start has a connection of its own, so that giving it up is closing that: what wasn't sent by then never is.
final class UnitStarter {
  /// The outcome of asking for a start.
  enum Outcome: Equatable {
    /// The job is queued.
    case queued
    /// Nothing was started; what systemd, polkit or the bus said.
    case refused(String)
    /// It was asked for, and nobody said whether it was done.
    case unknown(String)
  }

  private let loop: EventLoop
  private let patience: UInt64
  private var calls: [ObjectIdentifier: UnitCall] = [:]

  /// - Parameter patience: in nanoseconds, for each start from the connection to the answer.
  init(loop: EventLoop, patience: UInt64 = 10_000_000_000) { (self.loop, self.patience) = (loop, patience) }

  /// Asks for the start. `finished` is called once, from the loop or, when not even a connection can be begun, at once.
  func start(_ unit: String, finished: @escaping (Outcome) -> Void) {
    do throws(SystemError) {
      let call = try UnitCall(unit, patience: patience, loop: loop) { [unowned self] call, outcome in
        calls[ObjectIdentifier(call)] = nil
        finished(outcome)
      }
      calls[ObjectIdentifier(call)] = call
    } catch {
      finished(.refused(error.description))
    }
  }
}

/// One start, from the connection to the answer.
private final class UnitCall {
  private let finished: (UnitCall, UnitStarter.Outcome) -> Void
  private let patience: UInt64
  private var bus: OpaquePointer?
  private var answer: OpaquePointer?
  private var timer: TimerSource?

  init(
    _ unit: String, patience: UInt64, loop: EventLoop, finished: @escaping (UnitCall, UnitStarter.Outcome) -> Void
  ) throws(SystemError) {
    (self.patience, self.finished) = (patience, finished)
    // libsystemd's own time begins when the bus has let us in, which it may never do.
    timer = try loop.addTimer { [unowned self] in giveUp() }
    timer?.deadline = EventLoop.now + patience
    try check(sd_bus_open_system(&bus), "sd_bus_open_system")
    // Else the loop's end waits until all is sent, which may be for 90 s and is too late anyway.
    try check(sd_bus_set_close_on_exit(bus, 0), "sd_bus_set_close_on_exit")
    try check(sd_bus_attach_event(bus, loop.event, Int32(SD_EVENT_PRIORITY_NORMAL)), "sd_bus_attach_event")
    var message: OpaquePointer?
    try check(
      sd_bus_message_new_method_call(
        bus, &message, "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager",
        "StartUnit"), "sd_bus_message_new_method_call")
    defer { sd_bus_message_unref(message) }
    for argument in [unit, "replace"] {
      try check(sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), argument), "sd_bus_message_append")
    }
    try check(
      sd_bus_call_async(
        bus, &answer, message,
        { message, data, _ in
          let call = Unmanaged<UnitCall>.fromOpaque(data!).takeUnretainedValue()
          withExtendedLifetime(call) { call.answered(message) }
          return 0
        }, Unmanaged.passUnretained(self).toOpaque(), .max), "sd_bus_call_async")
  }

  deinit {
    sd_bus_slot_unref(answer)
    // Not flushed: a start that nobody waits for any more must not happen when the bus wakes.
    sd_bus_close_unref(bus)
  }

  /// False as long as closing the connection takes it back.
  private var isSent: Bool {
    var left: UInt64 = 0
    return sd_bus_get_n_queued_write(bus, &left) >= 0 && left == 0
  }

  private func giveUp() {
    let reason = "no answer within \(patience / 1_000_000_000) s"
    finished(self, isSent ? .unknown("\(reason); whether it was started is not known") : .refused(reason))
  }

  private func answered(_ message: OpaquePointer?) {
    guard sd_bus_message_is_method_error(message, nil) > 0, let error = sd_bus_message_get_error(message) else {
      return finished(self, .queued)
    }
    let reason = error.pointee.message.map { String(cString: $0) } ?? "refused"
    // What libsystemd says of a connection that broke, and the bus of somebody who left without an answer.
    let isLost = sd_bus_message_is_method_error(message, "org.freedesktop.DBus.Error.NoReply") > 0
    finished(self, isLost && isSent ? .unknown("\(reason); whether it was started is not known") : .refused(reason))
  }
}
