import Foundation
import PanelSystem
import Testing

@testable import Kiosk
@testable import PanelKit

extension SerializedProcessStateTests {
  @Suite struct UnitRunTests {
    /// Starts units with a timeout of half a second.
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

      func start(_ unit: String) throws {
        let number = runs.keys.count + outcomes.count
        runs[number] = try UnitRun(unit, timeout: timeout, loop: loop) { [unowned self] in
          runs[number] = nil
          outcomes.append($0)
        }
      }

      /// Waits for this many outcomes since the last call.
      func nextOutcomes(_ count: Int) throws -> [UnitRun.Outcome] {
        try loop.run { outcomes.count == count }
        defer { outcomes = [] }
        return outcomes
      }

      func outcome(of unit: String) throws -> UnitRun.Outcome {
        try start(unit)
        return try nextOutcomes(1)[0]
      }
    }

    @Test(.enabled(if: SystemdManager.hasBus, "dbus-daemon is not installed"))
    func unitsAreStartedOverTheBus() throws {
      let rig = try Rig(timeout: 20)
      #expect(try rig.outcome(of: "door.service") == .done)
      #expect(try rig.outcome(of: "window.service") == .failed("Unit window.service not found."))
      #expect(rig.manager.startCalls == [["door.service", "replace"], ["window.service", "replace"]])
      for _ in 1...20 { try rig.start("door.service") }
      #expect(try rig.nextOutcomes(20) == Array(repeating: .done, count: 20))
      rig.manager.reportsEndBeforeReply = true
      #expect(try rig.outcome(of: "door.service") == .done)
    }

    @Test(
      .enabled(if: SystemdManager.hasBus, "dbus-daemon is not installed"),
      arguments: ["failed", "dependency", "timeout", "canceled", "skipped"])
    func failedJobIsReported(_ result: String) throws {
      let rig = try Rig(timeout: 20)
      for reportsEndBeforeReply in [false, true] {
        rig.manager.reportsEndBeforeReply = reportsEndBeforeReply
        rig.manager.jobs["door.service"] = .ends(result: result)
        #expect(try rig.outcome(of: "door.service") == .failed("the job's result is \(result)"))
      }
    }

    @Test(.enabled(if: SystemdManager.hasBus, "dbus-daemon is not installed"))
    func startWaitsForItsOwnJob() throws {
      let rig = try Rig(timeout: 20)
      rig.manager.jobs["slow.service"] = .neverEnds
      try rig.start("slow.service")
      try rig.loop.run { rig.manager.startCalls.count == 1 }
      rig.manager.reportEnd(of: 7, "slow.service", "failed")
      // The bus keeps the order: the signal for job 7 precedes this answer.
      try rig.start("door.service")
      #expect(try rig.nextOutcomes(1) == [.done])
      rig.manager.reportEnd(of: 1, "slow.service", "done")
      #expect(try rig.nextOutcomes(1) == [.done])
    }

    @Test(.enabled(if: SystemdManager.hasBus, "dbus-daemon is not installed"))
    func slowJobHasUnknownOutcome() throws {
      let rig = try Rig()
      rig.manager.jobs["slow.service"] = .neverEnds
      #expect(
        try rig.outcome(of: "slow.service") == .unknown("not started within 0 s; whether it was started is not known"))
    }

    /// The bus accepts connections but answers nothing. A call that was given up must not be executed later.
    @Test(.enabled(if: SystemdManager.hasBus, "dbus-daemon is not installed"))
    func abandonedStartIsNotExecuted() throws {
      let rig = try Rig()
      kill(rig.manager.daemon.processIdentifier, SIGSTOP)
      try rig.start("door.service")
      try rig.start("door.service")
      #expect(try rig.nextOutcomes(2) == Array(repeating: .failed("no answer within 0 s"), count: 2))
      kill(rig.manager.daemon.processIdentifier, SIGCONT)
      // The bus answers this after any earlier call.
      var answer: UnitRun.Outcome?
      while answer != .done { answer = try rig.outcome(of: "door.service") }
      #expect(rig.manager.startCalls == [["door.service", "replace"]])
    }

    /// A sent call can't be undone, so its outcome is unknown.
    @Test(.enabled(if: SystemdManager.hasBus, "dbus-daemon is not installed"))
    func unansweredStartHasUnknownOutcome() throws {
      let rig = try Rig()
      rig.manager.ignoresCalls = true
      #expect(
        try rig.outcome(of: "door.service") == .unknown("no answer within 0 s; whether it was started is not known"))
      #expect(rig.manager.startCalls.count == 1)
    }

    @Test(.enabled(if: SystemdManager.hasBus, "dbus-daemon is not installed"))
    func outcomeIsUnknownIfTheBusEnds() throws {
      let rig = try Rig(timeout: 20)
      rig.manager.ignoresCalls = true
      try rig.start("door.service")
      try rig.loop.run { rig.manager.startCalls.count == 1 }
      kill(rig.manager.daemon.processIdentifier, SIGKILL)
      guard case .unknown(let reason) = try rig.nextOutcomes(1)[0] else {
        Issue.record("the outcome isn't unknown")
        return
      }
      #expect(reason.hasSuffix("; whether it was started is not known"))
    }

    @Test func missingBusIsReported() throws {
      setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1)
      defer { unsetenv("DBUS_SYSTEM_BUS_ADDRESS") }
      let loop = try EventLoop()
      #expect(throws: SystemError("sd_bus_open_system", ENOENT)) {
        try UnitRun("door.service", timeout: 1, loop: loop) { _ in Issue.record("it was started") }
      }
    }
  }
}
