import CSystemd
import Events
import Foundation
import Testing

@testable import Kiosk
@testable import PanelKit

extension WholeProcessTests {
  /// On a bus of its own with a stub of systemd's manager: no system manager runs where tests do.
  @Suite struct UnitStarterTests {
    private static let hasBus = FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")

    /// Answers StartUnit as systemd would: a job for door.service, no such unit for others.
    private final class Manager {
      private(set) var calls: [[String]] = []
      /// True for one that takes calls and says nothing.
      var isSilent = false
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
        if isSilent { return }
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

    /// A bus with the stub on it, and a starter that waits for half a second.
    private final class Rig {
      let loop: EventLoop
      let manager: Manager
      let daemon = Process()
      private let starter: UnitStarter
      private var outcomes: [UnitStarter.Outcome] = []

      init(patience: UInt64 = 500_000_000) throws {
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
        loop = try EventLoop()
        manager = try Manager(loop)
        starter = UnitStarter(loop: loop, patience: patience)
      }

      deinit {
        unsetenv("DBUS_SYSTEM_BUS_ADDRESS")
        // It inherits the signals that the tests' own threads block, and would not hear a gentler one.
        kill(daemon.processIdentifier, SIGKILL)
        daemon.waitUntilExit()
      }

      func begin(_ unit: String) { starter.start(unit) { [unowned self] in outcomes.append($0) } }

      /// The outcomes of all that was begun since the last time.
      func outcomes(_ count: Int) throws -> [UnitStarter.Outcome] {
        try turn { outcomes.count == count }
        defer { outcomes = [] }
        return outcomes
      }

      func turn(until isOver: () -> Bool) throws {
        let end = EventLoop.now + 20_000_000_000
        while !isOver(), EventLoop.now < end { try loop.turn(waiting: 100_000_000) }
        #expect(isOver())
      }

      func start(_ unit: String) throws -> UnitStarter.Outcome {
        begin(unit)
        return try outcomes(1)[0]
      }
    }

    @Test(.enabled(if: hasBus, "dbus-daemon is not installed"))
    func unitsAreStartedOverTheBus() throws {
      let rig = try Rig(patience: 20_000_000_000)
      #expect(try rig.start("door.service") == .queued)
      #expect(try rig.start("window.service") == .refused("Unit window.service not found."))
      #expect(rig.manager.calls == [["door.service", "replace"], ["window.service", "replace"]])
      for _ in 1...20 { rig.begin("door.service") }
      #expect(try rig.outcomes(20) == Array(repeating: .queued, count: 20))
    }

    /// The bus sleeps, takes connections and answers nothing: what was given up isn't done when it wakes.
    @Test(.enabled(if: hasBus, "dbus-daemon is not installed"))
    func aStartThatWasGivenUpNeverComes() throws {
      let rig = try Rig()
      kill(rig.daemon.processIdentifier, SIGSTOP)
      rig.begin("door.service")
      rig.begin("door.service")
      #expect(try rig.outcomes(2) == Array(repeating: .refused("no answer within 0 s"), count: 2))
      kill(rig.daemon.processIdentifier, SIGCONT)
      // By the bus's own order this comes after whatever was left there.
      var answer: UnitStarter.Outcome?
      while answer != .queued { answer = try rig.start("door.service") }
      #expect(rig.manager.calls == [["door.service", "replace"]])
    }

    /// A call that was sent can't be taken back: nobody claims to know.
    @Test(.enabled(if: hasBus, "dbus-daemon is not installed"))
    func aStartThatNobodyAnswersIsNotKnown() throws {
      let rig = try Rig()
      rig.manager.isSilent = true
      #expect(try rig.start("door.service") == .unknown("no answer within 0 s; whether it was started is not known"))
      #expect(rig.manager.calls.count == 1)
    }

    /// The bus dies with the question in it.
    @Test(.enabled(if: hasBus, "dbus-daemon is not installed"))
    func aBusThatDies() throws {
      let rig = try Rig(patience: 20_000_000_000)
      rig.manager.isSilent = true
      rig.begin("door.service")
      try rig.turn { rig.manager.calls.count == 1 }
      kill(rig.daemon.processIdentifier, SIGKILL)
      guard case .unknown(let reason) = try rig.outcomes(1)[0] else {
        Issue.record("somebody claims to know")
        return
      }
      #expect(reason.hasSuffix("; whether it was started is not known"))
    }

    @Test func withoutABusTheReasonIsSaid() throws {
      setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1)
      defer { unsetenv("DBUS_SYSTEM_BUS_ADDRESS") }
      let starter = UnitStarter(loop: try EventLoop())
      var answer: UnitStarter.Outcome?
      starter.start("door.service") { answer = $0 }
      #expect(answer == .refused("sd_bus_open_system: No such file or directory"))
    }
  }
}
