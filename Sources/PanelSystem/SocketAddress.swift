import Glibc

extension sockaddr_un {
  /// Creates the address of a Unix domain socket.
  package init(path: String) throws(SystemError) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: sun_path) else {
      throw SystemError(path, ENAMETOOLONG, "too long for a socket")
    }
    withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: bytes) }
  }

  /// Calls `body` with the address in the form that `bind` and `connect` take.
  package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: self) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
