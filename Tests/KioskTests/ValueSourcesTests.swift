import Emulation
import Events
import Foundation
import Scenes
import Testing

@testable import Control
@testable import Kiosk
@testable import PanelKit

extension WholeProcessTests {
  /// Values with real programs, files and the clock.
  @Suite struct ValueSourcesTests {
    private final class Rig {
      let loop: EventLoop
      let values: Values
      let directory: String
      private(set) var sources: ValueSources!
      private let ends: (read: Int32, write: Int32)
      /// All that one of them said.
      private(set) var seen: [String] = []
      private var observer: ChangeObserver?

      init(_ definitions: [String: ValueDefinition], watching name: String = "a") throws {
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0)
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        self.ends = (ends[0], ends[1])
        var template = Array("/tmp/cube-kiosk-test.XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        loop = try EventLoop()
        values = Values(definitions)
        observer = values.observe([name]) { [unowned self] in seen.append(values.text(of: name)) }
        sources = try ValueSources(values, loop: loop, log: Log(level: .debug, fd: ends[1]))
      }

      deinit {
        CommandRun.end(sources.runs)
        sources = nil
        close(ends.read)
        close(ends.write)
        try? FileManager.default.removeItem(atPath: directory)
      }

      private var bytes: [UInt8] = []

      /// All lines so far.
      var log: [String] {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = read(ends.read, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
          String($0.dropFirst("cube-kiosk: ".count))
        }
      }

      /// Turns the loop until something holds, for two minutes at the most.
      func turn(until condition: () -> Bool) throws {
        let end = EventLoop.now + 120_000_000_000
        while !condition(), EventLoop.now < end { try loop.turn(waiting: 100_000_000) }
        #expect(condition())
      }

      func write(_ text: String, to name: String) throws {
        try text.write(toFile: directory + "/" + name, atomically: false, encoding: .utf8)
      }
    }

    private func shell(_ script: String, every interval: Double) -> [String: ValueDefinition] {
      ["a": ValueDefinition(.command(["sh", "-c", script], interval: interval))]
    }

    private func stream(_ script: String) -> [String: ValueDefinition] {
      ["a": ValueDefinition(.stream(["sh", "-c", script]))]
    }

    // MARK: Commands

    @Test func theFirstLineOfEachRun() throws {
      let file = "/tmp/cube-kiosk-count-\(getpid())"
      defer { unlink(file) }
      let rig = try Rig(shell("echo x >> \(file); wc -l < \(file); echo second; echo error >&2", every: 0.1))
      try rig.turn { rig.seen.count >= 3 }
      #expect(rig.seen.prefix(3) == ["1", "2", "3"])
    }

    /// It is said once each time that it gets worse, and the value stays what it was.
    @Test func aRunThatFailsChangesNothing() throws {
      let file = "/tmp/cube-kiosk-fail-\(getpid())"
      defer { unlink(file) }
      let rig = try Rig(
        shell("echo x >> \(file); n=$(wc -l < \(file)); echo $n; case $n in 2|3|4|6) exit 1;; esac", every: 0.1))
      try rig.turn { rig.seen.count >= 3 }
      #expect(rig.seen.prefix(3) == ["1", "5", "7"])
      #expect(rig.log == Array(repeating: "value a: sh: ended with status 1", count: 2))
    }

    @Test func aRunThatHangsIsEnded() throws {
      let rig = try Rig(shell("echo half; exec sleep 1000", every: 1))
      let run = try #require(rig.sources.runs.first)
      try rig.turn { rig.log.contains("value a: sh: took too long") }
      // And no other was started meanwhile.
      #expect(rig.seen == [] && rig.sources.runs.first !== run)
    }

    /// It may come later.
    @Test(.disabled(if: Emulation.isOn, Comment(rawValue: Emulation.losesErrorsOfExec)))
    func aProgramThatIsNotThere() throws {
      let program = "/tmp/cube-kiosk-program-\(getpid())"
      defer { unlink(program) }
      let rig = try Rig(["a": ValueDefinition(.command([program], interval: 0.1))])
      for _ in 1...5 { try rig.loop.turn(waiting: 200_000_000) }
      #expect(rig.log == ["value a: \(program): \(program): No such file or directory"] && rig.seen == [])
      try "#!/bin/sh\necho here\n".write(toFile: program, atomically: false, encoding: .utf8)
      chmod(program, 0o700)
      try rig.turn { rig.seen == ["here"] }
    }

