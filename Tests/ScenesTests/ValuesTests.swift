import PanelRaster
import Testing

@testable import Scenes

@Suite struct LiveTextTests {
  @Test(arguments: [
    ("", [], ""), ("plain", [], "plain"), ("{a} °C", ["a"], "{a} °C"), ("{a}{b-1}{a}", ["a", "b-1"], "{a}{b-1}{a}"),
    ("{{a}} {a}", ["a"], "{{a}} {a}"), ("}}{{", [], "}}{{"),
  ])
  func templateReadsBack(_ template: String, _ names: [String], _ written: String) throws {
    let text = try LiveText(template: template)
    #expect(text.names == names && text.template == written)
  }

  @Test(arguments: ["{", "{a", "a}", "{}", "{a b}", "{{a}", "{a}}", "{ä}"])
  func invalidTemplateIsRefused(_ template: String) {
    #expect(throws: LiveText.TemplateError.self) { try LiveText(template: template) }
  }
}

@Suite struct NamesInBracesTests {
  /// Not in the attribute of the test, where a long list crashes Swift 6.0.
  private static let texts: [(String, String)] = [
    ("", ""), ("{a}", "1"), ("-{a}{b}{a}-", "-1{a}1-"), ("{\"x\":{a}}", "{\"x\":1}"), ("{c}", "{c}"), ("{A}", "{A}"),
    ("${a}", "${a}"), ("{{a}}", "{{a}}"), ("{a", "{a"), ("{}a}", "{}a}"), ("{ a }", "{ a }"),
    ("{print $1}", "{print $1}"),
    ("{x{a}", "{x1"), ("$ {a}", "$ 1"), ("{\u{301}a}", "{\u{301}a}"),
    ("{\(String(repeating: "a", count: 41))}", "{\(String(repeating: "a", count: 41))}"),
  ]

  @Test(arguments: texts)
  func knownNamesAreReplacedOnce(_ text: String, _ replaced: String) {
    #expect(text.replacingNames { ["a": "1", "b": "{a}"][$0] } == replaced)
  }

  @Test func namesAreInTheOrderOfTheText() {
    #expect("{b} ${c}{a-1} {{d}} {b}".namesInBraces == ["b", "a-1", "b"])
  }
}

/// The readings, texts, observers and histories of values.
@Suite struct ValuesTests {
  private final class Rig {
    let values: Values
    let text: LiveText
    private(set) var shown: [String] = []
    private var observer: ChangeObserver?

    init(_ definitions: [String: ValueDefinition], showing template: String) throws {
      values = Values(definitions)
      text = try LiveText(template: template)
      show()
      observer = values.observe(text.names) { [unowned self] in show() }
    }

    func show() { shown.append(values.text(of: text) + (values.isStale(text) ? " (stale)" : "")) }

    /// Performs a line such as `at 5 t=21 at 7`: sets the value at 5 s, and advances to 7 s.
    func play(_ line: String) {
      var time: UInt64 = 0
      for word in line.split(separator: " ") where word != "at" {
        if let seconds = UInt64(word) {
          time = seconds * 1_000_000_000
          values.advance(to: time)
        } else {
          let parts = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
          values.set(parts[0], parts[1], at: time)
        }
      }
    }

    var line: String { shown.joined(separator: " | ") }
  }

  private func temperature(_ change: (inout ValueDefinition) -> Void = { _ in }) -> [String: ValueDefinition] {
    var definition = ValueDefinition(.set(nil))
    change(&definition)
    return ["t": definition]
  }

  @Test func valueIsShownAsSet() throws {
    let rig = try Rig(temperature(), showing: "{t} °C, {{t}}")
    rig.play("at 1 t=21 at 2 t=21 other=5 at 3 t=22")
    #expect(rig.line == "– °C, {t} (stale) | 21 °C, {t} | 22 °C, {t}")
  }

