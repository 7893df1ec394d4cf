import Control
import Foundation
import PanelSystem
import TestSupport

/// A Unix-domain socket.
enum UnixSocket {
  static func make(forDatagrams: Bool = false, isBlocking: Bool = true) -> Int32 {
    let kind = forDatagrams ? SOCK_DGRAM : SOCK_STREAM
    return socket(AF_UNIX, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue | (isBlocking ? 0 : SOCK_NONBLOCK.rawValue)), 0)
  }

  /// Binds a new socket to a path.
  ///
  /// - Parameter queue: The number of connections that wait; `nil` for datagrams.
  static func bound(to path: String, queue: Int32? = 4) throws -> Int32 {
    let fd = make(forDatagrams: queue == nil)
    guard try sockaddr_un(path: path).withPointer({ bind(fd, $0, $1) }) == 0,
      queue.map({ listen(fd, $0) }) ?? 0 == 0
    else { throw SystemError("bind", errno) }
    return fd
  }

  static func connect(_ fd: Int32, to path: String) -> Bool {
    (try? sockaddr_un(path: path))?.withPointer { Glibc.connect(fd, $0, $1) } == 0
  }

  @discardableResult static func send(_ text: String, to fd: Int32) -> Bool {
    text.withCString { Glibc.send(fd, $0, strlen($0), Int32(MSG_NOSIGNAL)) } == text.utf8.count
  }
}

/// A client that speaks the control socket's protocol directly.
final class SocketClient {
  let fd = UnixSocket.make()
  private let reader: LineReader

  init(_ path: String) throws {
    reader = LineReader(fd)
    guard UnixSocket.connect(fd, to: path) else { throw SystemError(path, errno) }
  }

  deinit { close(fd) }

  func send(_ text: String) { UnixSocket.send(text, to: fd) }

  /// Shuts down the sending side. Replies can still be received.
  func finish() { shutdown(fd, Int32(SHUT_WR)) }

  /// Returns the next line, without its line break; `nil` if the server closed the connection.
  func line() throws -> String? { try reader.next("a reply") }

  /// True if a reply has begun, or the connection ended.
  var isAnswered: Bool { reader.hasInput }

  /// Returns everything until the server closes the connection.
  func rest() -> Data { reader.rest() }
}
