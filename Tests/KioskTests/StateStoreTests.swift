import Foundation
import TestSupport
import Testing

@testable import Kiosk
@testable import PanelKit

@Suite struct StateStoreTests {
  private let directory = try! TemporaryDirectory()
  private let log = Log(level: .error)

  private func store(loop: EventLoop) -> StateStore { Self.makeStore(directory.path, loop) }

  private static func makeStore(_ directory: String, _ loop: EventLoop) -> StateStore {
    let (file, log) = (StateFile(in: directory), Log(level: .error))
    return StateStore(file.read(log), file: file, loop: loop, log: log)
  }

  /// Returns a store that saves synchronously, as after `finish`, since no loop runs in these tests.
  private func synchronousStore(in file: StateFile? = nil) throws -> StateStore {
    let file = file ?? StateFile(in: directory.path)
    let store = StateStore(file.read(log), file: file, loop: try EventLoop(), log: log)
    store.finish()
    return store
  }

  private func increment(_ store: StateStore) {
    store.update { $0.count += 1 }
    store.save()
  }

  private func savedState() -> SavedState { StateFile(in: directory.path).read(log) }

  @Test(arguments: [
    (["STATE_DIRECTORY": "/var/lib/a:/var/lib/b", "HOME": "/h"], "/var/lib/a"),
    (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/cube-kiosk"),
    (["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/cube-kiosk"),
    (["STATE_DIRECTORY": "", "HOME": "/h"], "/h/.local/state/cube-kiosk"),
    (["HOME": ""], nil), ([:], nil),
  ])
  func directoryFollowsSystemdAndXDG(_ environment: [String: String], _ expected: String?) {
    #expect(StateFile.directory { environment[$0] } == expected)
  }

  @Test func stateSurvivesRestart() throws {
    let file = StateFile(in: directory.file("deeper/still"))
    let store = try synchronousStore(in: file)
    // The light is on at first.
    for _ in 1...3 {
      store.update {
        $0.countPress("3/button")
        $0.isLightOn.toggle()
        $0.lock = PINLock.Record(failures: 2, wallDeadline: 1_700_000_000.25)
      }
      store.save()
    }
    let reread = file.read(log)
    #expect(reread == store.state && reread.count == 3 && !reread.isLightOn && reread.presses == ["3/button": 3])
    #expect(reread.lock.failures == 2 && reread.lock.wallDeadline == 1_700_000_000.25)
    #expect(try directory.contents(of: "deeper/still") == ["state.json"])
  }

  @Test(arguments: [
    "", "{", "[]", "{\"count\":\"many\",\"light\":true}", "\u{0}\u{1}", "{\"count\":1e99,\"light\":true}",
    "{\"count\":9223372036854775807,\"light\":true}", "{\"count\":1.5,\"light\":true}",
    "{\"count\":1,\"count\":2,\"light\":true}", String(repeating: " ", count: 300_000) + "{\"count\":1,\"light\":true}",
  ])
  func invalidFileIsRenamed(_ text: String) throws {
    try directory.write(text, to: "state.json")
    let store = try synchronousStore()
    #expect(store.state == .init())
    #expect(try directory.read("state.json.broken") == text)
    increment(store)
    #expect(savedState().count == 1)
  }

  @Test func countIsClamped() throws {
    try directory.write("{\"count\":9007199254740991,\"light\":false}", to: "state.json")
    let store = try synchronousStore()
    for _ in 1...3 { increment(store) }
    #expect(store.state.count == 1 << 53 && !store.state.isLightOn)
    #expect(savedState() == store.state)
  }

  @Test func unwritableStateStaysInMemory() throws {
    // Root may write everywhere, but not below a file.
    let file = StateFile(in: try directory.write("", to: "a"))
    let store = try synchronousStore(in: file)
    increment(store)
    increment(store)
    #expect(store.state.count == 2)
    try directory.remove("a")
    increment(store)
    #expect(file.read(log).count == 3)
  }

  /// The loop continues during a write, and each callback waits for the changes made before it was added.
  @Test func callbacksWaitForTheDiskInOrder() throws {
    let loop = try EventLoop()
    let store = self.store(loop: loop)
    var events: [String] = []
    store.afterSave { events.append("nothing to save") }
    for number in 1...3 {
      increment(store)
      store.afterSave { [self] in
        events.append("\(number)")
        #expect(savedState().count >= number)
        if number == 1 { store.afterSave { events.append("after all") } }
      }
    }
    #expect(events == ["nothing to save"])
    while events.count < 5 { try #require(try loop.runOnce(timeout: 20_000_000_000)) }
    #expect(events == ["nothing to save", "1", "2", "3", "after all"])
  }

  /// If the loop ends during a write, the newest state is on disk and stays there. Twenty attempts, since the write may
  /// end first.
  @Test func lastStateIsWrittenAtExit() throws {
    for _ in 1...20 {
      let before = savedState().count
      let store = self.store(loop: try EventLoop())
      increment(store)
      increment(store)
      var isCalled = false
      store.afterSave { isCalled = true }
      #expect(!isCalled)
      store.finish()
      #expect(isCalled && savedState().count == before + 2)
    }
  }

  /// At every moment a reader, or a restart after a crash, sees a complete file and a count that never decreases.
  @Test func readersNeverSeeAPartialFile() throws {
    increment(try synchronousStore())
    // A separate thread: in a task, this work would block one of the few threads that all tests share.
    Thread.detachNewThread { [directory = directory.path] in
      guard let loop = try? EventLoop() else { return }
      let store = Self.makeStore(directory, loop)
      // Saves synchronously from now on.
      store.finish()
      while store.state.count < 150 {
        store.update { $0.count += 1 }
        store.save()
      }
    }
    var last = 0
    while last < 150 {
      let data = try Data(contentsOf: URL(fileURLWithPath: directory.file("state.json")))
      let state = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      let count = try #require(state?["count"] as? Int)
      try #require(count >= last)
      last = count
    }
  }
}
