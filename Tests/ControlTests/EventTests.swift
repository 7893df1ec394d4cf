import Configuration
import Foundation
import PanelGeometry
import PanelViews
import Scenes
import TestPanel
import Testing

@testable import Control

/// The lines of `--events` and `ctl watch`.
@Suite struct EventTests {
  /// Status and events don't repeat a long list with each line that changes. `get` prints it.
  @Test func longReadingIsCut() {
    func members(ofLength length: Int) -> (event: String, status: String, whole: String) {
      let reading = String(repeating: "x", count: length)
      let value = PanelStatus.Value(name: "notes", raw: reading, age: nil, isStale: false)
      let status = PanelStatus.sample(values: [value])
      return (
        Event.value("notes", reading: reading).line(at: 0), status.json.singleLine, value.json.singleLine
      )
    }
    let (short, long) = (members(ofLength: 1000), members(ofLength: 1001))
    let text = String(repeating: "x", count: 1000)
    #expect(short.event == #"{"event":"value","name":"notes","value":"\#(text)","stale":false,"t":0}"# + "\n")
    #expect(long.event == #"{"event":"value","name":"notes","value":"\#(text)","stale":false,"cut":true,"t":0}"# + "\n")
    #expect(short.status.contains(#"{"value":"\#(text)","stale":false}"#))
    #expect(long.status.contains(#"{"value":"\#(text)","stale":false,"cut":true}"#))
    #expect(long.whole == #"{"value":"\#(text)x","stale":false}"#)
    let listed = Addressee("notes", kind: "value", state: text + "x").json.singleLine
    #expect(listed == #"{"address":"notes","kind":"value","state":"\#(text)","cut":true}"#)
  }

