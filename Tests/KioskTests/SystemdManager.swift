import CSystemd
import Foundation
import PanelEvents
import Testing

/// A private bus with a stub of systemd's manager, since tests can't expect a system manager.
final class SystemdManager {
  static let hasBus = FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")

  let daemon = Process()
  /// The unit and the mode of each StartUnit call.
  private(set) var startCalls: [[String]] = []
  private var isSubscribed = false
  enum Job {
    case ends(result: String)
    case neverEnds
  }
  /// The behavior of each unit's job. Units without an entry don't exist.
  var jobs: [String: Job] = ["door.service": .ends(result: "done")]
  /// Whether the job's end is reported before the call is answered.
  var reportsEndBeforeReply = false
  /// Whether StartUnit calls are never answered.
  var ignoresCalls = false
  private var bus: OpaquePointer?

  init(_ loop: EventLoop) throws {
    daemon.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
    daemon.arguments = ["--session", "--nofork", "--print-address=1"]
    let output = Pipe()
    daemon.standardOutput = output
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    var address = Data()
    while address.last != 0x0A {
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "dbus-daemon ended")
      address += more
    }
    setenv("DBUS_SYSTEM_BUS_ADDRESS", String(decoding: address.dropLast(), as: UTF8.self), 1)
    try check(sd_bus_open_system(&bus), "sd_bus_open_system")
    try check(sd_bus_attach_event(bus, loop.event, 0), "sd_bus_attach_event")
    try check(
      sd_bus_add_filter(
        bus, nil,
        { message, data, _ in
          let manager = Unmanaged<SystemdManager>.fromOpaque(data!).takeUnretainedValue()
          if sd_bus_message_is_method_call(message, "org.freedesktop.systemd1.Manager", "Subscribe") > 0 {
            // Clients don't wait for a reply.
            manager.isSubscribed = true
            return 1
          }
          guard sd_bus_message_is_method_call(message, "org.freedesktop.systemd1.Manager", "StartUnit") > 0 else {
            return 0
          }
          manager.answer(message)
          return 1
        }, Unmanaged.passUnretained(self).toOpaque()), "sd_bus_add_filter")
    try check(sd_bus_request_name(bus, "org.freedesktop.systemd1", 0), "sd_bus_request_name")
  }

  deinit {
    sd_bus_close_unref(bus)
    unsetenv("DBUS_SYSTEM_BUS_ADDRESS")
    // The daemon inherited the test thread's signal mask, so SIGTERM may be blocked.
    kill(daemon.processIdentifier, SIGKILL)
    daemon.waitUntilExit()
  }

  private func answer(_ message: OpaquePointer?) {
    var arguments: [String] = []
    for _ in 0..<2 {
      var text: UnsafePointer<CChar>?
      withUnsafeMutablePointer(to: &text) { _ = sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), $0) }
      arguments.append(text.map { String(cString: $0) } ?? "-")
    }
    startCalls.append(arguments)
    if ignoresCalls { return }
    var reply: OpaquePointer?
    let job = jobs[arguments[0]]
    let jobID = UInt32(startCalls.count)
    func reportEnd() {
      if case .ends(let result) = job { self.reportEnd(of: jobID, arguments[0], result) }
    }
    if job != nil {
      if reportsEndBeforeReply { reportEnd() }
      sd_bus_message_new_method_return(message, &reply)
      sd_bus_message_append_basic(reply, CChar(UInt8(ascii: "o")), Self.path(jobID))
    } else {
      var error = sd_bus_error()
      sd_bus_error_set(&error, "org.freedesktop.systemd1.NoSuchUnit", "Unit \(arguments[0]) not found.")
      sd_bus_message_new_method_error(message, &reply, &error)
      sd_bus_error_free(&error)
    }
    sd_bus_send(bus, reply, nil)
    sd_bus_message_unref(reply)
    if !reportsEndBeforeReply { reportEnd() }
  }

  private static func path(_ jobID: UInt32) -> String { "/org/freedesktop/systemd1/job/\(jobID)" }

  /// Sends JobRemoved, as systemd does once a client has subscribed.
  func reportEnd(of jobID: UInt32, _ unit: String, _ result: String) {
    guard isSubscribed else { return }
    var signal: OpaquePointer?
    sd_bus_message_new_signal(
      bus, &signal, "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager", "JobRemoved")
    var id = jobID
    sd_bus_message_append_basic(signal, CChar(UInt8(ascii: "u")), &id)
    sd_bus_message_append_basic(signal, CChar(UInt8(ascii: "o")), Self.path(jobID))
    for text in [unit, result] { sd_bus_message_append_basic(signal, CChar(UInt8(ascii: "s")), text) }
    sd_bus_send(bus, signal, nil)
    sd_bus_message_unref(signal)
  }
}