    // MARK: Streams

    @Test func eachLineOfAStream() throws {
      let rig = try Rig(stream("for i in 1 2 3; do echo $i; sleep 0.1; done; exec sleep 1000"))
      try rig.turn { rig.seen.count == 3 }
      #expect(rig.seen == ["1", "2", "3"])
    }

    /// It is started again, a second later, and when it ends again two seconds later.
    @Test func aStreamThatEnds() throws {
      let rig = try Rig(stream("echo $$"))
      let start = EventLoop.now
      try rig.turn { rig.seen.count == 2 }
      #expect(EventLoop.now - start > 900_000_000)
      try rig.turn { rig.seen.count == 3 }
      #expect(EventLoop.now - start > 2_900_000_000)
      #expect(rig.log == ["value a: sh: ended with status 0"])
    }

    /// Of a million lines a few are taken, the last one among them, and the loop has its turns.
    @Test func aFlood() throws {
      let rig = try Rig(stream("seq 1000000; exec sleep 1000"))
      try rig.turn { rig.seen.last == "1000000" }
      #expect(rig.seen.count < 1000)
    }

    /// It is looked at twice in 20 ms at the most; meanwhile it waits in its pipe.
    @Test func aFloodWithoutEnd() throws {
      let rig = try Rig(stream("seq 1000000000"))
      let start = EventLoop.now
      try rig.turn { EventLoop.now - start > 1_000_000_000 && rig.seen.count > 1 }
      #expect(rig.seen.count <= Int(2 * (EventLoop.now - start) / 20_000_000 + 2))
    }

    @Test func aFloodWithoutALine() throws {
      let rig = try Rig(stream("head -c 20000000 /dev/zero; echo; echo end; exec sleep 1000"))
      try rig.turn { rig.seen.last == "end" }
    }

    /// A run whose value comes from elsewhere is ended, and not heard any more; one whose value stays goes on.
    @Test func anotherConfiguration() throws {
      var definitions = stream("trap '' TERM; while :; do echo $$; sleep 0.05; done")
      definitions["b"] = ValueDefinition(.stream(["sh", "-c", "echo $$; exec sleep 1000"]))
      let rig = try Rig(definitions)
      try rig.turn { rig.values.reading("a") != nil && rig.values.reading("b") != nil }
      let (a, b) = (pid_t(rig.values.reading("a")!.raw)!, pid_t(rig.values.reading("b")!.raw)!)
      definitions["b"]?.unit = "V"
      definitions["a"] = ValueDefinition(.set("x"))
      rig.sources.follow(definitions)
      #expect(rig.values.text(of: "b") == "\(b) V" && kill(b, 0) == 0 && kill(a, 0) == 0)
      #expect(rig.sources.runs.count == 2)
      try rig.turn { rig.sources.runs.count == 1 }
      #expect(rig.values.text(of: "a") == "x")
      // Members that were children of the shell are init's now, and may take it a moment to bury.
      try rig.turn { kill(-a, 0) == -1 }
      #expect(kill(b, 0) == 0)
    }

    // MARK: Files

    @Test func aFileThatIsWrittenRenamedAndRemoved() throws {
      let directory = "/tmp/cube-kiosk-value-\(getpid())"
      defer { try? FileManager.default.removeItem(atPath: directory) }
      let rig = try Rig(["a": ValueDefinition(.file(directory + "/deep/door"))])
      try FileManager.default.createDirectory(atPath: directory + "/deep", withIntermediateDirectories: true)
      func write(_ text: String, _ name: String = "door") throws {
        try text.write(toFile: "\(directory)/deep/\(name)", atomically: false, encoding: .utf8)
      }
      try write("open\nsecond\n")
      try rig.turn { rig.seen.last == "open" }
      try write("shut", "other")
      rename(directory + "/deep/other", directory + "/deep/door")
      try rig.turn { rig.seen.last == "shut" }
      // An empty file and none say nothing.
      for change in [{ try write("") }, { _ = unlink(directory + "/deep/door") }] as [() throws -> Void] {
        try change()
        for _ in 1...3 { try rig.loop.turn(waiting: 100_000_000) }
        #expect(rig.values.text(of: "a") == "shut")
      }
      try write(String(repeating: "x", count: 1 << 20))
      try rig.turn { rig.values.text(of: "a").count == 1000 }
    }

