import Emulation
import Foundation
import TestSupport
import Testing

@testable import Configuration
@testable import Kiosk
@testable import PanelKit

extension SerializedProcessStateTests {
  /// Runs real commands, which write a line at their start and end.
  @Suite struct IdleHooksTests {
    private final class Rig {
      let loop: EventLoop
      let hooks: IdleHooks
      let log = LogPipe()
      private let directory = try! TemporaryDirectory()

      /// - Parameters:
      ///   - transitions: The transitions that have a command.
      ///   - seconds: The duration of each command.
      init(_ transitions: [IdleTransition], seconds: Double = 0) throws {
        loop = try EventLoop()
        hooks = IdleHooks(loop: loop, log: log.log)
        let file = directory.file("lines")
        let script = """
          echo "$CUBE_KIOSK_IDLE begins" >>'\(file)'
          sleep \(seconds)
          echo "$CUBE_KIOSK_IDLE ends" >>'\(file)'
          """
        for transition in transitions { hooks.actions[transition] = .command(.init(arguments: ["sh", "-c", script])) }
      }

      /// The lines that the commands wrote.
      var lines: [String] { ((try? directory.read("lines")) ?? "").split(separator: "\n").map(String.init) }
    }

    @Test func eachTransitionRunsItsCommandOnce() throws {
      let rig = try Rig(IdleTransition.allCases)
      // Attract mode runs the same command as a wake-up: the panel is lit.
      let states: [(IdleState, String)] = [
        (.active, "wake"), (.dimmed, "dim"), (.attract, "wake"), (.dark, "dark"), (.active, "wake"),
      ]
      for (index, (state, word)) in states.enumerated() {
        rig.hooks.enter(state)
        rig.hooks.enter(state)
        try rig.loop.run {
          rig.lines.count == 2 * (index + 1) && rig.lines.last == "\(word) ends" && rig.hooks.runningCommands.isEmpty
        }
        // The attract animation has run the command for waking: a touch that ends the animation runs no command.
        if state == .attract { rig.hooks.enter(.active) }
      }
      try rig.loop.run { rig.log.contains("idle.onWake: status 0") }
    }

    /// A transition during a command waits for its end. If several are waiting, only the command of the latest runs.
    @Test func latestTransitionWins() throws {
      let rig = try Rig(IdleTransition.allCases, seconds: 0.3)
      rig.hooks.enter(.dimmed)
      try rig.loop.run { rig.lines == ["dim begins"] }
      rig.hooks.enter(.dark)
      rig.hooks.enter(.active)
      rig.hooks.enter(.dimmed)
      rig.hooks.enter(.active)
      try rig.loop.run { rig.lines.last == "wake ends" }
      #expect(rig.lines == ["dim begins", "dim ends", "wake begins", "wake ends"])
    }

    @Test func transitionWithoutCommandDropsWaitingCommand() throws {
      let rig = try Rig([.dim, .dark], seconds: 0.3)
      rig.hooks.enter(.dimmed)
      try rig.loop.run { rig.lines == ["dim begins"] }
      rig.hooks.enter(.dark)
      rig.hooks.enter(.active)
      try rig.loop.run { rig.log.contains("idle.onDim: status 0") }
      rig.hooks.enter(.dimmed)
      try rig.loop.run { rig.lines.count == 4 }
      #expect(rig.lines == ["dim begins", "dim ends", "dim begins", "dim ends"])
    }

    /// A hanging command doesn't keep the panel dark until its timeout.
    @Test func hangingCommandIsEndedForTheNext() throws {
      let rig = try Rig([.dark, .wake])
      rig.hooks.actions[.dark] = .command(.init(arguments: ["sleep", "1000"]))
      rig.hooks.enter(.dark)
      let start = EventLoop.now
      rig.hooks.enter(.active)
      try rig.loop.run { rig.lines == ["wake begins", "wake ends"] }
      #expect(EventLoop.now - start >= IdleHooks.timeLimitWhileAnotherWaits)
      #expect(rig.log.contains("idle.onDark: status 124"))
    }

    /// A command that can't be started is logged, and doesn't keep the next command from running.
    @Test(.disabled(if: Emulation.isOn, Comment(rawValue: Emulation.execErrorsNotReportedReason)))
    func failedStartIsLogged() throws {
      let rig = try Rig([.wake])
      rig.hooks.actions[.dim] = .command(.init(arguments: ["/nonexistent"]))
      rig.hooks.enter(.dimmed)
      rig.hooks.enter(.active)
      try rig.loop.run { rig.lines == ["wake begins", "wake ends"] }
      #expect(rig.log.contains("idle.onDim: /nonexistent: No such file or directory"))
      // A transition without a command does nothing.
      rig.hooks.enter(.dark)
      try rig.loop.runOnce(timeout: 0)
      #expect(rig.lines.count == 2)
    }

    /// The next action waits for a unit's result, but no longer than `timeLimitWhileAnotherWaits`.
    @Test func unitResultIsAwaited() throws {
      let rig = try Rig([])
      let systemctl = try StubSystemctl()
      rig.hooks.actions = [
        .dim: .unit("dim.service"), .dark: .unit("dark.service"), .wake: .unit("wake.service"),
      ]
      try systemctl.end("dim.service", status: 1)
      try systemctl.end("wake.service", status: 0)
      rig.hooks.enter(.dimmed)
      try rig.loop.run { rig.log.contains("idle.onDim: dim.service: systemctl ended with status 1") }
      // dark.service has no result: its start hangs.
      rig.hooks.enter(.dark)
      let start = EventLoop.now
      rig.hooks.enter(.active)
      try rig.loop.run { rig.log.contains("idle.onWake: wake.service started") }
      #expect(EventLoop.now - start >= IdleHooks.timeLimitWhileAnotherWaits)
      #expect(
        rig.log.contains("idle.onDark: dark.service: systemctl took too long; whether it was started is not known"))
    }

    @Test func runningCommandEndsWithTheProgram() throws {
      let rig = try Rig([])
      let directory = try TemporaryDirectory()
      rig.hooks.actions[.dark] = .command(
        .init(arguments: ["sh", "-c", "echo $$ >'\(directory.file("pid"))'; exec sleep 1000"]))
      rig.hooks.enter(.dark)
      var pid: pid_t?
      try rig.loop.run {
        pid = (try? directory.read("pid")).flatMap { pid_t($0.trimmingCharacters(in: .newlines)) }
        return pid != nil
      }
      CommandRun.end(rig.hooks.runningCommands)
      #expect(kill(try #require(pid), 0) == -1 && errno == ESRCH)
    }
  }
}
