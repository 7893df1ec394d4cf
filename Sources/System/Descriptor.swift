import Glibc

/// A file descriptor with one owner, closed with it.
public struct Descriptor: ~Copyable {
  public let number: Int32
  /// O_PATH, which Swift's Glibc module doesn't have.
  static let pathOnly: Int32 = 0o10_000_000

  /// Takes over a descriptor.
  public init(_ number: Int32) { self.number = number }

  /// Opens a file, which no child inherits. Nobody is waited for: a pipe that has no reader can't be opened for writing.
  ///
  /// - Parameter mode: of a new file, before the process's mask.
  public init(opening path: String, _ flags: Int32, mode: mode_t = 0o666) throws(SystemError) {
    let number = retried { open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, mode) }
    guard number >= 0 else {
      let isUnread = errno == ENXIO && flags & O_ACCMODE == O_WRONLY
      throw isUnread ? SystemError(path, ENXIO, "nobody reads this pipe") : SystemError(path, errno)
    }
    self.number = number
  }

  deinit { close(number) }

  func status(_ subject: String) throws(SystemError) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw SystemError(subject, errno) }
    return status
  }
}

/// A call again for as long as signals interrupt it.
func retried<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
