import Emulation
import Foundation
import Scenes
import TestSupport
import Testing

@testable import Configuration
@testable import Control
@testable import Kiosk
@testable import PanelKit

extension SerializedProcessStateTests {
  /// Values from real programs and files, and the real clock.
  @Suite struct ValueSourcesTests {
    private final class Rig {
      let loop: EventLoop
      let values: Values
      private(set) var sources: ValueSources!
      private let pipe = LogPipe(level: .debug)
      /// All texts of the observed value so far.
      private(set) var texts: [String] = []
      private var observer: ChangeObserver?

      init(
        _ definitions: [String: ValueDefinition], watching name: String = "a",
        now: @escaping () -> UInt64 = { EventLoop.bootTime }
      ) throws {
        loop = try EventLoop()
        values = Values(definitions)
        observer = values.observe([name]) { [unowned self] in texts.append(values.text(of: name)) }
        sources = try ValueSources(values, loop: loop, log: pipe.log, now: now)
      }

      deinit {
        CommandRun.end(sources.runningCommands)
        sources = nil
      }

      var log: [String] { pipe.lines }

      func run(until condition: () -> Bool) throws { try loop.run(within: 120, until: condition) }
    }

    private func shell(_ script: String, every interval: Double) -> [String: ValueDefinition] {
      ["a": ValueDefinition(.command(["sh", "-c", script], interval: interval))]
    }

    private func stream(_ script: String) -> [String: ValueDefinition] {
      ["a": ValueDefinition(.stream(["sh", "-c", script]))]
    }

    /// A machine that slept for eight hours shows no value from before as fresh.
    @Test func ageIncludesSuspend() throws {
      var time = EventLoop.bootTime
      let rig = try Rig(["a": ValueDefinition(.set(nil), staleAfter: 60)], now: { time })
      try rig.sources.set([("a", "1")])
      time += 28_800_000_000_000
      let status = try #require(rig.sources.status.first).json.singleLine
      #expect(status.contains("\"age\":28800"), "\(status)")
      rig.sources.isAsleep = true
      #expect(rig.values.reading("a")?.isStale == true)
    }

    // MARK: Arguments of actions

    /// `{line}`, the names of other variables and the environment aren't replaced, nor is text that came from a reading.
    @Test func readingsReplaceNamesInArguments() throws {
      var plans = ValueDefinition(.set("a b\n{heat}"))
      plans.maximumLines = 2
      let heat = ValueDefinition(.set("20.5"), staleAfter: 1)
      let rig = try Rig(["heat": heat, "plans": plans, "code": .init(.set(nil))])
      rig.values.advance(to: EventLoop.now)
      let arguments = ["{heat}", "{heat}", "to {heat}{plans}", "${heat} {{heat}} {line} {other}"]
      let command = Action.Command(arguments: arguments, timeout: 5, environment: ["A": "{heat}"])
      let expected = ["{heat}", "20.5", "to 20.5a b\n{heat}", "${heat} {{heat}} {line} {other}"]
      #expect(
        try rig.sources.resolve(command, line: nil)
          == Action.Command(arguments: expected, timeout: 5, environment: ["A": "{heat}"]))
      let inRow = try rig.sources.resolve(.init(arguments: ["echo", "{line}"]), line: RowLine("{heat}", of: "plans"))
      #expect(inRow.arguments == ["echo", "{heat}"])
      #expect(throws: Refusal.self) { try rig.sources.resolve(.init(arguments: ["echo", "{code}"]), line: nil) }
    }

    /// The lines of a list that people type are private, too.
    @Test func typedLineIsNotPassedOn() throws {
      var book = ValueDefinition(.set("a\nb"))
      book.maximumLines = 2
      let rig = try Rig(["book": book, "lamp": .init(.adapter(AdapterAddress(prefix: "ha", name: "lamp"), member: ""))])
      let (command, line) = (Action.Command(arguments: ["echo", "{line}"]), RowLine("a", of: "book"))
      #expect(try rig.sources.resolve(command, line: line).arguments == ["echo", "a"])
      rig.values.copyNames = ["book"]
      #expect(throws: Refusal.self) { try rig.sources.resolve(command, line: line) }
      #expect(throws: Refusal.self) { try rig.sources.resolve(JSONValue.string("{line}"), line: line) }
      #expect(throws: Refusal.self) { try rig.sources.texts(of: ["lamp": ["{line}"]], line: line) }
      #expect(try rig.sources.texts(of: ["book": ["{line}"]], line: line).map(\.raw) == ["a"])
    }