  @Test func unitDecimalsAndMapAreApplied() throws {
    let rig = try Rig(
      temperature { ($0.unit, $0.decimals, $0.map) = ("°C", 1, ["85": "broken"]) }, showing: "{t}")
    rig.play("at 1 t=21.449 t=-0.01 t=85 t=door t=1e14 t=nan t=inf t=1e300")
    #expect(rig.line == "– (stale) | 21.4 °C | 0.0 °C | broken | door | 100000000000000.0 °C | nan | inf | 1e300")
    rig.values.decimalSeparator = ","
    rig.play("at 2 t=-1.25")
    #expect(rig.shown.last == "-1,3 °C")
    // A number with more digits than a 64-bit integer is unchanged.
    var fine = ValueDefinition(.set(nil))
    fine.decimals = 6
    #expect(fine.text(of: "1e14", decimalSeparator: ".") == "100000000000000.0")
  }

  @Test func readingBecomesStaleAndRecovers() throws {
    let rig = try Rig(temperature { $0.staleAfter = 5 }, showing: "{t}")
    #expect(rig.values.nextDeadline == nil)
    rig.play("at 1 t=21 at 4 t=21 at 8")
    #expect(rig.line == "– (stale) | 21" && rig.values.nextDeadline == 9_000_000_000)
    #expect(rig.values.holds(ValueCondition("t", is: ["21"])))
    rig.play("at 9")
    #expect(rig.line == "– (stale) | 21 | 21 (stale)" && rig.values.nextDeadline == nil)
    #expect(!rig.values.holds(ValueCondition("t", is: ["21"])), "stale readings must not count")
    rig.play("at 10 t=21")
    #expect(rig.line == "– (stale) | 21 | 21 (stale) | 21")
  }

  @Test func colorIsThatOfHighestReachedThreshold() throws {
    let rig = try Rig(
      temperature {
        $0.colors = [.init(.init(atLeast: 25), color: .white), .init(.init(atLeast: 30), color: .black)]
      }, showing: "{t}")
    func color(_ raw: String) -> Color? {
      rig.values.set("t", raw, at: 1)
      return rig.values.color(of: rig.text)
    }
    #expect(color("24.9") == nil && color("25") == .white && color("31") == .black && color("hot") == nil)
  }

  @Test func observerIsCalledOncePerUpdate() throws {
    var calls = 0
    let values = Values(["a": ValueDefinition(.set("x")), "b": ValueDefinition(.set(nil))])
    let observer = values.observe(["a", "b"]) { calls += 1 }
    values.set([("a", "1"), ("b", "2"), ("nobody", "3")], at: 1)
    #expect(calls == 1 && values.text(of: "a") == "1" && values.reading("nobody") == nil)
    withExtendedLifetime(observer) {}
  }

  @Test func releasedObserverIsNotCalled() {
    var calls = 0
    let values = Values(["a": ValueDefinition(.set("x"))])
    #expect(values.text(of: "a") == "x")
    var observer: ChangeObserver? = values.observe(["a"]) { calls += 1 }
    withExtendedLifetime(observer) { values.set("a", "1", at: 1) }
    observer = nil
    values.set("a", "2", at: 2)
    #expect(calls == 1)
  }

  /// Unless the source changes, readings and histories are kept.
  @Test func changedDefinitionKeepsReading() throws {
    var (a, b) = (ValueDefinition(.set(nil)), ValueDefinition(.file("/a")))
    let values = Values(["a": a, "b": b])
    values.set([("a", "1"), ("b", "2")], at: 1)
    let histories = ["a", "b"].map { values.history(of: $0, seconds: 240) }
    var calls = 0
    let observer = values.observe(["a", "b"]) { calls += 1 }
    a.unit = "V"
    b.source = .file("/b")
    values.define(["a": a, "b": b, "c": ValueDefinition(.set("x"))], at: 2)
    #expect(values.text(of: "a") == "1 V" && values.text(of: "b") == Values.dash && calls == 1)
    #expect(values.text(of: "c") == "x")
    #expect(values.history(of: "a", seconds: 240) === histories[0])
    #expect(values.history(of: "b", seconds: 240) !== histories[1])
    values.define([:], at: 3)
    #expect(values.reading("a") == nil && calls == 2)
    withExtendedLifetime(observer) {}
  }

  // MARK: History

  private func numbers(_ history: ValueHistory) -> [ClosedRange<Double>] {
    (0..<ValueHistory.slotCount).compactMap { history[$0] }
  }

