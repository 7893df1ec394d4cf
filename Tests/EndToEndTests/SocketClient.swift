import Foundation
import System

/// A client of a control socket, by hand.
final class SocketClient {
  private let fd: Int32
  private var bytes = Data()

  init(_ path: String) throws {
    fd = Self.make(blocking: true)
    guard Self.with(path, { connect(fd, $0, $1) }) == 0 else {
      throw SystemError(path, errno)
    }
  }

  deinit { close(fd) }

  static func make(blocking: Bool) -> Int32 {
    let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (blocking ? 0 : SOCK_NONBLOCK.rawValue)
    return socket(AF_UNIX, Int32(flags), 0)
  }

  static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  func send(_ text: String) {
    _ = text.withCString { Glibc.send(fd, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
  }

  /// Sends no more; what is answered can still be read.
  func finish() { shutdown(fd, Int32(SHUT_WR)) }

  /// The next line, without its end; `nil` when the other side has closed.
  func line(within seconds: Double = 20) throws -> String? {
    let seconds = Sanitizer.patience(seconds)
    let end = Date().addingTimeInterval(seconds)
    while true {
      if let newline = bytes.firstIndex(of: 0x0A) {
        defer { bytes.removeSubrange(bytes.startIndex...newline) }
        return String(decoding: bytes[bytes.startIndex..<newline], as: UTF8.self)
      }
      var descriptor = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, Int32(max(0, end.timeIntervalSinceNow) * 1000)) > 0 else {
        throw RigFailure(description: "no line within \(seconds) s")
      }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(fd, &buffer, buffer.count)
      if count <= 0 { return nil }
      bytes += buffer[..<count]
    }
  }
}

extension SocketClient {
  /// True when some of an answer is there, or the end.
  var isAnswered: Bool {
    var descriptor = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
    return !bytes.isEmpty || poll(&descriptor, 1, 0) > 0
  }

  /// All that comes until the other side ends.
  func rest() -> Data {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = read(fd, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    defer { bytes = Data() }
    return bytes
  }
}

/// A running `cube-kiosk` that can be talked to.
struct ControlledKiosk {
  let kiosk: RunningKiosk
  let socket: String

  init(_ weston: Weston) throws { try self.init([], weston) }

  init(_ arguments: [String], _ weston: Weston, environment: [String: String] = [:]) throws {
    let directory = weston.directory.path
    socket = directory + "/control"
    kiosk = try RunningKiosk(
      arguments,
      environment: weston.environment.merging(["RUNTIME_DIRECTORY": directory]) { $1 }.merging(environment) { $1 })
    try kiosk.wait("ready")
  }

  func ctl(_ words: String...) throws -> Program.Result { try Program.run(["ctl", "--socket", socket] + words) }
}