    // MARK: Commands

    @Test func valueIsFirstLineOfEachRun() throws {
      let directory = try TemporaryDirectory()
      let file = directory.file("count")
      let rig = try Rig(shell("echo x >> \(file); wc -l < \(file); echo second; echo error >&2", every: 0.1))
      try rig.run { rig.texts.count >= 3 }
      #expect(rig.texts.prefix(3) == ["1", "2", "3"])
    }

    @Test func failedRunKeepsTheValue() throws {
      let directory = try TemporaryDirectory()
      let file = directory.file("count")
      let rig = try Rig(
        shell("echo x >> \(file); n=$(wc -l < \(file)); echo $n; case $n in 2|3|4|6) exit 1;; esac", every: 0.1))
      try rig.run { rig.texts.count >= 3 }
      #expect(rig.texts.prefix(3) == ["1", "5", "7"])
      #expect(rig.log == Array(repeating: "value a: sh: ended with status 1", count: 2))
    }

    @Test func slowRunIsEnded() throws {
      let rig = try Rig(shell("echo half; exec sleep 1000", every: 1))
      let run = try #require(rig.sources.runningCommands.first)
      try rig.run { rig.log.contains("value a: sh: took too long") }
      // No other run was started in the meantime.
      #expect(rig.texts == [] && rig.sources.runningCommands.first !== run)
    }

    /// The panel keeps trying, since the program may be installed later.
    @Test(.disabled(if: Emulation.isOn, Comment(rawValue: Emulation.execErrorsNotReportedReason)))
    func missingProgramIsReportedOnce() throws {
      let directory = try TemporaryDirectory()
      let program = directory.file("program")
      let rig = try Rig(["a": ValueDefinition(.command([program], interval: 0.1))])
      for _ in 1...5 { try rig.loop.runOnce(timeout: 200_000_000) }
      #expect(rig.log == ["value a: \(program): \(program): No such file or directory"] && rig.texts == [])
      try directory.write("#!/bin/sh\necho here\n", to: "program", atomically: false)
      chmod(program, 0o700)
      try rig.run { rig.texts == ["here"] }
    }

    // MARK: Streams

    @Test func valueFollowsLinesOfStream() throws {
      let rig = try Rig(stream("for i in 1 2 3; do echo $i; sleep 0.1; done; exec sleep 1000"))
      try rig.run { rig.texts.count == 3 }
      #expect(rig.texts == ["1", "2", "3"])
    }

    /// The stream is restarted after a second, and the next time after two.
    @Test func endedStreamIsRestarted() throws {
      let rig = try Rig(stream("echo $$"))
      let start = EventLoop.now
      try rig.run { rig.texts.count == 2 }
      #expect(EventLoop.now - start > 900_000_000)
      try rig.run { rig.texts.count == 3 }
      #expect(EventLoop.now - start > 2_900_000_000)
      #expect(rig.log == ["value a: sh: ended with status 0"])
    }

    @Test func fastStreamIsThrottled() throws {
      let rig = try Rig(stream("seq 1000000; exec sleep 1000"))
      try rig.run { rig.texts.last == "1000000" }
      #expect(rig.texts.count < 1000)
    }

    /// The pipe is read at most twice per 20 ms, which slows down the command.
    @Test func endlessStreamIsThrottled() throws {
      let rig = try Rig(stream("seq 1000000000"))
      let start = EventLoop.now
      try rig.run { EventLoop.now - start > 1_000_000_000 && rig.texts.count > 1 }
      #expect(rig.texts.count <= Int(2 * (EventLoop.now - start) / 20_000_000 + 2))
    }

