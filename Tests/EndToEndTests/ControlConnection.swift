import Foundation
import System

/// A connection to the control socket, by hand.
final class ControlConnection {
  private let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)

  init(_ path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw SystemError(path, errno) }
  }

  func close() { Foundation.close(fd) }

  /// - Parameter isLast: true to say that nothing more is asked.
  func ask(_ line: String, isLast: Bool = false) throws {
    guard line.withCString({ send(fd, $0, strlen($0), Int32(MSG_NOSIGNAL)) }) == line.utf8.count else {
      throw SystemError("send", errno)
    }
    if isLast { shutdown(fd, Int32(SHUT_WR)) }
  }

  /// True when some of an answer is there, or the end.
  var isAnswered: Bool {
    var descriptor = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  /// All that comes until the other side ends.
  func rest() -> Data {
    var (data, buffer) = (Data(), [UInt8](repeating: 0, count: 65536))
    while case let count = read(fd, &buffer, buffer.count), count > 0 { data += buffer[..<count] }
    return data
  }
}
