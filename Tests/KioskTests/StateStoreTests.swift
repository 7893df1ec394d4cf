import Foundation
import TestSupport
import Testing

@testable import Configuration
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

  /// The state on the disk. Unlike `StateFile.read`, this removes no temporary files.
  private func savedState() -> SavedState {
    guard let text = try? directory.read("state.json"),
      let value = try? JSONValue.read(Array(text.utf8), name: "state.json")
    else {
      return SavedState()
    }
    return (try? SavedState(LocatedJSON(value: value, file: "state.json"))) ?? SavedState()
  }

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

  @Test func longListsSurviveRestart() throws {
    let text = Array(repeating: String(repeating: "\"", count: 999), count: 65).joined(separator: "\n")
    let values = Dictionary(uniqueKeysWithValues: (0..<40).map { ("list\($0)", text) })
    let store = try synchronousStore()
    store.update { $0.values = values }
    store.save()
    let areKept = StateFile(in: directory.path).read(log).values == values
    #expect(areKept)
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
    "{\"count\":1,\"count\":2,\"light\":true}",
    String(repeating: " ", count: 1 << 24) + "{\"count\":1,\"light\":true}",
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

  /// A change waits for a while, and further changes are saved with it.
  @Test func changesAreSavedTogether() throws {
    let (loop, file) = (try EventLoop(), StateFile(in: directory.path))
    let store = StateStore(file.read(log), file: file, loop: loop, log: log, delay: 200_000_000)
    for _ in 1...3 { store.update { $0.count += 1 } }
    var counts: Set<Int> = []
    try loop.run {
      counts.insert(savedState().count)
      return counts.contains(3)
    }
    #expect(counts == [0, 3])
    #expect(StateStore.delay * 6 / 5 <= 60_000_000_000)
  }

  /// A value that is set all the time doesn't wear out the disk, and its last text is saved.
  @Test func savesAreLimited() throws {
    let (loop, file) = (try EventLoop(), StateFile(in: directory.path))
    let store = StateStore(file.read(log), file: file, loop: loop, log: log)
    var texts: Set<String> = []
    let start = EventLoop.now
    for number in 0..<100 {
      store.update { $0.values["v"] = "\(number)" }
      store.saveSoon()
    }
    try loop.run {
      texts.insert(savedState().values["v"] ?? "")
      return texts.contains("99")
    }
    #expect(texts.count <= 3 && EventLoop.now - start >= StateStore.minimumInterval)
  }

  /// A failed save is repeated without a further change.
  @Test func failedSaveIsRepeated() throws {
    let (loop, pipe) = (try EventLoop(), LogPipe())
    let file = StateFile(in: try directory.write("", to: "a"))
    let store = StateStore(SavedState(), file: file, loop: loop, log: pipe.log, delay: 50_000_000)
    store.update { $0.count += 1 }
    try loop.run { pipe.contains("Not a directory; the count is kept in memory only") }
    try directory.remove("a")
    try loop.run { pipe.contains("the count is kept again") }
    #expect(file.read(log).count == 1)
  }

  /// Each callback waits for the changes made before it was added.
  @Test func callbackWaitsForTheDisk() throws {
    let loop = try EventLoop()
    let store = self.store(loop: loop)
    var events: [Int] = []
    for number in 1...3 {
      store.update { $0.count += 1 }
      store.save { [self] in
        #expect(savedState().count >= number)
        events.append(number)
      }
    }
    #expect(events == [])
    try loop.run { events.count == 3 }
  }

  /// If the loop ends during a write, the newest state is on disk and stays there. Twenty attempts, since the write may
  /// end first.
  @Test func lastStateIsWrittenAtExit() throws {
    for _ in 1...20 {
      let before = savedState().count
      let store = self.store(loop: try EventLoop())
      increment(store)
      store.update { $0.count += 1 }
      store.finish()
      #expect(savedState().count == before + 2)
    }
  }

  /// A file that can't be read may have a lockout. It is kept, and maintenance is locked.
  @Test func unreadableFileIsKept() throws {
    // Root may read every file, but not a loop of links.
    try #require(symlink("state.json", directory.file("state.json")) == 0)
    let pipe = LogPipe()
    let state = StateFile(in: directory.path).read(pipe.log)
    #expect(state == .unreadable && state.count == 0)
    #expect(try directory.contents() == ["state.json"])
    #expect(
      pipe.contains("Too many levels of symbolic links; the count is kept in memory only, and maintenance is locked"))
    let lock = PINLock(state.lock, now: EventLoop.now, wallTime: 0)
    #expect(lock.remainingLockout(at: EventLoop.now) > PINLock.maximumLockout - 1)
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
