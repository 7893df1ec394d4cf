import Emulation
import Foundation
import PanelSystem
import TestSupport
import Testing

@testable import Kiosk
@testable import PanelKit

extension SerializedProcessStateTests {
  /// Runs real programs.
  @Suite struct CommandRunTests {
    /// A timeout, in seconds, within which a shell has set its traps on a busy machine.
    private static let timeoutAfterStart = 2.0

    private struct FinishedRun {
      let outcome: CommandRun.Outcome
      let log: [String]

      /// The lines that the command itself wrote.
      var output: [String] {
        log.filter { $0.hasPrefix("action: | ") }.map { String($0.dropFirst("action: | ".count)) }
      }
    }

    private func run(
      _ command: [String], timeout: Double = 20, environment: [String: String] = [:],
      kioskVariables: [String: String] = [:],
      gracePeriod: UInt64 = 200_000_000
    ) throws -> FinishedRun {
      let (loop, pipe) = (try EventLoop(), LogPipe(level: .debug))
      var outcome: CommandRun.Outcome?
      let run = try CommandRun(
        .init(arguments: command, timeout: timeout, environment: environment), kioskVariables: kioskVariables,
        gracePeriod: gracePeriod,
        loop: loop, log: pipe.log
      ) { outcome = $0 }
      try loop.run { outcome != nil }
      withExtendedLifetime(run) {}
      return FinishedRun(outcome: try #require(outcome), log: pipe.lines)
    }

    private func shell(_ script: String, timeout: Double = 20) throws -> FinishedRun {
      try run(["sh", "-c", script], timeout: timeout)
    }

    @Test(arguments: [
      ("exit 0", CommandRun.Outcome.exited(0), 0), ("exit 42", .exited(42), 42), ("kill -9 $$", .signaled(9), 137),
    ])
    func statusMatchesTheShells(_ script: String, _ outcome: CommandRun.Outcome, _ status: Int) throws {
      let ended = try shell(script)
      #expect(ended.outcome == outcome && ended.outcome.status == status)
    }

    @Test(
      .disabled(if: Emulation.isOn, Comment(rawValue: Emulation.execErrorsNotReportedReason)),
      arguments: [
        ("no-such-program-of-the-kiosk", "No such file or directory"), ("/etc/passwd", "Permission denied"),
      ])
    func failedStartIsReported(_ name: String, _ reason: String) throws {
      let (loop, pipe) = (try EventLoop(), LogPipe(level: .debug))
      let error = thrownError(SystemError.self) {
        try CommandRun(.init(arguments: [name]), kioskVariables: [:], loop: loop, log: pipe.log) { _ in }
      }
      #expect(error?.description == "\(name): \(reason)")
      #expect(pipe.lines == ["action: \(name): \(reason)"])
    }

    @Test func argumentsAreNotInterpretedByAShell() throws {
      let ended = try run(["printf", "%s\\n", "$HOME; rm *", "two words", "-x"])
      #expect(ended.output == ["$HOME; rm *", "two words", "-x"])
    }

    @Test func environmentIsInheritedWithoutPrivateVariables() throws {
      let privateNames = [
        "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
      ]
      for name in privateNames + ["CUBE_KIOSK_FACE", "CUBE_KIOSK_COUNT"] { setenv(name, "panel", 1) }
      setenv("CUBE_KIOSK_TEST", "panel", 1)
      setenv("CUBE_KIOSK_OTHER", "panel", 1)
      let names = ["CUBE_KIOSK_FACE", "CUBE_KIOSK_COUNT", "CUBE_KIOSK_TEST", "CUBE_KIOSK_OTHER"]
      defer { for name in privateNames + names { unsetenv(name) } }
      let seen = try run(
        ["env"], environment: ["CUBE_KIOSK_OTHER": "action"],
        kioskVariables: ["CUBE_KIOSK_FACE": "3", "CUBE_KIOSK_COUNT": "17"]
      ).output
      #expect(seen.filter { $0.hasPrefix("CUBE_KIOSK_OTHER") } == ["CUBE_KIOSK_OTHER=action"])
      #expect(seen.contains("CUBE_KIOSK_FACE=3") && seen.contains("CUBE_KIOSK_COUNT=17"))
      #expect(seen.contains("CUBE_KIOSK_TEST=panel"))
      #expect(seen.filter { $0.hasPrefix("CUBE_KIOSK_COUNT") }.count == 1)
      #expect(!seen.contains { line in privateNames.contains { line.hasPrefix($0 + "=") } })
    }

    /// The command's OOM score is set right after its start; the panel's own doesn't change.
    @Test func commandHasHigherOOMScore() throws {
      let panelScore = try String(contentsOfFile: "/proc/self/oom_score_adj", encoding: .utf8)
      let value = CommandRun.oomScoreAdjustment
      #expect(try shell("until grep -qx \(value) /proc/$$/oom_score_adj; do :; done; echo set").output == ["set"])
      #expect(try String(contentsOfFile: "/proc/self/oom_score_adj", encoding: .utf8) == panelScore)
    }

    @Test func outputIsLoggedLineByLine() throws {
      let ended = try shell("echo one; printf 'tw' >&2; echo o; printf '\\033[2Jthree'; printf '\\n\\nend'")
      #expect(ended.output == ["one", "two", "\u{FFFD}[2Jthree", "", "end"])
    }

    @Test func longLineIsSplit() throws {
      let ended = try shell("head -c 10000 /dev/zero | tr '\\0' x")
      #expect(ended.output.map(\.count) == [4096, 4096, 1808])
    }

    /// About a hundred lines per second are logged, and the others are counted.
    @Test func loggedLinesAreLimited() throws {
      let start = EventLoop.now
      let output = try shell("seq 1 50000").output
      let seconds = Int((EventLoop.now - start) / 1_000_000_000) + 1
      let dropped = output.compactMap { Int($0.split(separator: " ").dropFirst().first ?? "") }
      let logged = output.filter { !$0.hasPrefix("…") }
      #expect(logged.prefix(100) == (1...100).map { "\($0)" }[...])
      #expect(logged.count <= seconds * CommandRun.maximumLinesPerSecond)
      #expect(dropped.reduce(logged.count, +) == 50000)
      #expect(output.last == "… \(dropped.last ?? 0) lines dropped")
    }

    /// The pipe is read about every 20 ms, so that an endless output leaves most of the time to the loop.
    @Test(arguments: ["yes", "exec cat /dev/zero"]) func endlessOutputIsThrottled(_ script: String) throws {
      let (loop, pipe) = (try EventLoop(), LogPipe())
      var outcome: CommandRun.Outcome?
      let run = try CommandRun(
        .init(arguments: ["sh", "-c", script], timeout: 1), kioskVariables: [:], loop: loop, log: pipe.log
      ) { outcome = $0 }
      var (lines, eventCount) = ([String](), 0)
      while outcome == nil {
        eventCount += try loop.runOnce(timeout: 1_000_000_000) ? 1 : 0
        lines = pipe.lines
      }
      withExtendedLifetime(run) {}
      // Two events per read.
      #expect(eventCount < 250 && lines.count < 500 && lines.contains { $0.hasSuffix(" lines dropped") })
    }

    @Test func slowCommandIsTerminated() throws {
      let ended = try run(
        ["sh", "-c", "trap 'echo asked; exit 0' TERM; echo waiting; while :; do sleep 0.01; done"],
        timeout: Self.timeoutAfterStart, gracePeriod: CommandRun.gracePeriod)
      #expect(ended.outcome == .timedOut && ended.outcome.status == 124)
      #expect(ended.output.first == "waiting" && ended.output.last == "asked")
    }

    @Test func unresponsiveCommandIsKilled() throws {
      let start = EventLoop.now
      let ended = try shell("trap '' TERM; while :; do sleep 0.01; done", timeout: Self.timeoutAfterStart)
      #expect(ended.outcome == .timedOut)
      // The timeout, then the grace period of 0.2 s.
      #expect(EventLoop.now - start > 2_200_000_000)
    }

    /// The child keeps the output's pipe open.
    @Test func backgroundChildDoesNotDelayTheOutcome() throws {
      let start = EventLoop.now
      #expect(try shell("sleep 30 & echo started $!").outcome == .exited(0))
      #expect(EventLoop.now - start < 10_000_000_000)
    }

    /// Ends a command as the kiosk does at its exit, once it has written a line.
    private func end(_ script: String, after line: String, _ pipe: LogPipe) throws {
      let loop = try EventLoop()
      let run = try CommandRun(
        .init(arguments: ["sh", "-c", script], timeout: 9), kioskVariables: [:], loop: loop, log: pipe.log
      ) { _ in Issue.record("a command that was ended has no result") }
      try loop.run { pipe.lines.contains("action: | \(line)") }
      CommandRun.end([run])
    }

    /// The command receives SIGTERM, and SIGKILL only if it doesn't end.
    @Test func responsiveCommandEndsWithTheKiosk() throws {
      let pipe = LogPipe(level: .debug)
      let directory = try TemporaryDirectory()
      let script =
        "trap 'echo asked >\(directory.file("asked")); exit' TERM; echo waiting; while :; do sleep 0.01; done"
      try end(script, after: "waiting", pipe)
      #expect(try directory.read("asked") == "asked\n")
    }

    /// A command that ends on SIGTERM, and leaves a child that doesn't.
    private static let parent = "(trap '' TERM; echo ready; while :; do sleep 0.05; done) & trap 'exit 0' TERM; wait"

    @Test func childrenOfSlowCommandAreKilled() throws {
      let ended = try shell("echo $$; " + Self.parent, timeout: Self.timeoutAfterStart)
      #expect(ended.outcome == .timedOut)
      let group = try #require(ended.output.first.flatMap { pid_t($0) })
      try waitUntil("the group has ended") { kill(-group, 0) == -1 && errno == ESRCH }
    }

    @Test(arguments: ["echo ready; sleep 1000", "trap '' TERM; echo ready; while :; do sleep 0.05; done", parent])
    func nothingSurvivesTheKiosk(_ script: String) throws {
      let pipe = LogPipe(level: .debug)
      try end("echo $$; " + script, after: "ready", pipe)
      let group = try #require(pipe.lines.compactMap { pid_t($0.dropFirst("action: | ".count)) }.first)
      // The shell's children are init's now, which may take a moment to reap them.
      try waitUntil("the group has ended") { kill(-group, 0) == -1 && errno == ESRCH }
    }
  }
}
