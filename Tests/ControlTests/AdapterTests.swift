import ControlProtocol
import Foundation
import Glibc
import JSON
import PanelEvents
import PanelViews
import TestPanel
import TestSupport
import Testing

@testable import Control

/// Programs that serve a prefix.
@Suite struct AdapterTests {
  private let rig: ControlRig

  init() throws { rig = try ControlRig(.adapters) }

  private static func line(serving prefix: String) -> String { #"{"serve":"\#(prefix)"}"# + "\n" }

  /// Connects an adapter and reads the reply and the hub's first line.
  private func connect(_ prefix: String) throws -> Int32 {
    let fd = try rig.connect()
    #expect(try rig.lines(2, fd, to: Self.line(serving: prefix)) == [#"{"ok":true}"#, #"{"uses":[]}"#])
    return fd
  }

  @Test func linesGoBothWays() throws {
    let fd = try connect("ha")
    // Two messages at once, and one in pieces.
    try rig.send(#"{"values":{"a":1}}"# + "\n" + #"{"values":{"a":2},"id":3}"# + "\n" + #"{"val"#, fd)
    #expect(rig.hub.calls == ["ha connected", #"ha {"values":{"a":1.0}}"#, #"ha {"values":{"a":2.0},"id":3.0}"#])
    rig.hub.sends["ha"]?(["call": "light.turn_on", "id": .integer(1)])
    rig.hub.sends["ha"]?(["call": "light.turn_off", "id": .integer(2)])
    #expect(
      try rig.lines(2, fd, to: #"ues":{}}"# + "\n")
        == [#"{"call":"light.turn_on","id":1}"#, #"{"call":"light.turn_off","id":2}"#])
    #expect(rig.hub.calls.last == #"ha {"values":{}}"#)
    disconnect(fd)
    while try rig.loop.runOnce(timeout: 1_000_000) {}
    #expect(rig.hub.calls.last == "ha disconnected")
    rig.hub.sends["ha"]?(["call": "late"])
  }

  /// The hub gets all that an adapter sent before it ended.
  @Test func lastLinesAreRead() throws {
    let fd = try rig.connect()
    let messages = (1...100).map { #"{"values":{"a":\#($0)}}"# + "\n" }
    try rig.send(Self.line(serving: "one") + messages[0], fd)
    for message in messages.dropFirst() { _ = message.withCString { Glibc.send(fd, $0, strlen($0), 0) } }
    disconnect(fd)
    while try rig.loop.runOnce(timeout: 1_000_000) {}
    #expect(rig.hub.calls.count == 102 && rig.hub.calls.last == "one disconnected")
  }

  @Test func refusedMessageIsReportedWithItsID() throws {
    let fd = try connect("ha")
    defer { close(fd) }
    let answers = try rig.lines(4, fd, to: #"{"vaules":{},"id":4}"# + "\n{\n[1]\nhello\n")
    #expect(answers[0] == #"{"id":4,"ok":false,"error":"expected values"}"#)
    for answer in answers.dropFirst() { #expect(answer.hasPrefix(#"{"ok":false,"error":"request:"#), "\(answer)") }
    #expect(rig.hub.calls.count == 2)
  }

  /// Also once it serves a prefix, an adapter may only wake the panel and show messages.
  @Test(arguments: ControlCommand.allCases) func servingPermitsNothingElse(_ command: ControlCommand) throws {
    let fd = try connect("ha")
    defer { close(fd) }
    let answer = try rig.lines(1, fd, to: command.request.singleLine + "\n")[0]
    let isPermitted = [.wake, .message, .dismiss].contains(command)
    #expect(answer.hasSuffix(#""kind":"not-permitted"}"#) == !isPermitted, "\(answer)")
    #expect(rig.panel.requests.count == (isPermitted ? 1 : 0) && rig.hub.calls == ["ha connected"])
  }

  @Test func prefixHasOneAdapter() throws {
    let first = try connect("ha")
    let second = try rig.connect()
    let refusal = #"{"ok":false,"error":"another adapter serves ha already","kind":"already-served"}"#
    #expect(try rig.lines(1, second, to: Self.line(serving: "ha")) == [refusal])
    // The second may serve another prefix, but only one.
    #expect(try rig.lines(2, second, to: Self.line(serving: "cameras"))[0] == #"{"ok":true}"#)
    let answer = try rig.lines(1, second, to: Self.line(serving: "more"))[0]
    #expect(answer == #"{"ok":false,"error":"this connection serves cameras already","kind":"already-served"}"#)
    disconnect(first)
    while try rig.loop.runOnce(timeout: 1_000_000) {}
    let third = try connect("ha")
    defer { for fd in [second, third] { close(fd) } }
    #expect(rig.hub.calls == ["ha connected", "cameras connected", "ha disconnected", "ha connected"])
  }

  @Test(arguments: ["", "Ha", "a b", "a/b", "ha:", String(repeating: "a", count: 33)])
  func invalidPrefixIsRefused(_ prefix: String) throws {
    let fd = try rig.connect()
    defer { close(fd) }
    let answer = try rig.lines(1, fd, to: Self.line(serving: prefix))[0]
    #expect(answer.hasSuffix("expected 1 to 32 letters from a to z, digits and -\"}"), "\(answer)")
    #expect(rig.hub.calls == [])
  }

  /// Sixteen adapters of one user, none of which makes room for another.
  @Test func adaptersAreBounded() throws {
    let adapters = try (1...ControlServer.maximumClients).map { try connect("a\($0)") }
    defer { for fd in adapters { close(fd) } }
    let next = try rig.connect()
    defer { close(next) }
    #expect(try rig.lines(1, next) == [#"{"ok":false,"error":"16 clients are connected already"}"#])
    rig.hub.sends["a1"]?(["call": "a"])
    #expect(try rig.lines(1, adapters[0]) == [#"{"call":"a"}"#])
  }

  /// An adapter that doesn't read is disconnected, not while the hub sends.
  @Test func adapterThatDoesNotReadIsDisconnected() throws {
    let fd = try connect("ha")
    defer { close(fd) }
    let call: JSONValue = ["call": .string(String(repeating: "x", count: 1000))]
    for _ in 0..<100 where rig.hub.calls.count == 1 {
      for _ in 0..<100 { rig.hub.sends["ha"]?(call) }
      #expect(rig.hub.calls.count == 1)
      try rig.loop.runOnce(timeout: 1_000_000)
    }
    #expect(rig.hub.calls == ["ha connected", "ha disconnected"])
    close(try connect("ha"))
  }

  /// Of the lines with the addresses in use that wait for an adapter, it gets the last one.
  @Test func waitingUsesAreMerged() throws {
    let fd = try connect("ha")
    defer { close(fd) }
    let filling = String(repeating: "x", count: 60_000)
    for _ in 0..<3 { rig.hub.sends["ha"]?(["call": .string(filling)]) }
    for index in 0..<100 { rig.hub.sends["ha"]?(["uses": .array([.string("\(index)"), .string(filling)])]) }
    let lines = try rig.lines(4, fd)
    #expect(lines.count == 4 && lines[3].hasPrefix(#"{"uses":["99","#) && rig.hub.calls == ["ha connected"])
  }

  /// Descriptors come with their line, are closed after it, and end the connection if there are too many.
  @Test func descriptorsComeWithTheirLine() throws {
    let fd = try connect("cam")
    defer { close(fd) }
    let buffers = try (0..<3).map { _ in try PictureBuffer(pixelCount: 1) }
    try rig.send(#"{"values":{"a":1}}"# + "\n" + #"{"values":{"a":2}}"# + "\n", fd)
    PictureBuffer.send(#"{"values":{"a":3}}"#, buffers, to: fd)
    PictureBuffer.send(#"{"values":{"a":4}}"#, [buffers[0]], to: fd)
    try rig.send(#"{"values":{"a":5}}"# + "\n", fd)
    while try rig.loop.runOnce(timeout: 1_000_000) {}
    #expect(rig.hub.received == [0, 0, 3, 1, 0])
    #expect(try descriptorCount(of: buffers) == buffers.count)
    for _ in 0..<5 { PictureBuffer.send(#"{"values":{}}"#, buffers, to: fd) }
    while try rig.loop.runOnce(timeout: 1_000_000) {}
    #expect(try descriptorCount(of: buffers) == buffers.count)
    _ = "{".withCString { Glibc.send(fd, $0, 1, 0) }
    for _ in 0..<6 { PictureBuffer.send(" ", buffers, to: fd) }
    #expect(try rig.isClosed(fd) || rig.hub.calls.last != "cam disconnected")
  }

  /// The number of this process's descriptors of these buffers. Other tests, which run at the same time, open and close
  /// others.
  private func descriptorCount(of buffers: [PictureBuffer]) throws -> Int {
    let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    func identity(_ name: String) -> String? {
      var status = stat()
      return stat("/proc/self/fd/\(name)", &status) == 0 ? "\(status.st_dev) \(status.st_ino)" : nil
    }
    let identities = Set(buffers.compactMap { identity("\($0.number)") })
    return names.count { identity($0).map(identities.contains) == true }
  }

  /// An error names only what an adapter may send.
  @Test(arguments: [#"{"wkae":true}"#, "wkae", #"{"command":"wkae"}"#])
  func unknownRequestNamesPermittedOnes(_ line: String) throws {
    let fd = try rig.connect()
    defer { close(fd) }
    let answer = try rig.lines(1, fd, to: line + "\n")[0]
    #expect(answer.contains("did you mean wake?") && !answer.contains("press"), "\(answer)")
  }

  @Test func endlessLineClosesTheConnection() throws {
    let fd = try connect("ha")
    defer { close(fd) }
    for _ in 0..<10 { try rig.send(String(repeating: "x", count: 10_000), fd) }
    try rig.waitUntilClosed(fd)
    #expect(rig.hub.calls == ["ha connected", "ha disconnected"])
    let long = try connect("ha")
    defer { close(long) }
    let text = String(repeating: "x", count: 60_000)
    try rig.send(#"{"values":{"a":"\#(text)"}}"# + "\n", long)
    #expect(rig.hub.calls.last?.utf8.count == 60_022)
  }

  // MARK: audio

  /// Speech is for the audio program alone, which runs as its own user or as the panel's.
  @Test func onlyTheAudioProgramGetsSpeech() throws {
    let stranger = try rig.connect(as: 12345)
    defer { close(stranger) }
    let refusal = #"{"ok":false,"error":"only cube-kiosk-audio serves audio","kind":"not-permitted"}"#
    #expect(try rig.lines(1, stranger, to: Self.line(serving: "audio")) == [refusal])
    let (audio, other) = (try rig.connect(as: geteuid()), try connect("ha"))
    defer { for fd in [audio, other] { close(fd) } }
    #expect(try rig.lines(1, audio, to: Self.line(serving: "audio")) == [#"{"ok":true}"#])
    rig.panel.events.send(.speech(Utterance("Lamp", language: "en")))
    rig.panel.events.send(.idle(.dark))
    rig.panel.events.send(.sound("bell", volume: 40))
    #expect(try rig.lines(2, audio).map { $0.prefix(17) } == [#"{"event":"speech""#, #"{"event":"sound","#])
    try rig.send(#"{"values":{}}"# + "\n", audio)
    #expect(try rig.lines(1, audio)[0].hasPrefix(#"{"ok":false"#))
    #expect(rig.hub.calls == ["ha connected"])
    rig.hub.sends["ha"]?(["call": "a"])
    #expect(try rig.lines(1, other) == [#"{"call":"a"}"#])
  }
}
