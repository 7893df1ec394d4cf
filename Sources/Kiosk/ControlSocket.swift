import EventLoop
import Glibc

/// A Unix socket on which other programs ask and tell: a JSON object a line, and one for an answer.
///
/// A client that is slow, gone or talks without end holds nothing up: what it sends is bounded, and what it doesn't take is
/// written when it does.
final class ControlSocket {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  struct Reply {
    var line: String
    /// What follows the line: a picture, say.
    var data: [UInt8] = []
  }

  static let longestLine = 4096
  static let mostClients = 8

  private let path: String
  private let fd: Int32
  private let loop: EventLoop
  private let answer: (String) -> Reply
  private var source: DescriptorSource!
  private var clients: [Int32: Client] = [:]

  /// - Parameter path: made anew, with mode 0660; a socket that is there already is replaced.
  init(path: String, loop: EventLoop, answer: @escaping (String) -> Reply) throws {
    (self.path, self.loop, self.answer) = (path, loop, answer)
    func failure(_ call: String) -> Failure {
      Failure(description: "\(path): \(call): \(String(cString: strerror(errno)))")
    }
    guard let address = Self.address(path) else { throw Failure(description: "\(path): too long for a socket") }
    fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard fd >= 0 else { throw failure("socket") }
    var status = stat()
    // Only a socket is in the way of a socket.
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
    // Nobody may connect before the mode is right.
    let mask = umask(0o117)
    let isBound = Self.with(address) { bind(fd, $0, $1) } == 0
    umask(mask)
    guard isBound else {
      defer { close(fd) }
      throw failure("bind")
    }
    guard listen(fd, 8) == 0 else { throw failure("listen") }
    source = try loop.addDescriptor(fd, events: .readable) { [unowned self] _ in accept() }
  }

  deinit {
    source?.cancel()
    clients = [:]
    close(fd)
    unlink(path)
  }

  /// `nil` for a path that is too long.
  static func address(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }

  static func with<Result>(_ address: sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = address
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  private func accept() {
    let client = Glibc.accept(fd, nil, nil)
    guard client >= 0 else { return }
    // Commands are started with every descriptor above 2 closed: no other is there to inherit it.
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    _ = fcntl(client, F_SETFL, O_NONBLOCK)
    guard clients.count < Self.mostClients,
      let new = try? Client(
        client, loop: loop, answer: answer, gone: { [unowned self] in clients[client] = nil })
    else {
      close(client)
      return
    }
    clients[client] = new
  }
}

/// One connection.
private final class Client {
  private let fd: Int32
  private let answer: (String) -> ControlSocket.Reply
  private let gone: () -> Void
  private var source: DescriptorSource!
  private var input: [UInt8] = []
  private var output: [UInt8] = []
  private var written = 0

  init(
    _ fd: Int32, loop: EventLoop, answer: @escaping (String) -> ControlSocket.Reply, gone: @escaping () -> Void
  ) throws(EventLoop.Failure) {
    (self.fd, self.answer, self.gone) = (fd, answer, gone)
    source = try loop.addDescriptor(fd, events: .readable) { [unowned self] events in
      guard isServed(events) else {
        source.cancel()
        close(fd)
        return gone()
      }
    }
  }

  /// False when the client is to go.
  private func isServed(_ events: DescriptorEvents) -> Bool {
    if !events.isDisjoint(with: [.error, .hangUp]), !events.contains(.readable) { return false }
    if events.contains(.readable), !read() { return false }
    return flush()
  }

  private func read() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(fd, &buffer, buffer.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    guard count > 0 else { return false }
    input += buffer[..<count]
    // One question at a time: the next is read when this one's answer is gone.
    while output.isEmpty, let end = input.firstIndex(of: 0x0A) {
      let reply = answer(String(decoding: input[..<end], as: UTF8.self))
      input.removeSubrange(...end)
      output = Array((reply.line + "\n").utf8) + reply.data
    }
    return input.count <= ControlSocket.longestLine
  }

  private func flush() -> Bool {
    while written < output.count {
      let count = output.withUnsafeBytes {
        send(fd, $0.baseAddress! + written, output.count - written, Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        guard errno == EAGAIN || errno == EINTR else { return false }
        source.events = .writable
        return true
      }
      written += count
    }
    (output, written) = ([], 0)
    source.events = .readable
    return true
  }
}
