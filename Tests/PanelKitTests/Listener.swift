import Glibc
import Testing

/// A socket that clients connect to, as a compositor has one.
final class Listener {
  let path: String
  private let fd: Int32

  init() throws {
    path = "/tmp/cube-kiosk-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(fd, $0, length) }
    }
    try #require(result == 0 && listen(fd, 16) == 0)
  }

  deinit {
    close(fd)
    unlink(path)
  }

  /// The next client's socket, if one is waiting.
  func accept() -> Int32? {
    let client = Glibc.accept(fd, nil, nil)
    return client < 0 ? nil : client
  }
}
