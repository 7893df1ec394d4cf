import CSystemd
import Foundation
import Testing

@testable import EventLoop

/// On a bus of its own with a stub of systemd's manager: no system manager runs where tests do.
@Suite(.serialized) struct UnitStarterTests {
  private static let hasBus = FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")

  /// Answers StartUnit as systemd would: a job for door.service, no such unit for others.
  private final class Manager {
    private(set) var calls: [[String]] = []
    private var bus: OpaquePointer?

    init(_ loop: EventLoop) throws {
      try check(sd_bus_open_system(&bus), "sd_bus_open_system")
      try check(sd_bus_attach_event(bus, loop.event, 0), "sd_bus_attach_event")
      try check(
        sd_bus_add_filter(
          bus, nil,
          { message, data, _ in
            guard sd_bus_message_is_method_call(message, "org.freedesktop.systemd1.Manager", "StartUnit") > 0 else {
              return 0
            }
            Unmanaged<Manager>.fromOpaque(data!).takeUnretainedValue().answer(message)
            return 1
          }, Unmanaged.passUnretained(self).toOpaque()), "sd_bus_add_filter")
      try check(sd_bus_request_name(bus, "org.freedesktop.systemd1", 0), "sd_bus_request_name")
    }

    deinit { sd_bus_flush_close_unref(bus) }

    private func answer(_ message: OpaquePointer?) {
      var arguments: [String] = []
      for _ in 0..<2 {
        var text: UnsafePointer<CChar>?
        withUnsafeMutablePointer(to: &text) { _ = sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), $0) }
        arguments.append(text.map { String(cString: $0) } ?? "-")
      }
      calls.append(arguments)
      var reply: OpaquePointer?
      if arguments[0] == "door.service" {
        sd_bus_message_new_method_return(message, &reply)
        sd_bus_message_append_basic(reply, CChar(UInt8(ascii: "o")), "/org/freedesktop/systemd1/job/1")
      } else {
        var error = sd_bus_error()
        sd_bus_error_set(&error, "org.freedesktop.systemd1.NoSuchUnit", "Unit \(arguments[0]) not found.")
        sd_bus_message_new_method_error(message, &reply, &error)
        sd_bus_error_free(&error)
      }
      sd_bus_send(bus, reply, nil)
      sd_bus_message_unref(reply)
    }
  }

  @Test(.enabled(if: hasBus, "dbus-daemon is not installed"))
  func unitsAreStartedOverTheBus() throws {
    let daemon = Process()
    daemon.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
    daemon.arguments = ["--session", "--nofork", "--print-address=1"]
    let output = Pipe()
    daemon.standardOutput = output
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    defer {
      // It inherits the signals that the tests' own threads block, and would not hear a gentler one.
      kill(daemon.processIdentifier, SIGKILL)
      daemon.waitUntilExit()
    }
    var address = Data()
    while address.last != 0x0A {
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "dbus-daemon ended")
      address += more
    }
    setenv("DBUS_SYSTEM_BUS_ADDRESS", String(decoding: address.dropLast(), as: UTF8.self), 1)
    defer { unsetenv("DBUS_SYSTEM_BUS_ADDRESS") }

    let loop = try EventLoop()
    let manager = try Manager(loop)
    let starter = UnitStarter(loop: loop)
    func start(_ unit: String) throws -> String? {
      var answer: String??
      starter.start(unit) { answer = $0 }
      let end = EventLoop.now + 10_000_000_000
      while answer == nil, EventLoop.now < end { try loop.turn(waiting: 100_000_000) }
      return try #require(answer, "no answer")
    }
    #expect(try start("door.service") == nil)
    #expect(try start("window.service") == "Unit window.service not found.")
    #expect(manager.calls == [["door.service", "replace"], ["window.service", "replace"]])
  }

  @Test func withoutABusTheReasonIsSaid() throws {
    setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1)
    defer { unsetenv("DBUS_SYSTEM_BUS_ADDRESS") }
    let starter = UnitStarter(loop: try EventLoop())
    var answer: String?
    starter.start("door.service") { answer = $0 }
    #expect(answer == "sd_bus_open_system: No such file or directory")
  }
}
