import Foundation
import Testing

@testable import Kiosk
@testable import PanelKit

@Suite struct CounterTests {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("cube-kiosk-count-\(UUID())")
    .path
  private let log = Log(level: .error)

  private var file: String { directory + "/state.json" }

  private func count(_ counter: Counter) {
    counter.update { $0.count += 1 }
    counter.save()
  }

  private func counted() -> Int { Counter(directory: directory, log: log).state.count }

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
      counter.save()
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
    count(counter)
    #expect(Counter(directory: directory, log: log).state.count == 1)
  }

  @Test func theLargestCountStays() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try "{\"count\":9007199254740991,\"light\":false}".write(toFile: file, atomically: false, encoding: .utf8)
    let counter = Counter(directory: directory, log: log)
    for _ in 1...3 { count(counter) }
    #expect(counter.state.count == 1 << 53 && !counter.state.light)
    #expect(Counter(directory: directory, log: log).state == counter.state)
  }

  @Test func whatCannotBeWrittenStaysCounted() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    // Root may write everywhere, but not below a file.
    try "".write(toFile: directory, atomically: false, encoding: .utf8)
    let counter = Counter(directory: directory, log: log)
    count(counter)
    count(counter)
    #expect(counter.state.count == 2)
    try FileManager.default.removeItem(atPath: directory)
    count(counter)
    #expect(Counter(directory: directory, log: log).state.count == 3)
  }

  /// The loop goes on while the disk works, and a claim waits for the state that it is about.
  @Test func claimsWaitForTheDiskInOrder() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let counter = Counter(directory: directory, log: log)
    let loop = try EventLoop()
    counter.loop = loop
    var said: [String] = []
    counter.afterSave { said.append("nothing to save") }
    for number in 1...3 {
      count(counter)
      counter.afterSave { [self] in
        said.append("\(number)")
        #expect(counted() >= number)
        if number == 1 { counter.afterSave { said.append("after all") } }
      }
    }
    #expect(said == ["nothing to save"])
    while said.count < 5 { try #require(try loop.turn(waiting: 20_000_000_000)) }
    #expect(said == ["nothing to save", "1", "2", "3", "after all"])
  }

  /// The loop ended while a thread wrote: the newest state is on the disk, and stays.
  @Test func theLastStateIsWrittenAtTheEnd() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    for _ in 1...20 {
      let before = counted()
      let counter = Counter(directory: directory, log: log)
      counter.loop = try EventLoop()
      count(counter)
      count(counter)
      var isSaid = false
      counter.afterSave { isSaid = true }
      #expect(!isSaid)
      counter.finish()
      #expect(isSaid && counted() == before + 2)
    }
  }

  /// A reader sees a whole file at every moment, and numbers that never go back: what a kill at that moment would leave.
  @Test func noReaderEverSeesATornFile() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    count(Counter(directory: directory, log: log))
    // A thread of its own: the tests' own threads are few, and this one never waits.
    Thread.detachNewThread { [directory] in
      let counter = Counter(directory: directory, log: Log(level: .error))
      while counter.state.count < 150 {
        counter.update { $0.count += 1 }
        counter.save()
      }
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