  @Test func historyHasMinimumAndMaximumPerSlot() throws {
    let rig = try Rig(temperature(), showing: "")
    // One slot per second.
    let history = rig.values.history(of: "t", seconds: 240)
    rig.play("at 1 t=22 t=20 t=24 t=23 t=hot at 2 t=nan at 3 t=-5")
    #expect(numbers(history) == [20...24, -5 ... -5])
    #expect(history[239] == -5 ... -5 && history[238] == nil && history[237] == 20...24)
    #expect(rig.values.history(of: "t", seconds: 240) === history)
    // A new history starts with the current value.
    #expect(numbers(rig.values.history(of: "t", seconds: 60)) == [-5 ... -5])
    rig.play("at 240")
    #expect(numbers(history) == [20...24, -5 ... -5] && rig.values.nextDeadline == 241_000_000_000)
    rig.play("at 241")
    #expect(numbers(history) == [-5 ... -5])
    rig.play("at 100000")
    #expect(history.isEmpty && rig.values.nextDeadline == nil)
  }

  /// The positions of slots at which the line ends.
  private func interruptions(_ history: ValueHistory) -> [Int] {
    (0..<ValueHistory.slotCount).filter(history.isInterrupted)
  }

  @Test func lineEndsWithoutANumber() throws {
    var definitions = temperature()
    definitions["t"]?.staleAfter = 10
    let values = Values(definitions)
    let history = values.history(of: "t", seconds: 240)
    func set(_ text: String, _ second: UInt64) { values.set("t", text, at: second * 1_000_000_000) }
    set("20", 1)
    set("unavailable", 1)
    // A number in the same slot continues the line.
    set("21", 1)
    #expect(interruptions(history) == [])
    set("unknown", 2)
    set("22", 4)
    #expect(interruptions(history) == [237])
    values.advance(to: 14_000_000_000)
    #expect(values.reading("t")?.isStale == true && interruptions(history).count == 2)
    set("23", 15)
    values.removeReadings(of: ["t"])
    set("24", 17)
    _ = values.markStale(["t"], because: "away")
    #expect(interruptions(history).suffix(2) == [237, 239])
    #expect(numbers(history) == [20...21, 22...22, 23...23, 24...24])
  }

  /// In seconds. One slot is one second long.
  private func restarted(
    after pause: Double, saved: SavedHistory, isKept: Bool = true, uptime: UInt64 = 5
  ) -> (Values, ValueHistory) {
    var definitions = temperature()
    definitions["t"]?.isKept = isKept
    let values = Values(definitions)
    // Scenes request histories before the clock is known.
    let history = values.history(of: "t", seconds: 240)
    values.restoreHistories(["t": [saved]], at: uptime * 1_000_000_000, wallTime: saved.start + pause)
    return (values, history)
  }

  private func saved() throws -> SavedHistory {
    var definitions = temperature()
    definitions["t"]?.isKept = true
    let values = Values(definitions)
    let history = values.history(of: "t", seconds: 240)
    for second in [1000, 1001, 1002, 1004] as [UInt64] { values.set("t", "\(second)", at: second * 1_000_000_000) }
    #expect(numbers(history).count == 4)
    let saved = values.historiesToSave(at: 1_004_500_000_000, wallTime: 1_700_000_000.5)
    let first = try #require(saved["t"]?.first)
    #expect(saved.count == 1 && first.start == 1_700_000_000 && first.slots.compactMap { $0 }.count == 4)
    return first
  }

  @Test func savedHistoryContinuesAfterAGap() throws {
    let saved = try saved()
    let (values, history) = restarted(after: 20, saved: saved)
    values.set("t", "7", at: 5_000_000_000)
    #expect(history[239] == 7...7 && history[219] == 1004...1004 && history[218] == nil && history[217] == 1002...1002)
    #expect(interruptions(history) == [219])
    // All that was restored is saved again.
    let again = values.historiesToSave(at: 5_000_000_000, wallTime: saved.start + 20)["t"]?.first
    #expect(again?.slots.compactMap { $0 }.count == 5 && again?.interruptions == [219])
    // A restart within a slot has no gap, and a long one leaves nothing.
    #expect(interruptions(restarted(after: 0.3, saved: saved).1) == [])
    #expect(restarted(after: 0.3, saved: saved).1[239] == 1004...1004)
    #expect(restarted(after: 300, saved: saved).1.isEmpty)
    #expect(restarted(after: 20, saved: saved, isKept: false).1.isEmpty)
    // A later request of a chart.
    #expect(numbers(restarted(after: 20, saved: saved).0.history(of: "t", seconds: 240)).count == 4)
  }