    @Test func whatIsNoFileIsNotRead() throws {
      let rig = try Rig(["a": ValueDefinition(.file("/dev/zero")), "b": ValueDefinition(.file("/tmp"))])
      #expect(rig.seen == [] && rig.values.reading("a") == nil && rig.values.reading("b") == nil)
    }

    // MARK: Those that are set

    @Test func whatIsSetTogetherIsTakenWholeOrNotAtAll() throws {
      let rig = try Rig([
        "a": ValueDefinition(.set("x")), "door": ValueDefinition(.set(nil)), "t": ValueDefinition(.time("%H")),
        "shift": {
          var shift = ValueDefinition(.set("early"))
          shift.choices = ["early", "late"]
          return shift
        }(),
      ])
      var told: [String] = []
      rig.sources.onValue = { told.append("\($0)=\($1)") }
      for _ in 1...2 { try rig.sources.set([("a", "1"), ("door", "open")]) }
      #expect(rig.values.text(of: "a") == "1" && rig.values.text(of: "door") == "open")
      // What stays the same isn't news.
      #expect(told == ["a=1", "door=open"])
      func refusal(_ new: [(name: String, raw: String)]) -> String {
        do {
          try rig.sources.set(new)
          return ""
        } catch {
          return "\(error)"
        }
      }
      #expect(refusal([("a", "2"), ("dor", "shut")]) == "no such value: dor; did you mean door?")
      #expect(refusal([("a", "2"), ("shift", "lat")]) == "shift: 'lat'; expected early or late")
      #expect(refusal([("shift", "late")]) == "" && rig.values.text(of: "shift") == "late")
      #expect(refusal([("a", "2"), ("t", "7")]) == "t is read, not set: it has no \"set\"")
      #expect(refusal([("a", "2\n3")]) == "a: expected at most 1000 characters, on one line")
      #expect(refusal([("a", String(repeating: "x", count: 1001))]).hasPrefix("a: expected at most"))
      #expect(rig.values.text(of: "a") == "1")
    }

    @Test func whatIsOldGetsStaleByItself() throws {
      var definition = ValueDefinition(.set(nil))
      definition.staleAfter = 0.2
      let rig = try Rig(["a": definition])
      try rig.sources.set([("a", "1")])
      try rig.turn { rig.values.reading("a")?.isStale == true }
      #expect(rig.sources.status.first?.isStale == true && rig.sources.status.first?.raw == "1")
    }

    // MARK: The time

    /// Nobody is woken for it in the dark, nor for what gets stale; with the light it is right at once.
    @Test func theTimeSleepsWithThePanel() throws {
      var old = ValueDefinition(.set(nil))
      old.staleAfter = 1
      let rig = try Rig(["a": ValueDefinition(.time("%s")), "b": old])
      try rig.turn { rig.seen.count >= 2 }
      try rig.sources.set([("b", "1")])
      rig.sources.isAsleep = true
      let before = rig.seen.count
      let end = EventLoop.now + 2_200_000_000
      var turns = 0
      while EventLoop.now < end { turns += try rig.loop.turn(waiting: end - EventLoop.now) ? 1 : 0 }
      #expect(rig.seen.count == before && turns == 0 && rig.values.reading("b")?.isStale == false)
      rig.sources.isAsleep = false
      #expect(rig.values.reading("b")?.isStale == true)
      #expect(rig.seen.count == before + 1 && Int(rig.seen.last!)! >= Int(clamping: Date().timeIntervalSince1970) - 1)
    }
  }
}
