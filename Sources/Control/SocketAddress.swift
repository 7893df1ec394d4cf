import Glibc

extension sockaddr_un {
  /// The address of a socket in the file system; `nil` for a path that is too long.
  package init?(path: String) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: sun_path) else { return nil }
    withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: bytes) }
  }

  /// Passes it to `bind` or `connect`.
  package func lend<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: self) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
