import Emulation
import Foundation
import TestSupport
import Testing

@testable import Configuration
@testable import Kiosk
@testable import PanelKit

extension WholeProcessTests {
  /// What an idle panel starts, with real commands that write down when they began and ended.
  @Suite struct IdleHooksTests {
    private final class Rig {
      let loop: EventLoop
      let hooks: IdleHooks
      private let file: String
      private let output = Pipe()
      private var bytes: [UInt8] = []

      /// - Parameter seconds: for which each command goes on.
      init(_ moments: [IdleTransition], seconds: Double = 0) throws {
        loop = try EventLoop()
        file = NSTemporaryDirectory() + "cube-kiosk-hooks-\(UUID())"
        _ = fcntl(output.fileHandleForReading.fileDescriptor, F_SETFL, O_NONBLOCK)
        hooks = IdleHooks(
          loop: loop, log: Log(level: .notice, fd: output.fileHandleForWriting.fileDescriptor))
        let script = """
          echo "$CUBE_KIOSK_IDLE begins" >>'\(file)'
          sleep \(seconds)
          echo "$CUBE_KIOSK_IDLE ends" >>'\(file)'
          """
        for moment in moments { hooks.actions[moment] = .command(.init(arguments: ["sh", "-c", script])) }
      }

      deinit { try? FileManager.default.removeItem(atPath: file) }

      var told: [String] {
        ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
      }

      /// The lines so far.
      func log() -> [String] {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let fd = output.fileHandleForReading.fileDescriptor
        while case let count = read(fd, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      }

      func turn(until isOver: () -> Bool) throws {
        let end = EventLoop.now + 20_000_000_000
        while !isOver(), EventLoop.now < end { try loop.turn(waiting: 20_000_000) }
        #expect(isOver(), "\(told)")
      }
    }

    /// Each at its moment, once, and the journal has it.
    @Test func eachMomentStartsItsOwn() throws {
      let rig = try Rig(IdleTransition.allCases)
      // At the start, at the touch that wakes, and where it begins to turn it is the same: somebody should see it.
      let states: [(IdleState, String)] = [
        (.active, "wake"), (.dimmed, "dim"), (.attract, "wake"), (.dark, "dark"), (.active, "wake"),
      ]
      for (index, (state, word)) in states.enumerated() {
        rig.hooks.enter(state)
        rig.hooks.enter(state)
        try rig.turn {
          rig.told.count == 2 * (index + 1) && rig.told.last == "\(word) ends" && rig.hooks.runs.isEmpty
        }
        if state == .attract { rig.hooks.enter(.active) }
      }
      try rig.turn { rig.log().contains { $0.hasSuffix("idle.onWake: status 0") } }
    }

    /// Those that come while one is at work wait, and of these the last one alone is started.
    @Test func theLastStateWins() throws {
      let rig = try Rig(IdleTransition.allCases, seconds: 0.3)
      rig.hooks.enter(.dimmed)
      try rig.turn { rig.told == ["dim begins"] }
      rig.hooks.enter(.dark)
      rig.hooks.enter(.active)
      rig.hooks.enter(.dimmed)
      rig.hooks.enter(.active)
      try rig.turn { rig.told.last == "wake ends" }
      #expect(rig.told == ["dim begins", "dim ends", "wake begins", "wake ends"])
    }

    /// What waits for its turn isn't wanted any more once the panel is in a state that has nothing of its own.
    @Test func aStateWithoutAnErrandTakesBackWhatWaits() throws {
      let rig = try Rig([.dim, .dark], seconds: 0.3)
      rig.hooks.enter(.dimmed)
      try rig.turn { rig.told == ["dim begins"] }
      rig.hooks.enter(.dark)
      rig.hooks.enter(.active)
      try rig.turn { rig.log().contains { $0.hasSuffix("idle.onDim: status 0") } }
      rig.hooks.enter(.dimmed)
      try rig.turn { rig.told.count == 4 }
      #expect(rig.told == ["dim begins", "dim ends", "dim begins", "dim ends"])
    }

    /// One that hangs keeps nobody in the dark for its half minute.
    @Test func aCommandThatHangsIsEndedForTheNext() throws {
      let rig = try Rig([.dark, .wake])
      rig.hooks.actions[.dark] = .command(.init(arguments: ["sleep", "1000"]))
      rig.hooks.enter(.dark)
      let start = EventLoop.now
      rig.hooks.enter(.active)
      try rig.turn { rig.told == ["wake begins", "wake ends"] }
      #expect(EventLoop.now - start >= IdleHooks.remainingTime)
      #expect(rig.log().contains { $0.hasSuffix("idle.onDark: status 124") })
    }

    /// What can't be started is told, and the next one is.
    @Test(.disabled(if: Emulation.isOn, Comment(rawValue: Emulation.losesErrorsOfExec)))
    func whatIsNotThereIsTold() throws {
      let rig = try Rig([.wake])
      rig.hooks.actions[.dim] = .command(.init(arguments: ["/nonexistent"]))
      rig.hooks.enter(.dimmed)
      rig.hooks.enter(.active)
      try rig.turn { rig.told == ["wake begins", "wake ends"] }
      #expect(rig.log().contains { $0.contains("idle.onDim: /nonexistent: No such file or directory") })
      // Nothing is said for a moment, and nothing done.
      rig.hooks.enter(.dark)
      try rig.loop.turn(waiting: 0)
      #expect(rig.told.count == 2)
    }

    /// A unit is waited for, and the journal has its job's result; one that hangs has three seconds left.
    @Test(.enabled(if: SystemdManager.hasBus, "dbus-daemon is not installed"))
    func unitResultIsAwaited() throws {
      let rig = try Rig([])
      let systemd = try SystemdManager(rig.loop)
      systemd.results = ["dim.service": "failed", "dark.service": nil, "wake.service": "done"]
      rig.hooks.actions = [
        .dim: .unit("dim.service"), .dark: .unit("dark.service"), .wake: .unit("wake.service"),
      ]
      rig.hooks.enter(.dimmed)
      try rig.turn { rig.log().contains { $0.hasSuffix("idle.onDim: dim.service: the job's result is failed") } }
      rig.hooks.enter(.dark)
      try rig.turn { systemd.calls.count == 2 }
      let start = EventLoop.now
      rig.hooks.enter(.active)
      try rig.turn { rig.log().contains { $0.hasSuffix("idle.onWake: wake.service started") } }
      #expect(EventLoop.now - start >= IdleHooks.remainingTime)
      #expect(rig.log().contains { $0.contains("idle.onDark: dark.service: not started within 3 s;") })
    }

    /// The program goes: what runs goes with it.
    @Test func nothingStays() throws {
      let rig = try Rig([])
      let file = NSTemporaryDirectory() + "cube-kiosk-errand-\(UUID())"
      defer { unlink(file) }
      rig.hooks.actions[.dark] = .command(.init(arguments: ["sh", "-c", "echo $$ >'\(file)'; exec sleep 1000"]))
      rig.hooks.enter(.dark)
      var pid: pid_t?
      try rig.turn {
        let text = try? String(contentsOfFile: file, encoding: .utf8)
        pid = text.flatMap { pid_t($0.trimmingCharacters(in: .newlines)) }
        return pid != nil
      }
      CommandRun.end(rig.hooks.runs)
      #expect(kill(try #require(pid), 0) == -1 && errno == ESRCH)
    }
  }
}