    /// A run whose value has another source is ended and ignored; a run whose source stays continues.
    @Test func newConfigurationKeepsUnchangedRuns() throws {
      var definitions = stream("trap '' TERM; while :; do echo $$; sleep 0.05; done")
      definitions["b"] = ValueDefinition(.stream(["sh", "-c", "echo $$; exec sleep 1000"]))
      let rig = try Rig(definitions)
      try rig.run { rig.values.reading("a") != nil && rig.values.reading("b") != nil }
      let (a, b) = (pid_t(rig.values.reading("a")!.raw)!, pid_t(rig.values.reading("b")!.raw)!)
      definitions["b"]?.unit = "V"
      definitions["a"] = ValueDefinition(.set("x"))
      rig.sources.replaceDefinitions(definitions)
      #expect(rig.values.text(of: "b") == "\(b) V" && kill(b, 0) == 0 && kill(a, 0) == 0)
      #expect(rig.sources.runningCommands.count == 2)
      try rig.run { rig.sources.runningCommands.count == 1 }
      #expect(rig.values.text(of: "a") == "x")
      // The shell's children are init's now, which may take a moment to reap them.
      try rig.run { kill(-a, 0) == -1 }
      #expect(kill(b, 0) == 0)
    }

    // MARK: Files

    @Test func fileIsFollowedThroughWritesAndRenames() throws {
      let directory = try TemporaryDirectory()
      let file = directory.file("deep/door")
      let rig = try Rig(["a": ValueDefinition(.file(file))])
      func write(_ text: String, _ name: String = "door") throws {
        try directory.write(text, to: "deep/\(name)", atomically: false)
      }
      try write("open\nsecond\n")
      try rig.run { rig.texts.last == "open" }
      try write("shut", "other")
      rename(directory.file("deep/other"), file)
      try rig.run { rig.texts.last == "shut" }
      // An empty or missing file keeps the value.
      for change in [{ try write("") }, { _ = unlink(file) }] as [() throws -> Void] {
        try change()
        for _ in 1...3 { try rig.loop.runOnce(timeout: 100_000_000) }
        #expect(rig.values.text(of: "a") == "shut")
      }
      try write(String(repeating: "x", count: 1 << 20))
      try rig.run { rig.values.text(of: "a").count == 1000 }
    }

    @Test func devicesAndDirectoriesAreNotRead() throws {
      let rig = try Rig(["a": ValueDefinition(.file("/dev/zero")), "b": ValueDefinition(.file("/tmp"))])
      #expect(rig.texts == [] && rig.values.reading("a") == nil && rig.values.reading("b") == nil)
    }

    // MARK: Set values

    @Test func settingIsAllOrNothing() throws {
      var shift = ValueDefinition(.set("early"))
      shift.choices = ["early", "late"]
      let rig = try Rig([
        "a": ValueDefinition(.set("x")), "door": ValueDefinition(.set(nil)), "t": ValueDefinition(.time("%H")),
        "shift": shift,
      ])
      var reported: [String] = []
      rig.sources.onValueChange = { reported.append("\($0)=\($1?.raw ?? "-")") }
      for _ in 1...2 { try rig.sources.set([("a", "1"), ("door", "open")]) }
      #expect(rig.values.text(of: "a") == "1" && rig.values.text(of: "door") == "open")
      // Unchanged values aren't reported.
      #expect(reported == ["a=1", "door=open"])
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
      #expect(refusal([("a", "2"), ("t", "7")]) == "t is read, not set: it has no \"initial\"")
      #expect(refusal([("a", "2\n3")]) == "a: expected at most 1000 characters, on one line")
      #expect(refusal([("a", String(repeating: "x", count: 1001))]).hasPrefix("a: expected at most"))
      #expect(rig.values.text(of: "a") == "1")
    }

