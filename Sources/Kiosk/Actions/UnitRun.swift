import CSystemd
import PanelEvents
import PanelSystem

/// One start of a systemd unit over D-Bus: queues the job and waits for its result, as `systemctl start` does. polkit
/// decides whether it is allowed.
///
/// Each start has a separate connection, so that closing it discards any unsent request. A queued job continues.
final class UnitRun {
  enum Outcome: Equatable {
    /// The unit is active, or a oneshot unit's command succeeded.
    case done
    /// The error message from systemd, polkit or the bus.
    case failed(String)
    /// The start was requested, but its result is unknown.
    case unknown(String)
  }

  private let unit: String
  private let finished: (Outcome) -> Void
  private let start = EventLoop.now
  private var bus: OpaquePointer?
  /// The subscription to `JobRemoved` signals.
  private var jobRemovedSlot: OpaquePointer?
  /// The pending call of `StartUnit`.
  private var startUnitSlot: OpaquePointer?
  private var timer: TimerSource?
  /// The object path of this start's job, once systemd has queued it.
  private var job: String?
  /// The results of jobs that ended before the reply to `StartUnit`, by object path.
  private var results: [String: String] = [:]

  /// - Parameters:
  ///   - timeout: in seconds, from connecting to the end of the job.
  ///   - finished: called once from the loop.
  init(
    _ unit: String, timeout: Double, loop: EventLoop, finished: @escaping (Outcome) -> Void
  ) throws(SystemError) {
    (self.unit, self.finished) = (unit, finished)
    timer = try loop.addTimer { [unowned self] in stopWaiting() }
    timer?.deadline = start + UInt64(clamping: timeout * 1e9)
    try check(sd_bus_open_system(&bus), "sd_bus_open_system")
    // Otherwise the loop flushes the connection when it exits, which can take up to 90 s.
    try check(sd_bus_set_close_on_exit(bus, 0), "sd_bus_set_close_on_exit")
    try check(sd_bus_attach_event(bus, loop.event, Int32(SD_EVENT_PRIORITY_NORMAL)), "sd_bus_attach_event")
    let context = Unmanaged.passUnretained(self).toOpaque()
    // D-Bus preserves message order: systemd subscribes this connection before it queues the job.
    try check(
      sd_bus_match_signal_async(
        bus, &jobRemovedSlot, Self.service, Self.object, Self.manager, "JobRemoved", Self.callback, nil, context),
      "sd_bus_match_signal_async")
    let subscribe = try makeCall("Subscribe")
    defer { sd_bus_message_unref(subscribe) }
    try check(sd_bus_send(bus, subscribe, nil), "sd_bus_send")
    let startUnit = try makeCall("StartUnit", unit, "replace")
    defer { sd_bus_message_unref(startUnit) }
    try check(sd_bus_call_async(bus, &startUnitSlot, startUnit, Self.callback, context, .max), "sd_bus_call_async")
  }

  /// Handles both `JobRemoved` signals and the reply to `StartUnit`.
  private static let callback: sd_bus_message_handler_t = { message, context, _ in
    // swift-format-ignore: NeverForceUnwrap
    let run = Unmanaged<UnitRun>.fromOpaque(context!).takeUnretainedValue()
    withExtendedLifetime(run) {
      let isSignal = sd_bus_message_is_signal(message, UnitRun.manager, "JobRemoved") > 0
      if isSignal { run.jobRemoved(message) } else { run.receivedReply(message) }
    }
    return 0
  }

  deinit {
    sd_bus_slot_unref(jobRemovedSlot)
    sd_bus_slot_unref(startUnitSlot)
    // Close without flushing: a start that was reported as failed must not happen later.
    sd_bus_close_unref(bus)
  }

  /// Shortens the timeout to at most `time` nanoseconds from now.
  func shortenTimeout(to time: UInt64) {
    guard let timer, let deadline = timer.deadline else { return }
    timer.deadline = min(deadline, EventLoop.now + time)
  }

  private static let (service, object) = ("org.freedesktop.systemd1", "/org/freedesktop/systemd1")
  private static let manager = "org.freedesktop.systemd1.Manager"

  private func makeCall(_ method: String, _ arguments: String...) throws(SystemError) -> OpaquePointer? {
    var message: OpaquePointer?
    try check(
      sd_bus_message_new_method_call(bus, &message, Self.service, Self.object, Self.manager, method),
      "sd_bus_message_new_method_call")
    for argument in arguments {
      try check(sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), argument), "sd_bus_message_append")
    }
    return message
  }

  /// False if closing the connection would still discard the start request.
  private var isSent: Bool {
    var queuedMessages: UInt64 = 0
    return sd_bus_get_n_queued_write(bus, &queuedMessages) >= 0 && queuedMessages == 0
  }

  private func stopWaiting() {
    let problem = job == nil ? "no answer" : "not started"
    endWithoutResult("\(problem) within \((EventLoop.now - start) / 1_000_000_000) s")
  }

  private func receivedReply(_ message: OpaquePointer?) {
    guard sd_bus_message_is_method_error(message, nil) > 0, let error = sd_bus_message_get_error(message) else {
      let job = Self.nextArgument(of: message, type: "o")
      self.job = job
      if let result = results[job] { end(result: result) }
      return
    }
    let reason = error.pointee.message.map { String(cString: $0) } ?? "refused"
    // libsystemd sends NoReply after a lost connection; the bus sends it if systemd disconnects.
    let isLost = sd_bus_message_is_method_error(message, "org.freedesktop.DBus.Error.NoReply") > 0
    if isLost { endWithoutResult(reason) } else { end(.failed(reason)) }
  }

  private func jobRemoved(_ message: OpaquePointer?) {
    var id: UInt32 = 0
    sd_bus_message_read_basic(message, CChar(UInt8(ascii: "u")), &id)
    let path = Self.nextArgument(of: message, type: "o")
    // The unit's name.
    _ = Self.nextArgument(of: message, type: "s")
    let result = Self.nextArgument(of: message, type: "s")
    if job == nil { results[path] = result } else if path == job { end(result: result) }
  }

  /// Reads the next argument of a message.
  ///
  /// - Parameter type: the D-Bus type: "s" for a string, "o" for an object path.
  private static func nextArgument(of message: OpaquePointer?, type: Unicode.Scalar) -> String {
    var text: UnsafePointer<CChar>?
    sd_bus_message_read_basic(message, CChar(UInt8(ascii: type)), &text)
    return text.map { String(cString: $0) } ?? ""
  }

  private func end(result: String) { end(result == "done" ? .done : .failed("the job's result is \(result)")) }

  private func endWithoutResult(_ reason: String) {
    end(isSent ? .unknown("\(reason); whether it was started is not known") : .failed(reason))
  }

  private func end(_ outcome: Outcome) {
    timer?.cancel()
    finished(outcome)
  }
}
