import SeededRandom
import TestSupport
import Testing

@testable import Configuration
@testable import Kiosk
@testable import PanelKit
@testable import Scenes

/// Charts and values that last, with a simulated clock.
@Suite struct ChartStoreTests {
  private let directory = try! TemporaryDirectory()
  private let loop = try! EventLoop()

  /// A panel with three charts of a day.
  private final class Panel {
    private static let start = 1_700_000_000.0
    let values: Values
    let store: ChartStore
    let histories: [ValueHistory]
    private let clock: Clock

    private final class Clock {
      var seconds = 0.0
      var wallOffset: Double
      init(_ wallOffset: Double) { self.wallOffset = wallOffset }
    }

    /// - Parameter second: of the test, when the panel starts.
    init(in directory: String, _ loop: EventLoop, at second: Double, log: Log = Log(level: .error)) throws {
      let names = ["a", "b", "c"]
      let clock = Clock(Self.start + second)
      self.clock = clock
      var definition = ValueDefinition(.set(nil))
      definition.isKept = true
      let values = Values(Dictionary(uniqueKeysWithValues: names.map { ($0, definition) }))
      self.values = values
      histories = names.map { values.history(of: $0, seconds: 86_400) }
      store = try ChartStore(
        values, file: StateFile(in: directory).charts, loop: loop, log: log,
        now: { UInt64(clamping: clock.seconds * 1e9) }, wallTime: { clock.wallOffset + clock.seconds })
    }

    func wait(_ seconds: Double) { clock.seconds += seconds }

    func set(_ name: String, _ number: Double) {
      values.set(name, "\(number)", at: UInt64(clamping: clock.seconds * 1e9))
    }

    func numbers(_ index: Int) -> [ValueHistory.Slot] {
      (0..<ValueHistory.slotCount).compactMap { histories[index][$0] }
    }
  }

  /// The files of a beekeeper's panel: three noisy charts, five values that are set, 20 changes a day.
  @Test func aDayWritesLessThanOneMegabyte() throws {
    var random = SeededRandom(seed: 7)
    let panel = try Panel(in: directory.path, loop, at: 0)
    var byteCount = 0
    // The first day fills the charts.
    for minute in 0..<2 * 24 * 60 {
      panel.wait(60)
      for name in ["a", "b", "c"] { panel.set(name, 51 + Double.random(in: -1...1, using: &random)) }
      guard minute % 15 == 14 else { continue }
      panel.store.finish()
      if minute >= 24 * 60 { byteCount += try directory.read("charts.json").utf8.count }
    }
    var state = SavedState()
    for index in 0..<20 {
      state.values["note\(index % 5)"] = String(repeating: "x", count: 60)
      state.countPress("/button\(index % 5)")
      // The change at once, and the press within a minute.
      byteCount += 2 * state.json.singleLine.utf8.count
    }
    print("kept values: \(byteCount) bytes a day")
    #expect(byteCount < 1_000_000)
    #expect(panel.numbers(0).count == ValueHistory.slotCount)
    // Nothing is written without a change.
    try directory.remove("charts.json")
    panel.store.finish()
    #expect(!directory.exists("charts.json"))
  }

  @Test func chartsSurviveARestart() throws {
    let panel = try Panel(in: directory.path, loop, at: 0)
    for step in 0..<40 {
      panel.set("a", Double(step))
      panel.set("b", -2.5)
      panel.wait(360)
    }
    panel.store.finish()
    // Two hours later, with another boot clock.
    let next = try Panel(in: directory.path, loop, at: 40 * 360 + 7200)
    #expect(next.numbers(0).count == 40 && next.numbers(2).isEmpty)
    let errors = zip(next.numbers(0), panel.numbers(0)).map { abs($0.lowerBound - $1.lowerBound) }
    #expect(try #require(errors.max()) <= 39 / 2000 + 1e-9)
    #expect(next.numbers(1).allSatisfy { $0 == -2.5 ... -2.5 })
    #expect(next.histories[0][239] == nil && next.histories[0][218]?.upperBound == 39)
    #expect(next.histories[0].isInterrupted(219))
  }

  /// At most the last 15 minutes are lost, since the histories are saved in this interval.
  @Test func historiesAreSavedEvery15Minutes() throws {
    #expect(ChartStore.interval == 900_000_000_000)
    let panel = try Panel(in: directory.path, loop, at: 0)
    panel.set("a", 3)
    panel.store.save()
    try loop.run { directory.exists("charts.json") }
    #expect(try Panel(in: directory.path, loop, at: 900).numbers(0) == [3...3])
  }

  @Test(arguments: [
    "", "[]", "{", #"{"a":1}"#,
    #"{"a":[{"seconds":86400,"start":0,"range":[0,1],"lows":[],"highs":[],"interruptions":[]}]}"#,
    #"{"a":[{"seconds":1e99}]}"#,
  ])
  func invalidFileIsReplaced(_ text: String) throws {
    try directory.write(text, to: "charts.json")
    let pipe = LogPipe()
    let panel = try Panel(in: directory.path, loop, at: 0, log: pipe.log)
    #expect(pipe.contains("charts begin empty"))
    panel.set("a", 3)
    panel.store.finish()
    #expect(try Panel(in: directory.path, loop, at: 0).numbers(0) == [3...3])
  }

  /// The disk may be full for a while.
  @Test func failedSaveIsRepeated() throws {
    let (pipe, path) = (LogPipe(), try directory.write("", to: "a"))
    let panel = try Panel(in: path, loop, at: 0, log: pipe.log)
    panel.set("a", 3)
    panel.store.finish()
    #expect(pipe.contains("Not a directory; charts are kept in memory only"))
    try directory.remove("a")
    panel.store.finish()
    #expect(directory.exists("a/charts.json"))
  }
}
