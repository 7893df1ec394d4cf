import Configuration
import Foundation
import PanelEvents
import PanelSystem
import TestPanel
import TestSupport
import Testing

@testable import Control

/// The control server, with its clients on the same event loop.
@Suite struct ControlServerTests {
  private let rig: ControlRig

  init() throws { rig = try ControlRig() }

  private func reply(to text: String) throws -> String {
    String(decoding: try #require(try rig.exchange(Array(text.utf8)), "the server never closed"), as: UTF8.self)
  }

  private func refused(_ reason: String) -> String { "{\"ok\":false,\"error\":\"\(reason)\"}\n" }

  // MARK: Requests

  @Test func requestsArePerformedInOrder() throws {
    let answer = try reply(
      to: """
        {"command":"press","face":3,"button":"button"}
        {"press":"notes/done","line":"Milk","id":7}
        press home/open
        {"set":{"home/level":40},"line":"a","id":"x"}
        {"command":"scene","scene":"fold"}
        {"command":"reload"}
        {"command":"sleep"}
        {"command":"wake"}
        {"command":"speech","state":"on"}
        {"command":"set","values":{"door":"open","t":21.5,"n":3,"lamp":true}}
        {"append":{"notes":"Milk"}}
        {"command":"remove","values":{"notes":"Milk"}}
        {"command":"set","values":{}}
        {"command":"set","values":{"door":null}}
        {"command":"press"}
        {"command":"press","face":3}
        {"command":"press","face":1e30,"button":"button"}
        {"command":"dance"}
        {"command":"speech","state":"loud"}
        {"command":"status"}

        """)
    #expect(
      answer == """
        {"ok":true,"press":2,"running":true}
        {"id":7,"ok":true,"press":3,"running":true}
        {"ok":true,"press":4,"running":true}
        {"id":"x","ok":true}

        """ + String(repeating: "{\"ok\":true}\n", count: 8)
        + refused("request: $.values: found an object; expected names and texts")
        + refused("request: $.values.door: found null; expected a text, a number, true or false")
        + refused("request: $.press: found nothing; expected this key")
        + refused("request: $.button: found nothing; expected this key")
        + refused("request: $.face: found 1e+30; expected a whole number from 1 to 6")
        + refused(
          "request: $.command: found 'dance'; expected \(ControlCommand.allCases.map(\.rawValue).alternatives)")
        + refused("request: $.state: found 'loud'; expected on or off") + PanelStatus.sample.json.singleLine + "\n")
    #expect(
      rig.panel.requests == [
        "old press FACE BUTTON", "press face3/button", "press notes/done Milk", "press home/open",
        "set home/level=40 a",
        "scene fold", "reload", "sleep", "wake", "speech true", "set door=open t=21.5 n=3 lamp=true",
        "append notes=Milk", "remove notes=Milk",
      ])
    let status = try #require(
      try JSONSerialization.jsonObject(with: Data(PanelStatus.sample.json.singleLine.utf8)) as? [String: Any])
    #expect(status["ok"] as? Bool == true && status["count"] as? Int == 7 && status["scene"] as? String == "cube")
    #expect(status["output"] == nil)
  }

  /// Each command succeeds with all of its operands, and is refused without the last one.
  @Test(arguments: ControlCommand.allCases) func everyCommandIsAnswered(_ command: ControlCommand) throws {
    let operands =
      (command.pairsKey.map { ["\"\($0)\":{\"a\":\"b\"}"] } ?? [])
      + command.operands.compactMap { operand in
        operand.key.map {
          let value = "\"\(operand.choices.first ?? "a")\""
          return "\"\($0)\":\(operand.isList ? "[\(value)]" : value)"
        }
      }
    func line(_ members: some Collection<String>) -> String {
      "{\(([#""command":"\#(command.rawValue)""#] + members).joined(separator: ","))}\n"
    }
    let fd = try rig.connect()
    defer { close(fd) }
    #expect(try rig.lines(1, fd, to: line(operands))[0].hasPrefix("{\"ok\":true"))
    guard let last = command.operands.last, last.key != nil, !last.isList else { return }
    let isRefused = try reply(to: line(operands.dropLast())).hasPrefix("{\"ok\":false")
    #expect(isRefused != last.isOptional)
  }

  @Test func watchedEventsAreAnArray() throws {
    #expect(try reply(to: "{\"watch\":\"press\"}\n").hasPrefix("{\"ok\":false,\"error\":\"request: $.watch: "))
    for request in [#"{"watch":true}"#, #"{"watch":["press"]}"#, #"{"command":"watch"}"#] {
      let fd = try rig.connect()
      defer { close(fd) }
      #expect(try rig.lines(1, fd, to: request + "\n")[0].hasPrefix("{\"ok\":true"), "\(request)")
    }
  }

  @Test func valueIsRead() throws {
    #expect(try reply(to: "get door\n") == "{\"ok\":true,\"value\":\"shut\",\"age\":2,\"stale\":false}\n")
  }

  @Test func refusalIsReported() throws {
    rig.panel.isRefusing = true
    #expect(try reply(to: "{\"command\":\"reload\"}\n") == refused("not \\\"now\\\""))
  }

  @Test(arguments: ["", "{", "[]", "7", "{\"command\":7}", "{\"face\":3}", "\u{0}"])
  func invalidLineIsRefusedAndNextOneIsAnswered(_ line: String) throws {
    let answer = try reply(to: line + "\n{\"command\":\"wake\"}\n")
    #expect(answer.hasPrefix(#"{"ok":false,"error":"request:"#) && answer.hasSuffix("\"}\n{\"ok\":true}\n"))
  }

  /// More requests and larger replies than the socket's buffer holds arrive whole and in order.
  @Test func screenshotDataFollowsItsReply() throws {
    let requests = "{\"command\":\"screenshot\"}\n{\"command\":\"wake\"}\n"
    #expect(try reply(to: requests) == "{\"ok\":true,\"bytes\":3}\n\u{1}\n\u{3}{\"ok\":true}\n")
    rig.panel.picture = Array(repeating: 0x2E, count: 300_000)
    let answer = try reply(to: String(repeating: requests, count: 20))
    #expect(answer.utf8.count == 20 * ("{\"ok\":true,\"bytes\":300000}\n".count + 300_000 + "{\"ok\":true}\n".count))
    #expect(rig.panel.requests.count == 21)
  }

  // MARK: Clients

  /// The server answers one line per iteration of the loop.
  @Test func manyRequestsDelayNoOtherClient() throws {
    let (busyClient, otherClient) = (try rig.connect(), try rig.connect())
    defer { for fd in [busyClient, otherClient] { close(fd) } }
    for _ in 1...2 { try rig.loop.runOnce(timeout: 1_000_000_000) }
    let lines = String(repeating: "{\"command\":\"wake\"}\n", count: 200)
    _ = lines.withCString { send(busyClient, $0, strlen($0), 0) }
    _ = "{\"command\":\"sleep\"}\n".withCString { send(otherClient, $0, strlen($0), 0) }
    for _ in 1...10 { try rig.loop.runOnce(timeout: 1_000_000_000) }
    #expect(rig.panel.requests.contains("sleep") && rig.panel.requests.count <= 10)
  }

  @Test func endlessLineClosesTheConnection() throws {
    #expect(try reply(to: String(repeating: "A", count: 100_000)) == "")
    #expect(rig.panel.requests == [])
  }

  /// Clients that disconnect don't count toward the maximum, whatever they sent.
  @Test func disconnectedClientsAreForgotten() throws {
    for text in [
      "", "{\"command\":", "{\"command\":\"screenshot\"}\n", Self.watch, String(repeating: "A", count: 5000),
    ] {
      for _ in 0..<ControlServer.maximumClients {
        let fd = try rig.connect()
        _ = text.withCString { send(fd, $0, strlen($0), 0) }
        disconnect(fd)
        for _ in 0..<4 { try rig.loop.runOnce(timeout: 0) }
      }
      #expect(try reply(to: "{\"command\":\"wake\"}\n") == "{\"ok\":true}\n")
    }
  }

  // MARK: Watchers

  private static let watch = "{\"command\":\"watch\",\"events\":[\"value\"]}\n"

  @Test(arguments: [
    ("", ["status", "value", "scene"]), (",\"events\":[]", ["status", "value", "scene"]),
    (",\"events\":[\"touch\",\"scene\"]", ["status", "touch", "scene"]),
  ]) func watcherGetsTheKindsItAskedFor(_ filter: String, _ kinds: [String]) throws {
    let fd = try rig.connect()
    defer { close(fd) }
    // The server ignores a watcher's further lines.
    let first = try rig.lines(2, fd, to: "{\"command\":\"watch\"\(filter)}\n{\"command\":\"wake\"}\n")
    #expect(first[0] == "{\"ok\":true}" && first[1].hasPrefix("{\"event\":\"status\",\"lost\":0,"))
    rig.panel.events.send(.touch(.init(.began, id: 0, at: .zero), view: nil))
    rig.panel.events.send(.value("a", reading: "b"))
    rig.panel.events.send(.scene("fold"))
    let events = [first[1]] + (try rig.lines(kinds.count - 1, fd))
    #expect(events.count == kinds.count && zip(events, kinds).allSatisfy { $0.contains("\"event\":\"\($1)\"") })
    #expect(rig.panel.requests == [])
  }

  @Test(arguments: [
    ("\"press\"", "'press'; expected an array"), ("[\"dance\"]", "'dance'; expected status, "), ("[7]", "7; expected "),
  ]) func wrongFilterIsRefused(_ filter: String, _ reason: String) throws {
    let answer = try reply(to: "{\"command\":\"watch\",\"events\":\(filter)}\n{\"command\":\"wake\"}\n")
    #expect(answer.hasPrefix("{\"ok\":false,\"error\":\"request: $.events"))
    #expect(answer.contains(": found \(reason)"))
    #expect(rig.panel.requests == ["wake"])
  }

  /// The queue of a watcher that doesn't read is bounded. Other watchers receive all events. Once the watcher reads
  /// again, it receives the number of lost events.
  @Test func stalledWatcherDelaysNoOther() throws {
    let (stalled, reading) = (try rig.connect(), try rig.connect())
    defer { for fd in [stalled, reading] { close(fd) } }
    for fd in [stalled, reading] { _ = try rig.lines(2, fd, to: Self.watch) }
    let count = 20_000
    for batch in 0..<count / 100 {
      for number in 0..<100 { rig.panel.events.send(.value("a", reading: "\(batch * 100 + number)")) }
      let events = try rig.lines(100, reading)
      #expect(events.count == 100 && events.allSatisfy { $0.contains("\"value\"") })
    }
    var (receivedCount, lostCount) = (0, 0)
    while receivedCount + lostCount < count {
      for line in try rig.lines(1, stalled) {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        if let lost = object["lost"] as? Int { lostCount += lost } else { receivedCount += 1 }
      }
    }
    #expect(receivedCount + lostCount == count && lostCount > 0 && receivedCount > 0)
    rig.panel.events.send(.value("a", reading: "last"))
    #expect(try rig.lines(1, stalled)[0].contains("\"last\""))
  }

  /// If there are too many clients, the one that has been silent the longest is disconnected, unless it is a watcher.
  @Test func mostSilentClientIsDisconnectedForNewOne() throws {
    var watching: [Int32] = []
    var requesting: [Int32] = []
    defer { for fd in watching + requesting { close(fd) } }
    func wake(_ fd: Int32) throws { #expect(try rig.lines(1, fd, to: "{\"command\":\"wake\"}\n") == ["{\"ok\":true}"]) }
    for number in 0..<ControlServer.maximumClients - 3 {
      watching.append(try rig.connect(as: uid_t(number / 3)))
      _ = try rig.lines(2, watching.last!, to: Self.watch)
    }
    for number in 1...3 { requesting.append(try rig.connect(as: uid_t(number) * 10)) }
    for fd in requesting { try wake(fd) }
    // The first client sends another request, so that the second has been silent for longest.
    try wake(requesting[0])
    requesting.append(try rig.connect())
    try wake(requesting[3])
    try rig.waitUntilClosed(requesting[1])
    for index in [0, 2, 3] { #expect(try !rig.isClosed(requesting[index])) }
    rig.panel.events.send(.value("a", reading: "b"))
    for fd in watching { #expect(try rig.lines(1, fd).count == 1) }
  }

  /// A user has four connections, of which idle ones make room for new ones.
  @Test func waitingClientIsNeverDisconnected() throws {
    var clients: [Int32] = []
    defer { for fd in clients { close(fd) } }
    func connect(as user: uid_t) throws -> Int32 {
      clients.append(try rig.connect(as: user))
      return clients.last!
    }
    func takeScreenshot(_ fd: Int32) throws {
      let count = rig.panel.heldAnswers.count
      _ = "{\"command\":\"screenshot\"}\n".withCString { send(fd, $0, strlen($0), 0) }
      while rig.panel.heldAnswers.count == count { try rig.loop.runOnce(timeout: 1_000_000) }
    }
    func wake(_ fd: Int32) throws { #expect(try rig.lines(1, fd, to: "{\"command\":\"wake\"}\n") == ["{\"ok\":true}"]) }
    rig.panel.holdsAnswers = true
    let waiting = try (1...3).map { _ in try connect(as: 1) }
    for fd in waiting { try takeScreenshot(fd) }
    let idle = try connect(as: 1)
    try wake(idle)
    let new = try connect(as: 1)
    try wake(new)
    try rig.waitUntilClosed(idle)
    try takeScreenshot(new)
    let refusedClient = try connect(as: 1)
    #expect(try rig.lines(1, refusedClient)[0] + "\n" == refused("4 clients are connected already"))
    try rig.waitUntilClosed(refusedClient)
    try wake(try connect(as: 2))
    for answer in rig.panel.heldAnswers { answer() }
    for fd in waiting + [new] { #expect(try rig.lines(1, fd).first == "{\"ok\":true,\"bytes\":3}") }
  }

  /// If there are too many watchers, one that doesn't read is disconnected. If all watchers read, the new client may
  /// not watch, but may send requests.
  @Test func watchersAreBounded() throws {
    var watching: [Int32] = []
    defer { for fd in watching { close(fd) } }
    func watch(as user: Int) throws -> String {
      watching.append(try rig.connect(as: uid_t(user)))
      return try rig.lines(1, watching.last!, to: Self.watch)[0]
    }
    for number in 0..<ControlServer.maximumWatchers { #expect(try watch(as: number / 3) == "{\"ok\":true}") }
    #expect(try watch(as: 0) + "\n" == refused("3 clients are watching already"))
    disconnect(watching.removeLast())
    for _ in 0..<4 { try rig.loop.runOnce(timeout: 1_000_000) }
    #expect(try watch(as: 9) + "\n" == refused("\(ControlServer.maximumWatchers) clients are watching already"))
    #expect(try rig.lines(1, watching.removeLast(), to: "{\"command\":\"wake\"}\n") == ["{\"ok\":true}"])
    // The first watcher doesn't read.
    for _ in 0..<100 {
      for number in 0..<100 { rig.panel.events.send(.value("a", reading: "\(number)")) }
      for fd in watching.dropFirst() { _ = try rig.lines(100, fd) }
    }
    #expect(try watch(as: 9) == "{\"ok\":true}")
    try rig.waitUntilClosed(watching[0])
    rig.panel.events.send(.value("a", reading: "b"))
    for fd in watching.dropFirst() { #expect(try !rig.lines(1, fd).isEmpty) }
  }

  // MARK: The socket's file

  @Test func fileExistsAsLongAsItsServer() throws {
    let mode = try FileManager.default.attributesOfItem(atPath: rig.path)[.posixPermissions]
    #expect(mode as? Int == 0o660)
    // Another program removed the file.
    unlink(rig.path)
    let next = try ControlServer(in: rig.directory, loop: rig.loop, panel: rig.panel)
    rig.stop()
    #expect(FileManager.default.fileExists(atPath: rig.path), "the next server's socket must remain")
    withExtendedLifetime(next) {}
  }

  /// An unknown group changes nothing.
  @Test(.enabled(if: geteuid() == 0, "only root is in every group")) func groupGetsTheSocket() throws {
    let file = try #require(SocketFile(rig.path))
    func group() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: rig.path)[.groupOwnerAccountID] as? Int
    }
    let before = try group()
    #expect(file.setGroup("cube-kiosk-nobody") == nil)
    #expect(try group() == before)
    #expect(file.setGroup("daemon") == nil)
    #expect(try group() == getgrnam("daemon").map { Int($0.pointee.gr_gid) } && group() != before)
    file.remove()
    #expect(file.setGroup("daemon") == SystemError("\(rig.path): the group daemon", ENOENT))
  }

  @Test func secondServerIsRefused() throws {
    func makeSecond() throws { _ = try ControlServer(in: rig.directory, loop: rig.loop, panel: rig.panel) }
    let error = SystemError(rig.path, EADDRINUSE, "another cube-kiosk is running")
    #expect(throws: error) { try makeSecond() }
    // Also while the first one is busy and its backlog is full.
    var clients: [Int32] = []
    defer { for fd in clients { close(fd) } }
    while let fd = try? rig.connect() { clients.append(fd) }
    #expect(throws: error) { try makeSecond() }
    for fd in clients { disconnect(fd) }
    for _ in clients { try rig.loop.runOnce(timeout: 1_000_000) }
    clients = []
    #expect(try reply(to: "{\"command\":\"wake\"}\n") == "{\"ok\":true}\n")
    // A server that ended without removing its file is replaced.
    let directory = try TemporaryDirectory()
    let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    try #require(sockaddr_un(path: directory.file("control")).withPointer { bind(fd, $0, $1) } == 0)
    close(fd)
    _ = try ControlServer(in: directory.path, loop: rig.loop, panel: rig.panel)
  }

  @Test func fileOfAnotherProgramIsNotRemoved() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write("kept", to: "control")
    let error = thrownError(Error.self) { try ControlServer(in: directory.path, loop: rig.loop, panel: rig.panel) }
    #expect(error.map { "\($0)" } == "\(file): bind: Address already in use")
    #expect(try directory.read("control") == "kept")
    for path in ["/nonexistent", String(repeating: "x", count: 200)] {
      #expect(throws: SystemError.self) { try ControlServer(in: path, loop: rig.loop, panel: rig.panel) }
    }
  }
}
