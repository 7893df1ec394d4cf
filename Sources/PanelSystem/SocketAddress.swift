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

  /// Sends a datagram to this address. Never waits.
  ///
  /// - Parameters:
  ///   - bytes: the datagram.
  ///   - socket: an unconnected datagram socket.
  /// - Returns: `false` if the datagram wasn't sent, for example because the receiver's queue is full.
  package func send(_ bytes: [UInt8], from socket: Int32) -> Bool {
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    return withPointer { sendto(socket, bytes, bytes.count, flags, $0, $1) } == bytes.count
  }

  /// Calls `body` with the address in the form that `bind` and `connect` take.
  package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: self) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
