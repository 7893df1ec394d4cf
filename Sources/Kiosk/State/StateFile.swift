import Glibc
import Synchronization
import System

/// The state file. Any thread may write it; an older state never replaces a newer one.
final class StateFile: Sendable {
  let path: String
  private let directory: String
  /// The number of the newest state that was written or attempted.
  private let newest = Mutex(0)

  init(in directory: String) { (self.directory, path) = (directory, directory + "/state.json") }

  /// Writes a state and waits until it is on disk.
  ///
  /// - Parameter number: increases with each state; older states are ignored.
  func write(_ bytes: [UInt8], number: Int) throws(SystemError) {
    try newest.withLock { newest throws(SystemError) in
      guard number > newest else { return }
      newest = number
      try Self.makeDirectories(directory)
      try File.replace(path, with: bytes)
    }
  }

  private static func makeDirectories(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw SystemError(path, errno)
    }
    try makeDirectories(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError(path, errno) }
  }
}
