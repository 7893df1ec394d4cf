import Emulation
import Events
import Foundation
import Testing

@testable import Kiosk
@testable import PanelKit

extension WholeProcessTests {
  /// Each with a real program.
  @Suite struct CommandRunTests {
    /// The lines that a log has written.
    private final class LogFile {
      let log: Log
      private let ends: (read: Int32, write: Int32)

      init() {
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0)
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        self.ends = (ends[0], ends[1])
        log = Log(level: .debug, fd: ends[1])
      }

      deinit {
        close(ends.read)
        close(ends.write)
      }

      func lines() -> [String] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = read(ends.read, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
          String($0.dropFirst("cube-kiosk: ".count))
        }
      }
    }

    private struct Ended {
      let outcome: CommandRun.Outcome
      let log: [String]

      /// The lines that the command itself wrote.
      var output: [String] {
        log.filter { $0.hasPrefix("action: | ") }.map { String($0.dropFirst("action: | ".count)) }
      }
    }

    private func run(
      _ command: [String], timeout: Double = 20, environment: [String: String] = [:], grace: UInt64 = 200_000_000,
      face: Int = 3, count: Int = 1
    ) throws -> Ended {
      let (loop, file) = (try EventLoop(), LogFile())
      var outcome: CommandRun.Outcome?
      let run = try CommandRun(
        .init(arguments: command, timeout: timeout, environment: environment), face: face, count: count, grace: grace,
        loop: loop, log: file.log
      ) { outcome = $0 }
      let end = EventLoop.now + 20_000_000_000
      while outcome == nil, EventLoop.now < end { try loop.turn(waiting: 1_000_000_000) }
      withExtendedLifetime(run) {}
      return Ended(outcome: try #require(outcome), log: file.lines())
    }

    private func shell(_ script: String, timeout: Double = 20) throws -> Ended {
      try run(["sh", "-c", script], timeout: timeout)
    }

    @Test(arguments: [
      ("exit 0", CommandRun.Outcome.exited(0), 0), ("exit 42", .exited(42), 42), ("kill -9 $$", .signalled(9), 137),
    ])
    func theStatusIsTheShells(_ script: String, _ outcome: CommandRun.Outcome, _ status: Int) throws {
      let ended = try shell(script)
      #expect(ended.outcome == outcome && ended.outcome.status == status)
    }

    @Test(
      .disabled(if: Emulation.isOn, Comment(rawValue: Emulation.losesErrorsOfExec)),
      arguments: [
        ("no-such-program-of-the-kiosk", "No such file or directory"), ("/etc/passwd", "Permission denied"),
      ])
    func aProgramThatCannotBeStartedIsSaidSo(_ name: String, _ reason: String) throws {
      let (loop, file) = (try EventLoop(), LogFile())
      do {
        _ = try CommandRun(.init(arguments: [name]), face: 3, count: 1, loop: loop, log: file.log) { _ in }
        Issue.record("it was started")
      } catch {
        #expect("\(error)" == "\(name): \(reason)")
      }
      #expect(file.lines() == ["action: \(name): \(reason)"])
    }

    @Test func noShellTouchesTheArguments() throws {
      let ended = try run(["printf", "%s\\n", "$HOME; rm *", "two words", "-x"])
      #expect(ended.output == ["$HOME; rm *", "two words", "-x"])
    }

    @Test func theEnvironmentIsOursWithoutWhatIsForUsAlone() throws {
      let privateNames = [
        "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
      ]
      for name in privateNames + ["CUBE_KIOSK_FACE", "CUBE_KIOSK_COUNT"] { setenv(name, "ours", 1) }
      setenv("CUBE_KIOSK_TEST", "kept", 1)
      setenv("CUBE_KIOSK_OTHER", "ours", 1)
      let names = ["CUBE_KIOSK_FACE", "CUBE_KIOSK_COUNT", "CUBE_KIOSK_TEST", "CUBE_KIOSK_OTHER"]
      defer { for name in privateNames + names { unsetenv(name) } }
      let seen = try run(["env"], environment: ["CUBE_KIOSK_OTHER": "the owner's"], face: 3, count: 17).output
      #expect(seen.filter { $0.hasPrefix("CUBE_KIOSK_OTHER") } == ["CUBE_KIOSK_OTHER=the owner's"])
      #expect(seen.contains("CUBE_KIOSK_FACE=3") && seen.contains("CUBE_KIOSK_COUNT=17"))
      #expect(seen.contains("CUBE_KIOSK_TEST=kept"))
      #expect(seen.filter { $0.hasPrefix("CUBE_KIOSK_COUNT") }.count == 1)
      #expect(!seen.contains { line in privateNames.contains { line.hasPrefix($0 + "=") } })
    }

    /// Its score is its own from its first moment, and not ours any more.
    @Test func whenMemoryIsShortItGoesFirst() throws {
      #expect(try shell("cat /proc/$$/oom_score_adj").output == ["\(CommandRun.oomScore)"])
      let ours = try String(contentsOfFile: "/proc/self/oom_score_adj", encoding: .utf8)
      #expect(ours != "\(CommandRun.oomScore)\n")
    }

    @Test func outputIsLoggedLineByLine() throws {
      let ended = try shell("echo one; printf 'tw' >&2; echo o; printf '\\033[2Jthree'; printf '\\n\\nend'")
      #expect(ended.output == ["one", "two", "\u{FFFD}[2Jthree", "", "end"])
    }

    @Test func aLineWithoutEndIsCut() throws {
      let ended = try shell("head -c 10000 /dev/zero | tr '\\0' x")
      #expect(ended.output.map(\.count) == [4096, 4096, 1808])
    }

    @Test func whatTakesTooLongIsTerminated() throws {
      let ended = try shell("trap 'echo asked; exit 0' TERM; echo waiting; while :; do sleep 0.01; done", timeout: 0.3)
      #expect(ended.outcome == .timedOut && ended.outcome.status == 124)
      #expect(ended.output.first == "waiting" && ended.output.last == "asked")
    }

    @Test func whatDoesNotListenIsKilled() throws {
      let start = EventLoop.now
      let ended = try shell("trap '' TERM; while :; do sleep 0.01; done", timeout: 0.2)
      #expect(ended.outcome == .timedOut)
      #expect(EventLoop.now - start > 400_000_000)
    }

    @Test func aChildOfTheCommandDoesNotHoldTheButton() throws {
      let start = EventLoop.now
      #expect(try shell("sleep 30 & echo started $!").outcome == .exited(0))
      #expect(EventLoop.now - start < 10_000_000_000)
    }

    /// It is asked first.
    @Test func whatListensEndsByItselfWhenTheKioskEnds() throws {
      let (loop, file) = (try EventLoop(), LogFile())
      let told = "/tmp/cube-kiosk-asked-\(getpid())"
      defer { unlink(told) }
      let script = "trap 'echo asked >\(told); exit' TERM; echo waiting; while :; do sleep 0.01; done"
      let run = try CommandRun(
        .init(arguments: ["sh", "-c", script]), face: 3, count: 1, loop: loop, log: file.log
      ) { _ in Issue.record("a command that was ended has no result") }
      let end = EventLoop.now + 20_000_000_000
      while !file.lines().contains("action: | waiting"), EventLoop.now < end { try loop.turn(waiting: 100_000_000) }
      CommandRun.end([run])
      #expect(try String(contentsOfFile: told, encoding: .utf8) == "asked\n")
    }

    /// A command that ends when it is asked, and leaves somebody behind who doesn't listen.
    private static let parent = "(trap '' TERM; echo ready; while :; do sleep 0.05; done) & trap 'exit 0' TERM; wait"

    @Test func whatALateCommandLeavesIsKilled() throws {
      let ended = try shell("echo $$; " + Self.parent, timeout: 0.3)
      #expect(ended.outcome == .timedOut)
      let group = try #require(ended.output.first.flatMap { pid_t($0) })
      let end = EventLoop.now + 5_000_000_000
      while kill(-group, 0) == 0, EventLoop.now < end { usleep(1000) }
      #expect(kill(-group, 0) == -1 && errno == ESRCH)
    }

    @Test(arguments: ["echo ready; sleep 1000", "trap '' TERM; echo ready; while :; do sleep 0.05; done", parent])
    func nothingIsLeftWhenTheKioskEnds(_ script: String) throws {
      let (loop, file) = (try EventLoop(), LogFile())
      let run = try CommandRun(
        .init(arguments: ["sh", "-c", "echo $$; " + script], timeout: 9), face: 3, count: 1, loop: loop, log: file.log
      ) { _ in Issue.record("a command that was ended has no result") }
      var lines: [String] = []
      let end = EventLoop.now + 20_000_000_000
      while !lines.contains("action: | ready"), EventLoop.now < end {
        try loop.turn(waiting: 1_000_000_000)
        lines += file.lines()
      }
      CommandRun.end([run])
      let group = try #require(lines.compactMap { pid_t($0.dropFirst("action: | ".count)) }.first)
      // Members that were children of the shell are init's now, and may take it a moment to bury.
      while kill(-group, 0) == 0, EventLoop.now < end { usleep(1000) }
      #expect(kill(-group, 0) == -1 && errno == ESRCH)
    }
  }
}
