import Foundation
import Testing

@testable import Kiosk
@testable import PanelKit

@Suite struct CounterTests {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("cube-kiosk-count-\(UUID())")
    .path
  private let log = Log(level: .error)

  private var file: String { directory + "/state.json" }

  @Test(arguments: [
    (["STATE_DIRECTORY": "/var/lib/a:/var/lib/b", "HOME": "/h"], "/var/lib/a"),
    (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/cube-kiosk"),
    (["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/cube-kiosk"),
    (["STATE_DIRECTORY": "", "HOME": "/h"], "/h/.local/state/cube-kiosk"),
    (["HOME": ""], nil), ([:], nil),
  ])
  func itIsKeptWhereTheSystemSays(_ environment: [String: String], _ expected: String?) {
    #expect(Counter.directory { environment[$0] } == expected)
  }

  @Test func itIsThereAgainAfterwards() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let counter = Counter(directory: directory + "/deeper/still", log: log)
    for _ in 1...3 {
      counter.update {
        $0.press("3/button")
        $0.light.toggle()
        $0.lock = PINLock.Record(failures: 2, closedUntil: 1_700_000_000.25)
      }
    }
    let again = Counter(directory: directory + "/deeper/still", log: log).state
    #expect(again == counter.state && again.count == 3 && !again.light && again.presses == ["3/button": 3])
    #expect(again.lock.failures == 2 && again.lock.closedUntil == 1_700_000_000.25)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory + "/deeper/still") == ["state.json"])
  }

  @Test(arguments: [
    "", "{", "[]", "{\"count\":\"many\",\"light\":true}", "\u{0}\u{1}", "{\"count\":1e99,\"light\":true}",
    "{\"count\":9223372036854775807,\"light\":true}", "{\"count\":1.5,\"light\":true}",
    "{\"count\":1,\"count\":2,\"light\":true}", String(repeating: " ", count: 300_000) + "{\"count\":1,\"light\":true}",
  ])
  func aBrokenFileIsPutAside(_ text: String) throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    let counter = Counter(directory: directory, log: log)
    #expect(counter.state == .init())
    #expect(try String(contentsOfFile: file + ".broken", encoding: .utf8) == text)
    counter.update { $0.count += 1 }
    #expect(Counter(directory: directory, log: log).state.count == 1)
  }

  @Test func theLargestCountStays() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try "{\"count\":9007199254740991,\"light\":false}".write(toFile: file, atomically: false, encoding: .utf8)
    let counter = Counter(directory: directory, log: log)
    for _ in 1...3 { counter.update { $0.count += 1 } }
    #expect(counter.state.count == 1 << 53 && !counter.state.light)
    #expect(Counter(directory: directory, log: log).state == counter.state)
  }

  @Test func whatCannotBeWrittenStaysCounted() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    // Root may write everywhere, but not below a file.
    try "".write(toFile: directory, atomically: false, encoding: .utf8)
    let counter = Counter(directory: directory, log: log)
    counter.update { $0.count += 1 }
    counter.update { $0.count += 1 }
    #expect(counter.state.count == 2)
    try FileManager.default.removeItem(atPath: directory)
    counter.update { $0.count += 1 }
    #expect(Counter(directory: directory, log: log).state.count == 3)
  }

  /// A reader sees a whole file at every moment, and numbers that never go back: what a kill at that moment would leave.
  @Test func noReaderEverSeesATornFile() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    Counter(directory: directory, log: log).update { $0.count = 1 }
    // A thread of its own: the tests' own threads are few, and this one never waits.
    Thread.detachNewThread { [directory] in
      let counter = Counter(directory: directory, log: Log(level: .error))
      while counter.state.count < 150 { counter.update { $0.count += 1 } }
    }
    var last = 0
    while last < 150 {
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      let state = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      let count = try #require(state?["count"] as? Int)
      try #require(count >= last)
      last = count
    }
  }
}
