import Events
import Glibc
import System

/// One conversation with a control socket, as its client. All of it is over by one deadline, whatever the other side does;
/// but what follows an answer comes when it comes.
final class ControlConversation {
  /// The longest line that is an answer, in bytes: a status with as many values as there may be.
  private static let longestLine = 1 << 20

  private let fd: Int32
  private let path: String
  private let patience: Int
  private let deadline: UInt64
  private var bytes: [UInt8] = []

  /// Connects.
  ///
  /// - Parameter patience: for everything, in seconds.
  init(_ path: String, patience: Int) throws(SystemError) {
    guard let address = sockaddr_un(path: path) else { throw SystemError(path, ENAMETOOLONG, "too long for a socket") }
    (self.path, self.patience) = (path, patience)
    deadline = EventLoop.now + UInt64(patience) * 1_000_000_000
    fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    // The system's own wait for a place in the other side's queue, which nothing else ends.
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard address.lend({ connect(fd, $0, $1) }) == 0 else { throw failure() }
  }

  deinit { close(fd) }

  /// Sends all that is to be asked.
  func send(_ text: String) throws(SystemError) {
    let count = text.withCString { Glibc.send(fd, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    guard count == text.utf8.count else { throw failure() }
    shutdown(fd, Int32(SHUT_WR))
  }

  /// The next line of the answer, without its end.
  func line() throws(SystemError) -> String {
    while true {
      if let line = try takeLine() { return line }
      guard try read() else { throw SystemError(path, ECONNRESET, "closed without an answer") }
    }
  }

  /// The next line of what follows the answer, without its end, however long that takes.
  ///
  /// - Parameter reader: the descriptor that it is written to: nobody waits for somebody who is gone.
  /// - Returns: `nil` where the reader is gone.
  func nextLine(for reader: Int32) throws(SystemError) -> String? {
    while true {
      if let line = try takeLine() { return line }
      var descriptors = [
        pollfd(fd: fd, events: Int16(POLLIN), revents: 0), pollfd(fd: reader, events: 0, revents: 0),
      ]
      guard poll(&descriptors, 2, -1) > 0 else { continue }
      if descriptors[1].revents & Int16(POLLERR) != 0 { return nil }
      guard try take() else { throw SystemError(path, ECONNRESET, "closed by the panel") }
    }
  }

  private func takeLine() throws(SystemError) -> String? {
    guard let end = bytes.firstIndex(of: 0x0A) else {
      guard bytes.count <= Self.longestLine else { throw SystemError(path, EPROTO, "an answer without end") }
      return nil
    }
    defer { bytes.removeSubrange(...end) }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// The bytes after the line; less than `count` of them when the other side has no more.
  func data(_ count: Int) throws(SystemError) -> [UInt8] {
    while bytes.count < count, try read() {}
    return Array(bytes.prefix(count))
  }

  /// False at the end.
  private func read() throws(SystemError) -> Bool {
    let now = EventLoop.now
    var descriptor = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
    let wait = now < deadline ? Int32((deadline - now + 999_999) / 1_000_000) : 0
    let isReady = poll(&descriptor, 1, wait)
    if isReady < 0, errno == EINTR { return true }
    guard isReady > 0 else { throw late }
    return try take()
  }

  /// Takes what is there. False at the end.
  private func take() throws(SystemError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(fd, &buffer, buffer.count)
    guard count >= 0 else { throw failure() }
    bytes += buffer[..<count]
    return count > 0
  }

  private var late: SystemError { SystemError(path, ETIMEDOUT, "no answer within \(patience) s") }

  private func failure() -> SystemError { errno == EAGAIN ? late : SystemError(path, errno) }
}
