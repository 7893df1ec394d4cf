import Glibc
import PanelSystem

/// A client's connection to a control socket.
///
/// `readLine` and `readData` wait for the reply; a single deadline covers the exchange. In an event loop, call `receive` when
/// `descriptor` is readable, then `takeLine` or `takeData`.
package final class ControlClientConnection {
  /// The maximum length of a reply, in bytes, enough for a status with the maximum number of values.
  private static let maximumLineLength = 1 << 23

  private let socket: Descriptor
  private let path: String
  private let timeout: Int
  private let deadline: UInt64
  private var bytes: [UInt8] = []

  /// Connects to a socket.
  ///
  /// - Parameter timeout: The timeout for the whole exchange, in seconds.
  package init(_ path: String, timeout: Int) throws(SystemError) {
    let address = try sockaddr_un(path: path)
    (self.path, self.timeout) = (path, timeout)
    deadline = MonotonicClock.now + UInt64(clamping: timeout) * 1_000_000_000
    socket = Descriptor(Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    // SO_SNDTIMEO also limits how long connect(2) waits while the panel's backlog is full.
    var limit = timeval(tv_sec: timeout, tv_usec: 0)
    setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard address.withPointer({ connect(socket.number, $0, $1) }) == 0 else { throw failure() }
  }

  package var descriptor: Int32 { socket.number }

  /// Sends a request.
  ///
  /// - Parameter isLast: closes the sending side. An adapter keeps it open, because the panel takes its end for the
  ///   adapter's.
  package func send(_ request: ControlRequest, isLast: Bool = true) throws(SystemError) {
    var rest = Array(request.line.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count >= 0 || errno == EINTR else { throw failure() }
      rest.removeFirst(max(count, 0))
    }
    if isLast { shutdown(socket.number, Int32(SHUT_WR)) }
  }

  /// Returns the reply's line, without the newline.
  package func readLine() throws(SystemError) -> String {
    while true {
      if let line = try takeLine() { return line }
      guard try read(until: deadline) else { throw SystemError(path, ECONNRESET, "closed without an answer") }
    }
  }

  /// Returns `count` bytes of data after the reply's line, or fewer if the panel closes the connection.
  package func readData(_ count: Int) throws(SystemError) -> [UInt8] {
    while bytes.count < count, try read(until: deadline) {}
    return Array(bytes.prefix(count))
  }

  /// Waits without a deadline for the next event, and returns its line without the newline.
  ///
  /// - Parameter output: The descriptor to which events are written.
  /// - Returns: `nil` once no program reads from `output`, or its connection has ended.
  package func waitForLine(untilClosed output: Int32) throws(SystemError) -> String? {
    while true {
      if let line = try takeLine() { return line }
      var descriptors = [
        pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0), pollfd(fd: output, events: 0, revents: 0),
      ]
      guard poll(&descriptors, 2, -1) > 0 else { continue }
      if descriptors[1].revents & Int16(POLLERR | POLLHUP) != 0 { return nil }
      guard try receive() else { throw SystemError(path, ECONNRESET, "closed by the panel") }
    }
  }

  /// Returns the next line that was received, without the newline; `nil` if it isn't complete.
  package func takeLine() throws(SystemError) -> String? {
    guard let end = bytes.firstIndex(of: 0x0A) else {
      guard bytes.count <= Self.maximumLineLength else { throw SystemError(path, EPROTO, "a reply without a newline") }
      return nil
    }
    defer { bytes.removeSubrange(...end) }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// Returns `count` bytes that were received; `nil` if there are fewer.
  package func takeData(_ count: Int) -> [UInt8]? {
    guard bytes.count >= count else { return nil }
    defer { bytes.removeFirst(count) }
    return Array(bytes.prefix(count))
  }

  /// Waits for more bytes and reads them. Returns `false` at the end of the stream.
  private func read(until deadline: UInt64) throws(SystemError) -> Bool {
    let now = MonotonicClock.now
    var descriptor = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
    let ready = poll(&descriptor, 1, now < deadline ? Int32(clamping: (deadline - now + 999_999) / 1_000_000) : 0)
    if ready < 0, errno == EINTR { return true }
    guard ready > 0 else { throw timeoutError }
    return try receive()
  }

  /// Reads once. Returns `false` at the end of the stream.
  package func receive() throws(SystemError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(socket.number, &buffer, buffer.count)
    guard count >= 0 else { throw failure() }
    bytes += buffer[..<count]
    return count > 0
  }

  private var timeoutError: SystemError { SystemError(path, ETIMEDOUT, "no answer within \(timeout) s") }

  private func failure() -> SystemError { errno == EAGAIN ? timeoutError : SystemError(path, errno) }
}