  /// Nothing is from the future, whatever the clock says, and the length of the gap is corrected once the clock was set.
  @Test func savedHistoryFollowsAClockThatWasSet() throws {
    let saved = try saved()
    let (values, history) = restarted(after: -1000, saved: saved)
    values.set("t", "7", at: 5_000_000_000)
    #expect(history[239] == 7...7 && history[238] == 1004...1004 && interruptions(history) == [238])
    values.wallClockWasSet(to: saved.start + 110, at: 15_000_000_000)
    // 100 seconds until the start, and 10 since.
    #expect(history[239] == nil && history[229] == 7...7 && history[129] == 1004...1004)
    #expect(interruptions(history) == [129] && numbers(history).count == 5)
    values.wallClockWasSet(to: saved.start + 10_000, at: 15_000_000_000)
    #expect(numbers(history) == [7...7])
    // Until a chart shows it, the saved history remains, as long as it isn't too old.
    let unused = Values(values.definitions)
    unused.restoreHistories(["t": [saved]], at: 1, wallTime: saved.start + 1)
    #expect(unused.historiesToSave(at: 1, wallTime: saved.start + 100)["t"] == [saved])
    #expect(unused.historiesToSave(at: 1, wallTime: saved.start + 240) == [:])
  }

  /// In days since 1970.
  @Test(arguments: [
    (0, "1"), (11016, "29"), (11017, "1"), (20784, "27"), (19782, "29"), (47541, "1"), (10956, "31"), (47481, "31"),
    (157_113, "29"), (-1, "31"),
  ])
  func axisLabelsTimes(_ day: Int, _ label: String) {
    #expect(ChartAxis.text(of: Double(day) * 86400, step: 86400) == label)
    #expect(ChartAxis.text(of: Double(day) * 86400 + 6 * 3600 + 300, step: 300) == "06:05")
  }

  @Test func samplesFillAChartUntilThereAreReadings() {
    var definition = ValueDefinition(.file("/t"), staleAfter: 1)
    definition.samples = (0..<100).map { "\($0)" }
    let values = Values(["t": definition])
    let before = values.history(of: "t", seconds: 240)
    values.usesSamples = false
    #expect(values.reading("t") == nil && before.isEmpty, "the running panel shows none")
    values.usesSamples = true
    let after = values.history(of: "t", seconds: 2400)
    for history in [before, after] {
      #expect(numbers(history).map(\.lowerBound) == (0..<100).map(Double.init))
      #expect(history[0] == 0...0 && history[120] == 50...50 && history[ValueHistory.slotCount - 1] == 99...99)
    }
    #expect(values.advance(to: 5_000_000_000) == [], "a sample doesn't become stale")
    values.set("t", "7", at: 6_000_000_000)
    for history in [before, values.history(of: "t", seconds: 60)] { #expect(numbers(history) == [7...7]) }
    definition.samples = ["1"]
    values.define(["t": definition], at: 6_000_000_000)
    #expect(values.reading("t")?.raw == "7", "a reading is kept")
  }

  @Test func previewShowsTheNewSampleOfASavedFile() {
    var (a, b) = (ValueDefinition(.set(nil)), ValueDefinition(.set("initial")))
    (a.samples, b.samples) = (["1"], ["1"])
    let values = Values(["a": a, "b": b])
    values.usesSamples = true
    (a.samples, b.samples) = (["2"], ["2"])
    values.define(["a": a, "b": b], at: 1)
    #expect(values.reading("a")?.raw == "2" && values.reading("b")?.raw == "2")
    values.set("b", "3", at: 2)
    (a.samples, b.samples) = (["4"], ["4"])
    values.define(["a": a, "b": b], at: 3)
    #expect(values.reading("a")?.raw == "4" && values.reading("b")?.raw == "3", "a reading wins")
  }

  @Test func historyIsBounded() throws {
    let values = Values(temperature())
    let history = values.history(of: "t", seconds: 3600)
    for number in 0..<100_000 { values.set("t", "\(number)", at: UInt64(number) * 100_000_000) }
    #expect(numbers(history).count == ValueHistory.slotCount && numbers(history).last?.upperBound == 99_999)
  }
}
