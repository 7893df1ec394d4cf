import Configuration
import Glibc
import PanelKit
import PanelSystem
import Scenes
import Synchronization

/// The state file. Any thread may write it; an older state never replaces a newer one.
final class StateFile: Sendable {
  /// The maximum size of the file, in bytes. It usually has a few hundred.
  private static let maximumSize = 1 << 24

  let path: String
  private let directory: String
  /// The number of the newest state that was written.
  private let newestNumber = Mutex(0)

  /// - Parameters:
  ///   - directory: created if missing.
  ///   - name: the file's name in it.
  init(in directory: String, name: String = "state.json") {
    (self.directory, path) = (directory, directory + "/" + name)
  }

  /// Finds systemd's state directory if set, otherwise the XDG base directory. Logs a warning if neither is set.
  convenience init?(environment: (String) -> String?, log: Log) {
    guard let directory = Self.directory(environment: environment) else {
      log.warning("neither STATE_DIRECTORY nor XDG_STATE_HOME nor HOME is set; the count is not kept")
      return nil
    }
    self.init(in: directory)
  }

  static func directory(environment: (String) -> String?) -> String? {
    // systemd separates several directories by colons; the first is the kiosk's.
    if let given = environment("STATE_DIRECTORY")?.split(separator: ":").first { return String(given) }
    // The XDG specification requires that relative paths are ignored.
    if let home = environment("XDG_STATE_HOME"), home.hasPrefix("/") { return home + "/cube-kiosk" }
    if let home = environment("HOME"), home.hasPrefix("/") { return home + "/.local/state/cube-kiosk" }
    return nil
  }

  /// Returns the saved state. An invalid file is renamed, so that it can be repaired. A file that can't be read may have a
  /// PIN lockout: it stays, and the result is `SavedState.unreadable`.
  func read(_ log: Log) -> SavedState {
    File.removeTemporaryFiles(of: path)
    do {
      let value = try JSONValue.read(try File.read(path, upTo: Self.maximumSize), name: path)
      return try SavedState(LocatedJSON(value: value, file: path))
    } catch let error as SystemError where error.code == ENOENT || error.code == ENOTDIR {
      return SavedState()
    } catch let error as SystemError where error.code != EFBIG {
      log.error("\(error); the count is kept in memory only, and maintenance is locked")
      return .unreadable
    } catch {
      let renamedPath = path + ".broken"
      let isRenamed = rename(path, renamedPath) == 0
      log.warning("\(path): not a state file; counting from 0\(isRenamed ? ", the old file is \(renamedPath)" : "")")
      return SavedState()
    }
  }

  /// The file of the charts' histories, in the same directory.
  var charts: StateFile { StateFile(in: directory, name: "charts.json") }

  /// Returns the saved histories, by the names of their values. A file that can't be read is replaced later.
  func readHistories(_ log: Log) -> [String: [SavedHistory]] {
    File.removeTemporaryFiles(of: path)
    do {
      let json = LocatedJSON(
        value: try JSONValue.read(try File.read(path, upTo: Self.maximumSize), name: path), file: path)
      return try SavedHistory.read(json)
    } catch let error as SystemError where error.code == ENOENT || error.code == ENOTDIR {
      return [:]
    } catch {
      log.warning("\(error); charts begin empty")
      return [:]
    }
  }

  /// Writes a state and waits until it is on disk.
  ///
  /// - Parameter number: increases with each state. A state is ignored if it, or a newer one, was written.
  func write(_ bytes: [UInt8], number: Int) throws(SystemError) {
    try newestNumber.withLock { newestNumber throws(SystemError) in
      guard number > newestNumber else { return }
      try Self.makeDirectories(directory)
      try File.replace(path, with: bytes)
      newestNumber = number
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
