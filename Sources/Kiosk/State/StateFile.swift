import Glibc
import Synchronization
import System

/// The file in which the state is kept. Any thread may write it, and an older state never replaces a newer one.
final class StateFile: Sendable {
  let path: String
  private let directory: String
  /// The number of the newest state that was written, or tried.
  private let newest = Mutex(0)

  init(in directory: String) { (self.directory, path) = (directory, directory + "/state.json") }

  /// Writes a state and waits for the disk.
  ///
  /// - Parameter number: rises with each state.
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
