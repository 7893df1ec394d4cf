import Events
import Glibc

@testable import Configuration
@testable import Control

extension Subject {
  /// Bytes from a client of the control socket, in pieces of several sizes. Each line has one answer, and the connection
  /// ends with the client's.
  static let control = Subject(
    name: "control",
    words: ControlCommand.allCases.map { "{\"command\":\"\($0.rawValue)\"" } + [
      "\"face\":1", "\"button\":\"a\"", "\"values\":{\"a\":\"1\"}", "\"scene\":\"cube\"", "\"events\":[\"press\"]",
      "}\n",
      "\n", ",",
    ]
  ) { bytes in rig.serve(bytes) }

  private nonisolated(unsafe) static let rig = ControlFuzz()
}

private final class ControlFuzz {
  private let loop: EventLoop
  private let panel = SilentPanel()
  private let server: ControlServer
  private let path = "/tmp/cube-kiosk-fuzz-\(getpid()).control"

  init() {
    guard let loop = try? EventLoop(), let server = try? ControlServer(path: path, loop: loop, panel: panel) else {
      fatalError("no socket")
    }
    (self.loop, self.server) = (loop, server)
  }

  func serve(_ bytes: UnsafeRawBufferPointer) {
    guard let length = bytes.first else { return }
    let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    defer { close(fd) }
    guard let address = sockaddr_un(path: path), address.lend({ connect(fd, $0, $1) }) == 0 else {
      fatalError("not connected: \(errno)")
    }
    var sent = 1
    let piece = 1 + Int(length)
    var (heard, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    for _ in 0..<2000 {
      if sent < bytes.count {
        let count = send(fd, bytes.baseAddress! + sent, min(piece, bytes.count - sent), Int32(MSG_NOSIGNAL))
        if count > 0 { sent += count }
      }
      if sent == bytes.count {
        shutdown(fd, Int32(SHUT_WR))
        sent += 1
      }
      _ = try? loop.turn(waiting: 0)
      let count = read(fd, &buffer, buffer.count)
      if count > 0 { heard += buffer[..<count] }
      if count == 0 || (count < 0 && errno != EAGAIN) {
        let (lines, asked) = (heard.count { $0 == 0x0A }, bytes.count { $0 == 0x0A })
        require(lines <= asked, "\(lines) answers to \(asked) lines")
        return
      }
    }
    // Whoever watches is told for as long as both are there.
    require(String(decoding: bytes, as: UTF8.self).contains("watch"), "the connection stays")
  }
}

private final class SilentPanel: Controllable {
  private let events = EventFeed()

  func advance() {}
  var status: PanelStatus {
    PanelStatus(
      version: "1", scene: "cube", touchFix: "none", count: 7, frames: 1, lateFrames: 0, uptime: 2, idle: "active",
      isConnected: true, compositor: "wayland-0", running: 0, size: [1280, 800], scale: 1)
  }
  func screenshot(_ completion: @escaping (Result<[UInt8], any Error>) -> Void) { completion(.success([])) }
  func press(face: Int, button name: String) throws(Refusal) { throw Refusal("no \(name)") }
  func set(_ values: [(name: String, raw: String)]) {}
  func show(scene name: String) {}
  func reloadConfiguration() {}
  func wake() {}
  func sleep() {}
  func watch(_ kinds: Set<EventKind>) -> EventQueue { EventQueue(events, kinds) { self.status } }
}