    @Test func linesAreAddedAndRemoved() throws {
      var log = ValueDefinition(.set(nil))
      log.maximumLines = 3
      let rig = try Rig(["log": log, "hive": ValueDefinition(.set("2"))])
      for text in ["a", "{hive} kg", "{line}\nx"] {
        _ = try rig.sources.change([.append(["log": text])], line: RowLine("{hive}", of: "log"))
      }
      #expect(rig.sources.reading("log") == "a\n2 kg\n{hive} x")
      _ = try rig.sources.change([.append(["log": "2 kg"])], line: nil)
      #expect(rig.sources.reading("log") == "2 kg\n{hive} x\n2 kg", "the first line goes")
      for _ in 0..<2 { _ = try rig.sources.change([.remove(["log": "{line}"])], line: RowLine("2 kg", of: "log")) }
      #expect(rig.sources.reading("log") == "{hive} x")
      _ = try rig.sources.change([.remove(["log": "no such line"])], line: nil)
      _ = try rig.sources.change([.remove(["log": "{line}"])], line: RowLine("{hive} x", of: "log"))
      #expect(rig.sources.reading("log") == "")
    }

    /// Of too many lines, the oldest go.
    @Test func linesOf64KiBAreKept() throws {
      var log = ValueDefinition(.set(nil))
      log.maximumLines = 500
      let rig = try Rig(["log": log])
      let lines = (1...70).map { "\($0) " + String(repeating: "x", count: 990) }
      for line in lines { _ = try rig.sources.change([.append(["log": line])]) }
      let all = try #require(rig.sources.reading("log")).split(separator: "\n").map(String.init)
      #expect(all.count == 65 && all == Array(lines.suffix(65)))
      try rig.sources.set([("log", lines[..<60].joined(separator: "\n"))])
      #expect(rig.sources.reading("log")?.utf8.count ?? 0 > 50_000)
      for text in [lines.joined(separator: "\n"), "a\n" + String(repeating: "x", count: 1001)] {
        #expect {
          try rig.sources.set([("log", text)])
        } throws: {
          "\($0)" == "log: expected at most 1000 characters in each line, 500 lines and 65536 bytes in all"
        }
      }
    }

    /// The state file stays readable.
    @Test func keptTextsAreLimitedTogether() throws {
      var list = ValueDefinition(.set(nil))
      (list.isKept, list.maximumLines) = (true, 500)
      let names = (0..<80).map { "v\($0)" }
      let rig = try Rig(Dictionary(uniqueKeysWithValues: (names + ["short"]).map { ($0, list) }))
      let text = Array(repeating: String(repeating: "\"", count: 999), count: 65).joined(separator: "\n")
      try rig.sources.set(names.map { ($0, text) } + [("short", "a")])
      let kept = rig.sources.keptTexts
      #expect(kept["short"] == "a" && kept.count == 65)
    }

    /// A client's texts have no readings, and a value with one line has no lines.
    @Test func clientAddsAndRemovesLines() throws {
      var log = ValueDefinition(.set("a"))
      log.maximumLines = 3
      let rig = try Rig(["log": log, "hive": ValueDefinition(.set("2"))])
      func refusal(_ name: String, _ text: String = "x") -> String {
        do throws(Refusal) {
          try rig.sources.edit([(name, text)], .append)
          return ""
        } catch {
          return "\(error)"
        }
      }
      #expect(refusal("log", "{hive}\nkg") == "" && rig.sources.reading("log") == "a\n{hive} kg")
      try rig.sources.edit([("log", "a")], .remove)
      try rig.sources.edit([("log", "a")], .remove)
      #expect(rig.sources.reading("log") == "{hive} kg")
      #expect(refusal("hive") == "hive has one line; expected a value with \"lines\"")
      #expect(refusal("lgo") == "no such value: lgo; did you mean log?")
    }

    /// The numbers of a slider limit clients, but neither the actions of the file nor kept texts.
    @Test func clientsSetNumbersThatAControlCanSet() throws {
      let rig = try Rig(["heat": ValueDefinition(.set("20")), "free": ValueDefinition(.set(nil))])
      rig.values.controlLimits = ["heat": [.numbers(15...25.2, step: 0.5), .numbers(40...50, step: 10)]]
      func refusal(_ text: String) -> String {
        do throws(Refusal) {
          try rig.sources.set([("free", "1"), ("heat", text)], isWithinLimits: true)
          return ""
        } catch {
          return "\(error)"
        }
      }
      for text in ["15", "20.5", "25.2", "50", "1.5e1"] { #expect(refusal(text) == "", "\(text)") }
      let expected = "expected a number from 15 to 25.2, in steps of 0.5 or a number from 40 to 50, in steps of 10"
      for text in ["14.5", "20.25", "25.1", "45", "off", "", "nan"] {
        #expect(refusal(text) == "heat: '\(text)'; \(expected)")
      }
      #expect(rig.sources.reading("heat") == "1.5e1")
      #expect(try rig.sources.change([.set(["heat": ["off"]])]) == "heat=off")
    }

    /// A text of an action may have readings in it; one that a person or a client sets is taken as it is.
    @Test func actionSetsTextsWithReadings() throws {
      let rig = try Rig(["seen": ValueDefinition(.set(nil)), "day": ValueDefinition(.set("Monday"))])
      #expect(try rig.sources.change([.set(["seen": ["on {day}", "never"]])]) == "seen=on Monday")
      #expect(try rig.sources.change([.set(["seen": ["on {day}", "never"]])]) == "seen=never")
      try rig.sources.set([("seen", "{day}")])
      #expect(rig.sources.reading("seen") == "{day}")
    }

    private func status(of rig: Rig) -> String { rig.sources.status.first?.json.singleLine ?? "" }

    /// A first text is only shown: otherwise each restart of the panel would set the devices of a client.
    @Test func unsetValueIsNullForClients() throws {
      let rig = try Rig(["a": ValueDefinition(.set("off"))])
      var reported: [String] = []
      rig.sources.onValueChange = { reported.append("\($0)=\($1?.raw ?? "-")") }
      #expect(rig.values.text(of: "a") == "off" && status(of: rig).hasPrefix(#"{"value":null,"#))
      for _ in 1...2 { try rig.sources.set([("a", "off")]) }
      #expect(reported == ["a=off"] && status(of: rig).hasPrefix(#"{"value":"off","#))
      rig.sources.replaceDefinitions(["a": ValueDefinition(.set("on"))])
      #expect(rig.values.text(of: "a") == "on" && status(of: rig).hasPrefix(#"{"value":null,"#))
    }

    /// Clients compare readings with the choices byte by byte.
    @Test func choiceIsStoredAsItIsWritten() throws {
      var light = ValueDefinition(.set("gr\u{FC}n"))
      light.choices = ["gr\u{FC}n", "rot"]
      let rig = try Rig(["a": light])
      try rig.sources.set([("a", "gru\u{308}n")])
      #expect(try Array(#require(rig.values.reading("a")).raw.utf8) == Array("gr\u{FC}n".utf8))
    }

    @Test func oldValueBecomesStale() throws {
      let rig = try Rig(["a": ValueDefinition(.set(nil), staleAfter: 0.2)])
      var reported: [String] = []
      rig.sources.onValueChange = { reported.append("\($0)=\($1?.raw ?? "-") \($1?.isStale ?? false)") }
      try rig.sources.set([("a", "1")])
      try rig.run { rig.values.reading("a")?.isStale == true }
      let status = status(of: rig)
      #expect(status.hasPrefix(#"{"value":"1","#) && status.contains(#""stale":true"#))
      try rig.sources.set([("a", "1")])
      #expect(reported == ["a=1 false", "a=1 true", "a=1 false"])
    }

    // MARK: The time

    /// A dark panel doesn't wake for the time, nor for stale values. When it wakes, both are updated at once.
    @Test func clockPausesWhileAsleep() throws {
      let rig = try Rig(["a": ValueDefinition(.time("%s")), "b": ValueDefinition(.set(nil), staleAfter: 1)])
      try rig.run { rig.texts.count >= 2 }
      try rig.sources.set([("b", "1")])
      rig.sources.isAsleep = true
      let before = rig.texts.count
      let end = EventLoop.now + 2_200_000_000
      var eventCount = 0
      while EventLoop.now < end { eventCount += try rig.loop.runOnce(timeout: end - EventLoop.now) ? 1 : 0 }
      #expect(rig.texts.count == before && eventCount == 0 && rig.values.reading("b")?.isStale == false)
      rig.sources.isAsleep = false
      #expect(rig.values.reading("b")?.isStale == true)
      #expect(rig.texts.count == before + 1 && Int(rig.texts.last!)! >= Int(clamping: Date().timeIntervalSince1970) - 1)
    }
  }
}