  /// The members are those that the manual lists.
  @Test func eachEventIsOneLineOfJSON() throws {
    let cube = CubeScene(SceneOptions())
    let button = try #require(cube.buttons.first)
    let press = Press(button, of: button, at: Address(page: "face3", name: "button"), count: 7)
    let name = "\"a\"\n\u{1B}[2J\u{202E}"
    let events: [Event] = [
      .ready, .touch(TouchEvent(.began, id: 2, at: Point(612, 388.25)), view: "root/cube/face5"),
      .touch(TouchEvent(.ended, id: 2, at: Point(-0.0004, .infinity)), view: nil), .press(press),
      .result(of: press, exitStatus: 124, reason: "no answer"),
      .value("door", reading: name), .idle(.dimmed), .scene("fold", page: "hall"), .touchFix(.reorder),
      .message(id: "", title: "Hi", state: "pressed", button: "Open"), .sound("bell", volume: 40),
      .speech(Utterance("Hi", language: "en")),
      .status(PanelStatus.sample, lost: 3),
    ]
    // The times are 0 to 10, then one that exceeds JSON's signed integers.
    let lines = events.enumerated().map { $1.line(at: $0 < 11 ? UInt64($0) : .max) }
    #expect(
      lines.dropLast().joined() == """
        {"event":"ready","t":0}
        {"event":"touch","phase":"began","id":2,"x":612.0,"y":388.25,"view":"root/cube/face5","t":1}
        {"event":"touch","phase":"ended","id":2,"x":-0.0,"y":null,"view":null,"t":2}
        {"event":"press","face":3,"button":"button","action":"light","address":"face3/button","line":null,\
        "view":"\(button.path)","count":7,"t":3}
        {"event":"result","face":3,"button":"button","action":"light","address":"face3/button","line":null,\
        "press":7,"status":124,"reason":"no answer","t":4}
        {"event":"value","name":"door","value":"\\"a\\"\\u000a\\u001b[2J\\u202e","stale":false,"t":5}
        {"event":"idle","state":"dimmed","t":6}
        {"event":"scene","scene":"fold","page":"hall","t":7}
        {"event":"touch-fix","value":"reorder","t":8}
        {"event":"message","message":null,"title":"Hi","state":"pressed","button":"Open","t":9}
        {"event":"sound","sound":"bell","volume":40,"t":10}
        {"event":"speech","text":"Hi","language":"en","interrupts":true,"isNewElement":false,"rate":50,"volume":80,\
        "t":9223372036854775807}

        """)
    var testedKinds: Set<EventKind> = []
    for (event, line) in zip(events, lines) {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["event"] as? String == event.kind.rawValue)
      let statusMembers = event.kind == .status ? PanelStatus.sample.members.map(\.name) : []
      #expect(
        Set(object.keys) == Set(event.kind.members.map(\.name) + statusMembers + ["event", "t"]), "\(event.kind)")
      #expect(line.hasSuffix("}\n") && line.dropLast().allSatisfy { !$0.isNewline })
      testedKinds.insert(event.kind)
    }
    #expect(testedKinds == Set(EventKind.allCases))
    let idleStates = EventKind.idle.members.map(\.meaning)
    #expect(idleStates == [IdleState.allCases.map(\.rawValue).alternatives])
  }

  /// Without a listener, no event is created.
  @Test func listenerReceivesItsKindsUntilItIsFreed() {
    let feed = EventFeed()
    var created = 0
    func event() -> Event {
      created += 1
      return .idle(.dark)
    }
    feed.send(event())
    #expect(created == 0)
    var received: [String] = []
    do {
      let idleListener = feed.listen(to: [.idle]) { received.append("idle listener: \($0)") }
      let pressListener = feed.listen(to: [.press]) { received.append("press listener: \($0)") }
      feed.send(event())
      withExtendedLifetime((idleListener, pressListener)) {}
    }
    #expect(
      created == 1 && received.count == 1
        && received[0].hasPrefix("idle listener: {\"event\":\"idle\",\"state\":\"dark\",\"t\":"))
    feed.send(event())
    #expect(created == 1 && received.count == 1)
  }

  // MARK: The queue of a watcher

  /// The names of the queued events; for a status event, followed by its number of lost events.
  private func names(_ bytes: [UInt8]) throws -> [String] {
    try bytes.split(separator: 0x0A).map { line in
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      let name = try #require(object["event"] as? String)
      return name == "status" ? "status \(try #require(object["lost"] as? Int))" : name
    }
  }

  @Test func queueBeginsWithTheStatus() throws {
    let feed = EventFeed()
    let queue = EventQueue(feed, [.idle, .scene]) { .sample }
    feed.send(.idle(.dark))
    feed.send(.ready)
    feed.send(.scene("fold"))
    #expect(!queue.isEmpty)
    #expect(try names(queue.take()) == ["status 0", "idle", "scene"])
    #expect(queue.isEmpty && queue.take() == [])
  }

  @Test func eventsBeyondTheBoundAreCounted() throws {
    let feed = EventFeed()
    var status = PanelStatus.sample
    let queue = EventQueue(feed, [.value]) { status }
    #expect(try names(queue.take()) == ["status 0"])
    let count = 100_000
    for number in 0..<count { feed.send(.value("a", reading: "\(number)")) }
    #expect(queue.isBehind)
    status = .sample(count: 99)
    let bytes = queue.take()
    #expect(bytes.count <= EventQueue.maximumBytes + 1000)
    let names = try names(bytes)
    #expect(names.dropLast().allSatisfy { $0 == "value" })
    #expect(names.last == "status \(count - (names.count - 1))")
    #expect(String(decoding: bytes, as: UTF8.self).contains("\"count\":99"))
    // Further events follow in order.
    feed.send(.value("a", reading: "b"))
    #expect(try self.names(queue.take()) == ["value"])
  }

  /// After a lost event, events that would fit are lost too.
  @Test func shortEventDoesNotOvertakeLostEvent() throws {
    let feed = EventFeed()
    let queue = EventQueue(feed, [.value]) { .sample }
    _ = queue.take()
    feed.send(.value(String(repeating: "x", count: EventQueue.maximumBytes), reading: "long"))
    feed.send(.value("a", reading: "short"))
    #expect(try names(queue.take()) == ["status 2"])
  }
}
