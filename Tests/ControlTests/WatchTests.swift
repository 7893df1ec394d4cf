import Configuration
import Events
import Foundation
import System
import Testing

@testable import Control

/// Those who watch what happens on a panel: many, slow, asleep, gone.
@Suite struct WatchTests {
  /// The names of whole lines' events, and what was lost before each status.
  private func names(_ bytes: [UInt8]) throws -> [String] {
    try bytes.split(separator: 0x0A).map { line in
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      let name = try #require(object["event"] as? String)
      return name == "status" ? "status \(try #require(object["lost"] as? Int))" : name
    }
  }

  // MARK: The queue

  @Test func itBeginsWithTheState() throws {
    let feed = EventFeed()
    let queue = EventQueue(feed, [.idle, .scene]) { .sample }
    feed.tell(.idle(.dark))
    feed.tell(.ready)
    feed.tell(.scene("fold"))
    #expect(!queue.isEmpty)
    #expect(try names(queue.take()) == ["status 0", "idle", "scene"])
    #expect(queue.isEmpty && queue.take() == [])
  }

  /// A million events, and what isn't taken has its bound; the status that comes in their place is the last one.
  @Test func whatIsNotTakenIsLostAndCounted() throws {
    let feed = EventFeed()
    var status = PanelStatus.sample
    let queue = EventQueue(feed, [.value]) { status }
    #expect(try names(queue.take()) == ["status 0"])
    let told = 100_000
    for number in 0..<told { feed.tell(.value("a", "\(number)")) }
    #expect(queue.isBehind)
    status.count = 99
    let bytes = queue.take()
    #expect(bytes.count <= EventQueue.mostBytes + 1000)
    let seen = try names(bytes)
    #expect(seen.dropLast().allSatisfy { $0 == "value" })
    #expect(seen.last == "status \(told - (seen.count - 1))")
    #expect(String(decoding: bytes, as: UTF8.self).contains("\"count\":99"))
    // From there on in order again.
    feed.tell(.value("a", "b"))
    #expect(try names(queue.take()) == ["value"])
  }

  /// What is short doesn't slip in behind what was too long.
  @Test func nothingOvertakes() throws {
    let feed = EventFeed()
    let queue = EventQueue(feed, [.value]) { .sample }
    _ = queue.take()
    feed.tell(.value("a", String(repeating: "x", count: EventQueue.mostBytes)))
    feed.tell(.value("a", "short"))
    #expect(try names(queue.take()) == ["status 2"])
  }

  // MARK: The socket

  private static let watch = "{\"command\":\"watch\",\"events\":[\"value\"]}\n"

  /// True when the server has closed it.
  private func isClosed(_ fd: Int32, _ rig: ControlRig) throws -> Bool {
    try rig.loop.turn(waiting: 1_000_000)
    var byte: UInt8 = 0
    let count = recv(fd, &byte, 1, Int32(MSG_PEEK))
    return count == 0 || count < 0 && errno != EAGAIN
  }

  @Test func itAnswersAndThenTells() throws {
    let rig = try ControlRig()
    let fd = try rig.connected()
    defer { close(fd) }
    let first = try rig.lines(2, fd, to: Self.watch + "{\"command\":\"wake\"}\n")
    #expect(first[0] == "{\"ok\":true}" && first[1].hasPrefix("{\"event\":\"status\",\"lost\":0,"))
    rig.panel.events.tell(.scene("fold"))
    rig.panel.events.tell(.value("door", "open"))
    let event = try rig.lines(1, fd)
    #expect(event.count == 1 && event[0].hasPrefix("{\"event\":\"value\",\"name\":\"door\",\"value\":\"open\",\"t\":"))
    #expect(rig.panel.told == [])
  }

  @Test(arguments: [
    ("", ["status", "value", "scene"]), (",\"events\":[]", ["status", "value", "scene"]),
    (",\"events\":[\"touch\",\"scene\"]", ["status", "touch", "scene"]),
  ]) func theKindsThatAreAskedFor(_ filter: String, _ expected: [String]) throws {
    let rig = try ControlRig()
    let fd = try rig.connected()
    defer { close(fd) }
    _ = try rig.lines(1, fd, to: "{\"command\":\"watch\"\(filter)}\n")
    rig.panel.events.tell(.touch(.init(.began, id: 0, at: .zero), view: nil))
    rig.panel.events.tell(.value("a", "b"))
    rig.panel.events.tell(.scene("fold"))
    let told = try rig.lines(expected.count, fd)
    #expect(zip(told, expected).allSatisfy { $0.contains("\"event\":\"\($1)\"") } && told.count == expected.count)
  }

