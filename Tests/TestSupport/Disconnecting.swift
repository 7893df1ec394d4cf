import Glibc

/// Ends the connection of a socket and closes it.
///
/// A process that another test starts has a copy of the descriptor, at least until it executes its program. After `close` alone,
/// the copy would keep the connection.
public func disconnect(_ socket: Int32) {
  shutdown(socket, Int32(SHUT_RDWR))
  close(socket)
}
