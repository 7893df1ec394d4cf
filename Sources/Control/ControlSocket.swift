import Events
import Glibc
import System

/// A Unix socket on which other programs ask and tell: a line each, and an answer to each.
///
/// A client that is slow, gone, silent or talks without end holds nothing up: what it sends is bounded, what it doesn't
/// take is written when it does, and whoever was silent for longest makes room for the next. Those that watch are silent by
/// nature, and are counted by themselves: the next one takes the place of one that doesn't read, or is refused.
final class ControlSocket {
  struct Reply {
    var line: String
    /// The bytes after the line: a picture, say.
    var data: [UInt8] = []
    /// What follows that as it comes, and the line instead of all where too many have that already.
    var following: (events: EventQueue, refusal: String)?
  }

  /// Answers a line: at once, or later, from the loop.
  typealias Answer = (_ line: String, _ reply: @escaping (Reply) -> Void) -> Void

  static let mostClients = 8
  /// Besides those.
  static let mostWatchers = 8
  /// Without descriptors or memory for a client, so long passes until the next try, in nanoseconds. The client waits in
  /// the system's queue.
  private static let rest: UInt64 = 500_000_000

  private let fd: Int32
  private let file: SocketFile
  private let loop: EventLoop
  private let answer: Answer
  private var source: DescriptorSource!
  private var resting: TimerSource!
  private var clients: [Int32: ControlConnection] = [:]

  /// - Parameter path: made anew, with mode 0660; a socket that is there already is replaced, and nothing else.
  init(path: String, loop: EventLoop, answer: @escaping Answer) throws {
    // What can fail comes before there is an object, whose end would undo what wasn't done.
    (fd, file) = try Self.listen(at: path)
    (self.loop, self.answer) = (loop, answer)
    source = try loop.addDescriptor(fd, events: .readable) { [unowned self] _ in accept() }
    resting = try loop.addTimer { [unowned self] in source.events = .readable }
  }

  deinit {
    source?.cancel()
    close(fd)
    file.remove()
  }

  private static func listen(at path: String) throws(SystemError) -> (Int32, SocketFile) {
    guard let address = sockaddr_un(path: path) else { throw SystemError(path, ENAMETOOLONG, "too long for a socket") }
    let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    func failure(_ call: String) -> SystemError {
      let failure = SystemError("\(path): \(call)", errno)
      if fd >= 0 { close(fd) }
      return failure
    }
    guard fd >= 0 else { throw failure("socket") }
    SocketFile(path)?.remove()
    // Nobody may connect before the mode is right.
    let mask = umask(0o117)
    let isBound = address.lend { bind(fd, $0, $1) } == 0
    umask(mask)
    guard isBound, let file = SocketFile(path) else { throw failure("bind") }
    guard Glibc.listen(fd, 8) == 0 else {
      file.remove()
      throw failure("listen")
    }
    return (fd, file)
  }

  private func accept() {
    let client = Glibc.accept(fd, nil, nil)
    guard client >= 0 else {
      // It stays readable, and would be tried again at once, and again.
      if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) {
        source.events = []
        resting.deadline = EventLoop.now + Self.rest
      }
      return
    }
    // Commands are started with every descriptor above 2 closed: no other is there to inherit it.
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    _ = fcntl(client, F_SETFL, O_NONBLOCK)
    let asking = clients.filter { !$0.value.isWatching }
    if asking.count == Self.mostClients { drop(oneOf: asking) }
    do throws(SystemError) {
      clients[client] = try ControlConnection(
        client, loop: loop,
        answer: { [unowned self] line, reply in answer(line) { [weak self] in reply(self?.admitted($0) ?? $0) } },
        gone: { [unowned self] in clients[client] = nil })
    } catch {
      close(client)
    }
  }

  /// The reply, or a refusal where there is no room for one more that watches.
  private func admitted(_ reply: Reply) -> Reply {
    guard let refusal = reply.following?.refusal else { return reply }
    let watching = clients.filter { $0.value.isWatching }
    guard watching.count == Self.mostWatchers else { return reply }
    let behind = watching.filter { $0.value.isBehind }
    guard !behind.isEmpty else { return Reply(line: refusal) }
    drop(oneOf: behind)
    return reply
  }

  /// Lets the one go that was silent for longest.
  private func drop(oneOf clients: [Int32: ControlConnection]) {
    guard let eldest = clients.min(by: { $0.value.lastProgress < $1.value.lastProgress }) else { return }
    self.clients[eldest.key] = nil
  }
}

/// A socket's file, which another program may have replaced since.
private struct SocketFile {
  private let path: String
  private let device: dev_t
  private let inode: ino_t

  /// `nil` where there is no socket.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    (self.path, device, inode) = (path, status.st_dev, status.st_ino)
  }

  /// Deletes it, unless something else is there now.
  func remove() {
    if let now = SocketFile(path), now.device == device, now.inode == inode { unlink(path) }
  }
}