  @Test(arguments: [
    ("\"press\"", "'press'; expected an array"), ("[\"dance\"]", "'dance'; expected status, "), ("[7]", "7; expected "),
  ]) func aWrongFilterIsRefused(_ filter: String, _ reason: String) throws {
    let rig = try ControlRig()
    let answer = try rig.answer(to: "{\"command\":\"watch\",\"events\":\(filter)}\n{\"command\":\"wake\"}\n")
    #expect(answer.hasPrefix("{\"ok\":false,\"error\":\"watch: events: found \(reason)"))
    #expect(rig.panel.told == ["wake"])
  }

  /// One who sleeps: the panel's memory has its bound, another hears all, and the sleeper is told once it reads.
  @Test func aSleeperHoldsNobodyUp() throws {
    let rig = try ControlRig()
    let (sleeper, awake) = (try rig.connected(), try rig.connected())
    defer { for fd in [sleeper, awake] { close(fd) } }
    for fd in [sleeper, awake] { _ = try rig.lines(2, fd, to: Self.watch) }
    let told = 20_000
    for batch in 0..<told / 100 {
      for number in 0..<100 { rig.panel.events.tell(.value("a", "\(batch * 100 + number)")) }
      let heard = try rig.lines(100, awake)
      #expect(heard.count == 100 && heard.allSatisfy { $0.contains("\"value\"") })
    }
    var (seen, lost) = (0, 0)
    while seen + lost < told {
      for line in try rig.lines(1, sleeper) {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        if let missed = object["lost"] as? Int { lost += missed } else { seen += 1 }
      }
    }
    #expect(seen + lost == told && lost > 0 && seen > 0)
    rig.panel.events.tell(.value("a", "last"))
    #expect(try rig.lines(1, sleeper)[0].contains("\"last\""))
  }

  /// They are silent by nature: no question takes their place, and they take none from those who ask.
  @Test func watchersAndAskersAreCountedApart() throws {
    let rig = try ControlRig()
    var watching: [Int32] = []
    var asking: [Int32] = []
    defer { for fd in watching + asking { close(fd) } }
    for _ in 0..<ControlSocket.mostWatchers {
      watching.append(try rig.connected())
      _ = try rig.lines(2, watching.last!, to: Self.watch)
    }
    for _ in 0..<ControlSocket.mostClients + 3 {
      asking.append(try rig.connected())
      #expect(try rig.lines(1, asking.last!, to: "{\"command\":\"wake\"}\n") == ["{\"ok\":true}"])
    }
    #expect(try asking.filter { try isClosed($0, rig) }.count == 3)
    rig.panel.events.tell(.value("a", "b"))
    for fd in watching { #expect(try rig.lines(1, fd).count == 1) }
    // All of them read: there is no room for another, and it may still ask.
    let ninth = asking.last!
    let refusal = "{\"ok\":false,\"error\":\"so many watch already: \(ControlSocket.mostWatchers)\"}"
    #expect(try rig.lines(1, ninth, to: Self.watch) == [refusal])
    #expect(try rig.lines(1, ninth, to: "{\"command\":\"wake\"}\n") == ["{\"ok\":true}"])
  }

  /// One that doesn't read makes room, and one that went has made it.
  @Test func whoDoesNotReadMakesRoom() throws {
    let rig = try ControlRig()
    var watching: [Int32] = []
    defer { for fd in watching { close(fd) } }
    for _ in 0..<ControlSocket.mostWatchers {
      watching.append(try rig.connected())
      _ = try rig.lines(2, watching.last!, to: Self.watch)
    }
    close(watching.removeFirst())
    watching.append(try rig.connected())
    #expect(try rig.lines(2, watching.last!, to: Self.watch)[0] == "{\"ok\":true}")
    // The first one of these sleeps.
    for _ in 0..<100 {
      for number in 0..<100 { rig.panel.events.tell(.value("a", "\(number)")) }
      for fd in watching.dropFirst() { _ = try rig.lines(100, fd) }
    }
    let next = try rig.connected()
    defer { close(next) }
    #expect(try rig.lines(2, next, to: Self.watch)[0] == "{\"ok\":true}")
    var buffer = [UInt8](repeating: 0, count: 65536)
    while read(watching[0], &buffer, buffer.count) > 0 {}
    #expect(try isClosed(watching[0], rig))
    rig.panel.events.tell(.value("a", "b"))
    for fd in watching.dropFirst() + [next] { #expect(try rig.lines(1, fd).count == 1) }
  }
}
