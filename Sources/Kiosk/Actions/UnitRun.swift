import CSystemd
import Events
import System

/// One start of a systemd unit over D-Bus: queues the job and waits for its result, as `systemctl start` does. Whether
/// it is allowed is polkit's decision.
///
/// Each start has its own connection, so that dropping it takes back whatever isn't sent yet. A job that was queued goes
/// on.
final class UnitRun {
  enum Outcome: Equatable {
    /// The unit is active, or a oneshot unit's command succeeded.
    case done
    /// The reason, as systemd, polkit or the bus gives it.
    case failed(String)
    /// The start was requested, and its result isn't known.
    case unknown(String)
  }

  private let unit: String
  private let finished: (Outcome) -> Void
  private let start = EventLoop.now
  private var bus: OpaquePointer?
  private var removals: OpaquePointer?
  private var answer: OpaquePointer?
  private var timer: TimerSource?
  /// This start's job, once systemd has queued it.
  private var job: String?
  /// Jobs that ended before that, with their results.
  private var results: [String: String] = [:]

  /// - Parameters:
  ///   - timeout: in seconds, from the connection to the job's end.
  ///   - finished: called once, from the loop.
  init(
    _ unit: String, timeout: Double, loop: EventLoop, finished: @escaping (Outcome) -> Void
  ) throws(SystemError) {
    (self.unit, self.finished) = (unit, finished)
    timer = try loop.addTimer { [unowned self] in stopWaiting() }
    timer?.deadline = start + UInt64(clamping: timeout * 1e9)
    try check(sd_bus_open_system(&bus), "sd_bus_open_system")
    // Otherwise the loop's end waits until all is sent, for up to 90 s.
    try check(sd_bus_set_close_on_exit(bus, 0), "sd_bus_set_close_on_exit")
    try check(sd_bus_attach_event(bus, loop.event, Int32(SD_EVENT_PRIORITY_NORMAL)), "sd_bus_attach_event")
    let context = Unmanaged.passUnretained(self).toOpaque()
    // The bus keeps the order: systemd reports jobs to this connection before it queues one for it.
    try check(
      sd_bus_match_signal_async(
        bus, &removals, Self.service, Self.object, Self.manager, "JobRemoved",
        { message, context, _ in
          // swift-format-ignore: NeverForceUnwrap
          let run = Unmanaged<UnitRun>.fromOpaque(context!).takeUnretainedValue()
          withExtendedLifetime(run) { run.jobRemoved(message) }
          return 0
        }, nil, context), "sd_bus_match_signal_async")
    let subscribe = try call("Subscribe")
    defer { sd_bus_message_unref(subscribe) }
    try check(sd_bus_send(bus, subscribe, nil), "sd_bus_send")
    let startUnit = try call("StartUnit", unit, "replace")
    defer { sd_bus_message_unref(startUnit) }
    try check(
      sd_bus_call_async(
        bus, &answer, startUnit,
        { message, context, _ in
          // swift-format-ignore: NeverForceUnwrap
          let run = Unmanaged<UnitRun>.fromOpaque(context!).takeUnretainedValue()
          withExtendedLifetime(run) { run.answered(message) }
          return 0
        }, context, .max), "sd_bus_call_async")
  }

  deinit {
    sd_bus_slot_unref(removals)
    sd_bus_slot_unref(answer)
    // Not flushed: a start that was given up must not happen later.
    sd_bus_close_unref(bus)
  }

  /// Stops waiting after so many nanoseconds from now, if that is sooner.
  func hurry(_ patience: UInt64) {
    guard let timer, let deadline = timer.deadline else { return }
    timer.deadline = min(deadline, EventLoop.now + patience)
  }

  private static let (service, object) = ("org.freedesktop.systemd1", "/org/freedesktop/systemd1")
  private static let manager = "org.freedesktop.systemd1.Manager"

  private func call(_ method: String, _ arguments: String...) throws(SystemError) -> OpaquePointer? {
    var message: OpaquePointer?
    try check(
      sd_bus_message_new_method_call(bus, &message, Self.service, Self.object, Self.manager, method),
      "sd_bus_message_new_method_call")
    for argument in arguments {
      try check(sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), argument), "sd_bus_message_append")
    }
    return message
  }

  /// False while closing the connection takes the start back.
  private var isSent: Bool {
    var left: UInt64 = 0
    return sd_bus_get_n_queued_write(bus, &left) >= 0 && left == 0
  }

  private func stopWaiting() {
    let what = job == nil ? "no answer" : "not started"
    end(unsure: "\(what) within \((EventLoop.now - start) / 1_000_000_000) s")
  }

  private func answered(_ message: OpaquePointer?) {
    guard sd_bus_message_is_method_error(message, nil) > 0, let error = sd_bus_message_get_error(message) else {
      let job = Self.string(message, "o")
      self.job = job
      if let result = results[job] { end(result: result) }
      return
    }
    let reason = error.pointee.message.map { String(cString: $0) } ?? "refused"
    // NoReply: libsystemd after a lost connection, or the bus after systemd left it.
    let isLost = sd_bus_message_is_method_error(message, "org.freedesktop.DBus.Error.NoReply") > 0
    if isLost { end(unsure: reason) } else { end(.failed(reason)) }
  }

  private func jobRemoved(_ message: OpaquePointer?) {
    var id: UInt32 = 0
    sd_bus_message_read_basic(message, CChar(UInt8(ascii: "u")), &id)
    let (path, _, result) = (Self.string(message, "o"), Self.string(message, "s"), Self.string(message, "s"))
    if job == nil { results[path] = result } else if path == job { end(result: result) }
  }

  /// The message's next argument.
  private static func string(_ message: OpaquePointer?, _ type: Unicode.Scalar) -> String {
    var text: UnsafePointer<CChar>?
    sd_bus_message_read_basic(message, CChar(UInt8(ascii: type)), &text)
    return text.map { String(cString: $0) } ?? ""
  }

  private func end(result: String) { end(result == "done" ? .done : .failed("the job's result is \(result)")) }

  private func end(unsure reason: String) {
    end(isSent ? .unknown("\(reason); whether it was started is not known") : .failed(reason))
  }

  private func end(_ outcome: Outcome) {
    timer?.cancel()
    finished(outcome)
  }
}
