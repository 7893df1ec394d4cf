import Configuration
import Events
import Foundation
import System
import Testing

@testable import Control

/// A panel that only writes down what it is told.
final class ToldPanel: Controllable {
  var told: [String] = []
  var refuses = false
  var picture: [UInt8] = [1, 0x0A, 3]

  private func tell(_ text: String) throws(Refusal) {
    told.append(text)
    if refuses { throw Refusal("not \"now\"") }
  }

  func advance() {}
  let events = EventFeed()
  var status: PanelStatus { .sample }
  func watch(_ kinds: Set<EventKind>) -> EventQueue { EventQueue(events, kinds) { .sample } }
  func screenshot(_ completion: @escaping (Result<[UInt8], any Error>) -> Void) { completion(.success(picture)) }
  func press(face: Int, button name: String) throws(Refusal) { try tell("press \(face) \(name)") }
  func set(_ values: [(name: String, raw: String)]) throws(Refusal) {
    try tell("set " + values.map { "\($0)=\($1)" }.joined(separator: " "))
  }
  func show(scene name: String) throws(Refusal) { try tell("scene \(name)") }
  func reloadConfiguration() throws(Refusal) { try tell("reload") }
  func wake() { told.append("wake") }
  func sleep() { told.append("sleep") }
}

/// A server in a directory of its own, and what a client of it hears.
final class ControlRig {
  let panel = ToldPanel()
  let loop: EventLoop
  let path: String
  private let directory: String
  private var server: ControlServer?

  init() throws {
    loop = try EventLoop()
    var template = Array("/tmp/cube-kiosk-test.XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = directory + "/control"
    server = try ControlServer(path: path, loop: loop, panel: panel)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  func end() { server = nil }

  func connected() throws -> Int32 {
    let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    let address = try #require(sockaddr_un(path: path))
    try #require(address.lend { connect(fd, $0, $1) } == 0)
    return fd
  }

  /// All that is answered to these bytes, until the server closes.
  func answer(to bytes: [UInt8]) throws -> String {
    let fd = try connected()
    defer { close(fd) }
    var (sent, heard, buffer) = (0, [UInt8](), [UInt8](repeating: 0, count: 65536))
    let end = EventLoop.now + 20_000_000_000
    while EventLoop.now < end {
      // More than fits is sent as the server takes it.
      if sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes { send(fd, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count > 0 { sent += count }
        if sent == bytes.count { shutdown(fd, Int32(SHUT_WR)) }
      }
      try loop.turn(waiting: 1_000_000)
      var count = read(fd, &buffer, buffer.count)
      while count > 0 {
        heard += buffer[..<count]
        count = read(fd, &buffer, buffer.count)
      }
      if count == 0 || errno != EAGAIN { return String(decoding: heard, as: UTF8.self) }
    }
    Issue.record("the server never closed")
    return ""
  }

  /// Sends, and serves until as many lines are there.
  func lines(_ count: Int, _ fd: Int32, to text: String = "") throws -> [String] {
    if !text.isEmpty { try #require(text.withCString { send(fd, $0, strlen($0), Int32(MSG_NOSIGNAL)) } > 0) }
    var (heard, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65536))
    let end = EventLoop.now + 20_000_000_000
    while heard.filter({ $0 == 0x0A }).count < count {
      try #require(EventLoop.now < end, "\(count) lines; so far: \(String(decoding: heard, as: UTF8.self))")
      try loop.turn(waiting: 1_000_000)
      while case let got = read(fd, &buffer, buffer.count), got > 0 { heard += buffer[..<got] }
    }
    return String(decoding: heard, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  func answer(to text: String) throws -> String { try answer(to: Array(text.utf8)) }
}

extension PanelStatus {
  static let sample = PanelStatus(
    version: "1", scene: "cube", touchFix: "none", count: 7, frames: 1, lateFrames: 0, uptime: 2, idle: "active",
    isConnected: true, compositor: "wayland-0", running: 0, size: [1280, 800], scale: 1)
}
