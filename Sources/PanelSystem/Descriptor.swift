import Glibc

/// A file descriptor with a single owner, closed at the end of its lifetime.
public struct Descriptor: ~Copyable {
  public let number: Int32
  /// O_PATH, which Swift's Glibc module lacks.
  static let pathOnly: Int32 = 0o10_000_000

  /// Takes ownership of a descriptor.
  public init(_ number: Int32) { self.number = number }

  /// Opens a file that child processes don't inherit.
  ///
  /// Opening never blocks: opening a pipe for writing throws ENXIO if it has no reader.
  ///
  /// - Parameters:
  ///   - path: the file's path.
  ///   - flags: as for open(2).
  ///   - mode: the permissions of a new file, before the umask.
  public init(opening path: String, _ flags: Int32, mode: mode_t = 0o666) throws(SystemError) {
    let number = retryingOnInterrupt { open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, mode) }
    guard number >= 0 else {
      let hasNoReader = errno == ENXIO && flags & O_ACCMODE == O_WRONLY
      throw hasNoReader ? SystemError(path, ENXIO, "nothing reads this pipe") : SystemError(path, errno)
    }
    self.number = number
  }

  deinit { close(number) }

  /// Returns the file's attributes.
  ///
  /// - Parameter subject: the subject of a thrown error.
  public func status(_ subject: String) throws(SystemError) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw SystemError(subject, errno) }
    return status
  }
}

/// Repeats a call while signals interrupt it.
func retryingOnInterrupt<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
