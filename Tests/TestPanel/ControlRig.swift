import Control
import Glibc
import PanelEvents
import PanelSystem
import TestSupport

/// A control server for a test panel, with its clients on the same event loop.
package final class ControlRig {
  package let panel = TestPanel()
  package let loop: EventLoop
  package let path: String
  package let hub = TestHub()
  private let temporaryDirectory: TemporaryDirectory
  private var server: ControlServer?
  /// The users of the connections that the server hasn't accepted yet.
  private var users: [uid_t] = []
  /// The received beginnings of lines, by connection.
  private var incompleteLines: [Int32: [UInt8]] = [:]

  /// - Parameter role: The clients' rights.
  package init(_ role: ControlRole = .control) throws {
    loop = try EventLoop()
    temporaryDirectory = try TemporaryDirectory()
    path = temporaryDirectory.file(role.socketName)
    server = try ControlServer(
      in: directory, role: role, loop: loop, user: { [unowned self] _ in user() }, panel: panel, hub: hub)
  }

  package var directory: String { temporaryDirectory.path }

  private func user() -> uid_t { users.isEmpty ? 1000 : users.removeFirst() }

  package func stop() { server = nil }

  /// - Parameter user: The user that the server takes for the client.
  package func connect(as user: uid_t = 1000) throws -> Int32 {
    let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard try sockaddr_un(path: path).withPointer({ Glibc.connect(fd, $0, $1) }) == 0 else {
      close(fd)
      throw SystemError(path, errno)
    }
    users.append(user)
    incompleteLines[fd] = nil
    return fd
  }

  /// Sends bytes, shuts down the sending side, and receives until the server closes the connection.
  ///
  /// - Parameters:
  ///   - pieceLength: The maximum number of bytes that are sent at once.
  ///   - iterations: The maximum number of iterations of the event loop.
  ///   - timeout: The timeout of each iteration, in nanoseconds.
  /// - Returns: `nil` if the server didn't close the connection.
  package func exchange(
    _ bytes: [UInt8], pieceLength: Int = .max, iterations: Int = 20_000, timeout: UInt64 = 1_000_000
  ) throws -> [UInt8]? {
    let fd = try connect()
    defer { close(fd) }
    var (rest, received) = (bytes[...], [UInt8]())
    for _ in 0..<iterations {
      let count = rest.withUnsafeBytes {
        Glibc.send(fd, $0.baseAddress, min(pieceLength, $0.count), Int32(MSG_NOSIGNAL))
      }
      if count > 0 { rest.removeFirst(count) }
      if rest.isEmpty { shutdown(fd, Int32(SHUT_WR)) }
      try loop.runOnce(timeout: timeout)
      if receive(fd, into: &received) { return received }
    }
    return nil
  }

  /// Sends a text, and runs the loop until a number of lines is received.
  package func lines(_ count: Int, _ fd: Int32, to text: String = "") throws -> [String] {
    _ = text.withCString { Glibc.send(fd, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    var (received, isAtEnd) = (incompleteLines[fd] ?? [], false)
    let deadline = EventLoop.now + 20_000_000_000
    while received.count(where: { $0 == 0x0A }) < count, !isAtEnd, EventLoop.now < deadline {
      try loop.runOnce(timeout: 1_000_000)
      isAtEnd = receive(fd, into: &received)
    }
    let end = received.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    incompleteLines[fd] = Array(received[end...])
    let lines = String(decoding: received[..<end], as: UTF8.self).split(separator: "\n").map(String.init)
    guard lines.count >= count else { throw SystemError(path, ETIMEDOUT, "\(count) lines; received \(lines)") }
    return lines
  }

  /// Sends a text and handles it, without receiving.
  package func send(_ text: String, _ fd: Int32) throws {
    _ = text.withCString { Glibc.send(fd, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    while try loop.runOnce(timeout: 1_000_000) {}
  }

  /// Waits until the server has closed the connection, and drops received data. A process that another test is starting has
  /// a copy of the server's descriptor for a moment.
  package func waitUntilClosed(_ fd: Int32) throws {
    let deadline = EventLoop.now + 20_000_000_000
    while try !isClosed(fd) {
      guard EventLoop.now < deadline else { throw SystemError(path, ETIMEDOUT, "still connected") }
    }
  }

  /// Returns whether the server has closed the connection, and drops received data.
  package func isClosed(_ fd: Int32) throws -> Bool {
    try loop.runOnce(timeout: 1_000_000)
    var dropped: [UInt8] = []
    return receive(fd, into: &dropped)
  }

  /// Appends received data.
  ///
  /// - Returns: `true` at the end of the connection.
  private func receive(_ fd: Int32, into received: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(fd, &buffer, buffer.count)
      guard count > 0 else { return count == 0 || errno != EAGAIN }
      received += buffer[..<count]
    }
  }
}
