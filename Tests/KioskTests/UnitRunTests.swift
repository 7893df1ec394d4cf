import Events
import Foundation
import System
import Testing

@testable import Kiosk
@testable import PanelKit

extension WholeProcessTests {
  @Suite struct UnitRunTests {
    /// Starts that wait for half a second.
    private final class Rig {
      let loop: EventLoop
      let manager: SystemdManager
      private let timeout: Double
      private var runs: [Int: UnitRun] = [:]
      private var outcomes: [UnitRun.Outcome] = []

      init(timeout: Double = 0.5) throws {
        self.timeout = timeout
        loop = try EventLoop()
        manager = try SystemdManager(loop)
      }

      func begin(_ unit: String) throws {
        let number = runs.keys.count + outcomes.count
        runs[number] = try UnitRun(unit, timeout: timeout, loop: loop) { [unowned self] in
          runs[number] = nil
          outcomes.append($0)
        }
      }

      /// The outcomes of all that was begun since the last time.
      func outcomes(_ count: Int) throws -> [UnitRun.Outcome] {
        try turn { outcomes.count == count }
        defer { outcomes = [] }
        return outcomes
      }

      func turn(until isOver: () -> Bool) throws {
        let end = EventLoop.now + 20_000_000_000
        while !isOver(), EventLoop.now < end { try loop.turn(waiting: 100_000_000) }
        #expect(isOver())
      }

      func start(_ unit: String) throws -> UnitRun.Outcome {
        try begin(unit)
        return try outcomes(1)[0]
      }
    }

    @Test(.enabled(if: SystemdManager.hasBus, "dbus-daemon is not installed"))
    func unitsAreStartedOverTheBus() throws {
      let rig = try Rig(timeout: 20)
      #expect(try rig.start("door.service") == .done)
      #expect(try rig.start("window.service") == .failed("Unit window.service not found."))
      #expect(rig.manager.calls == [["door.service", "replace"], ["window.service", "replace"]])
      for _ in 1...20 { try rig.begin("door.service") }
      #expect(try rig.outcomes(20) == Array(repeating: .done, count: 20))
      rig.manager.isEager = true
      #expect(try rig.start("door.service") == .done)
    }

    /// The outcome is the job's, not that of queuing it.
    @Test(
      .enabled(if: SystemdManager.hasBus, "dbus-daemon is not installed"),
      arguments: ["failed", "dependency", "timeout", "canceled", "skipped"])
    func aJobThatFails(_ result: String) throws {
      let rig = try Rig(timeout: 20)
      for isEager in [false, true] {
        rig.manager.isEager = isEager
        rig.manager.results["door.service"] = result
        #expect(try rig.start("door.service") == .failed("the job's result is \(result)"))
      }
    }

    /// Other jobs end meanwhile, of the same unit too.
    @Test(.enabled(if: SystemdManager.hasBus, "dbus-daemon is not installed"))
    func aStartWaitsForItsOwnJob() throws {
      let rig = try Rig(timeout: 20)
      rig.manager.results["slow.service"] = .some(nil)
      try rig.begin("slow.service")
      try rig.turn { rig.manager.calls.count == 1 }
      rig.manager.reportEnd(of: 7, "slow.service", "failed")
      // The bus keeps the order: the signal for job 7 has come when this answer has.
      try rig.begin("door.service")
      #expect(try rig.outcomes(1) == [.done])
      rig.manager.reportEnd(of: 1, "slow.service", "done")
      #expect(try rig.outcomes(1) == [.done])
    }

    @Test(.enabled(if: SystemdManager.hasBus, "dbus-daemon is not installed"))
    func aJobThatTakesTooLongIsNotKnown() throws {
      let rig = try Rig()
      rig.manager.results["slow.service"] = .some(nil)
      #expect(
        try rig.start("slow.service") == .unknown("not started within 0 s; whether it was started is not known"))
    }

    /// The bus sleeps, takes connections and answers nothing: what was given up isn't done when it wakes.
    @Test(.enabled(if: SystemdManager.hasBus, "dbus-daemon is not installed"))
    func aStartThatWasGivenUpNeverComes() throws {
      let rig = try Rig()
      kill(rig.manager.daemon.processIdentifier, SIGSTOP)
      try rig.begin("door.service")
      try rig.begin("door.service")
      #expect(try rig.outcomes(2) == Array(repeating: .failed("no answer within 0 s"), count: 2))
      kill(rig.manager.daemon.processIdentifier, SIGCONT)
      // By the bus's own order this comes after whatever was left there.
      var answer: UnitRun.Outcome?
      while answer != .done { answer = try rig.start("door.service") }
      #expect(rig.manager.calls == [["door.service", "replace"]])
    }

    /// A call that was sent can't be taken back: its outcome isn't known.
    @Test(.enabled(if: SystemdManager.hasBus, "dbus-daemon is not installed"))
    func aStartThatNobodyAnswersIsNotKnown() throws {
      let rig = try Rig()
      rig.manager.isSilent = true
      #expect(try rig.start("door.service") == .unknown("no answer within 0 s; whether it was started is not known"))
      #expect(rig.manager.calls.count == 1)
    }

    /// The bus dies with the question in it.
    @Test(.enabled(if: SystemdManager.hasBus, "dbus-daemon is not installed"))
    func aBusThatDies() throws {
      let rig = try Rig(timeout: 20)
      rig.manager.isSilent = true
      try rig.begin("door.service")
      try rig.turn { rig.manager.calls.count == 1 }
      kill(rig.manager.daemon.processIdentifier, SIGKILL)
      guard case .unknown(let reason) = try rig.outcomes(1)[0] else {
        Issue.record("somebody claims to know")
        return
      }
      #expect(reason.hasSuffix("; whether it was started is not known"))
    }

    @Test func withoutABusTheReasonIsSaid() throws {
      setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1)
      defer { unsetenv("DBUS_SYSTEM_BUS_ADDRESS") }
      let loop = try EventLoop()
      #expect(throws: SystemError("sd_bus_open_system", ENOENT)) {
        try UnitRun("door.service", timeout: 1, loop: loop) { _ in Issue.record("it was started") }
      }
    }
  }
}
