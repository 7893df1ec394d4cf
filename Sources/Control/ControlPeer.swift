import Glibc

/// The user at the other end of a connection to the control socket.
package struct ControlPeer: Equatable, Sendable {
  package let user: uid_t
  /// The name of the socket's file, such as `control`.
  package let socket: String

  package init(user: uid_t, socket: String) { (self.user, self.socket) = (user, socket) }

  /// The user's name in /etc/passwd, or else the number. Other user databases aren't asked: they may block.
  package var userName: String {
    guard let file = fopen("/etc/passwd", "re") else { return "\(user)" }
    defer { fclose(file) }
    while let entry = fgetpwent(file) {
      if entry.pointee.pw_uid == user { return String(cString: entry.pointee.pw_name) }
    }
    return "\(user)"
  }

  /// Returns the user that connected a socket.
  static func user(of socket: Int32) -> uid_t {
    // struct ucred, which Swift's Glibc module lacks: the process, the user and the group.
    var credentials: [UInt32] = [0, .max, .max]
    var length = socklen_t(12)
    getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
    return credentials[1]
  }
}
