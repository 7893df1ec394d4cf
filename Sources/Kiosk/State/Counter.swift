import Configuration
import Glibc
import PanelKit
import System

/// The number of presses, the lamp, and the wait that wrong guesses of the PIN have earned: kept on disk.
///
/// The file is replaced as a whole. It is written on the thread that draws, since a press that was counted must not be
/// lost to a power cut, and a press is as rare as a finger.
final class Counter {
  private(set) var state = State()
  private let directory: String?
  private let log: Log
  private var lastFailure: String?

  /// - Parameter directory: made when it isn't there; `nil` keeps the count in memory alone.
  init(directory: String?, log: Log) {
    self.directory = directory
    self.log = log
    guard let directory else {
      log.warning("neither STATE_DIRECTORY nor XDG_STATE_HOME nor HOME is set; the count is not kept")
      return
    }
    let path = directory + "/" + Self.fileName
    File.removeUnfinished(of: path)
    read(path)
  }

  static let fileName = "state.json"
  /// In bytes; it has some hundreds.
  private static let largestFile = 1 << 18

  /// The directory that systemd names, else the XDG base directories' one.
  static func directory(environment: (String) -> String?) -> String? {
    // systemd separates several by colons; the first is ours.
    if let given = environment("STATE_DIRECTORY")?.split(separator: ":").first { return String(given) }
    // A relative path is to be ignored, the specification says.
    if let home = environment("XDG_STATE_HOME"), home.hasPrefix("/") { return home + "/cube-kiosk" }
    if let home = environment("HOME"), home.hasPrefix("/") { return home + "/.local/state/cube-kiosk" }
    return nil
  }

  /// Changes the state and writes it. What can't be written stays counted, and is tried again with the next change.
  func update(_ change: (inout State) -> Void) {
    change(&state)
    guard let directory else { return }
    do {
      try write(to: directory)
      if lastFailure != nil { log.notice("\(directory): the count is kept again") }
      lastFailure = nil
    } catch {
      let reason = "\(error)"
      if reason != lastFailure { log.warning("\(reason); the count is kept in memory only") }
      lastFailure = reason
    }
  }

  private func read(_ path: String) {
    do {
      let value = try JSONValue.read(try File.read(path, upTo: Self.largestFile), name: path)
      state = try State(JSONPlace(value: value, path: "$", file: path))
    } catch let error as SystemError where error.code == ENOENT || error.code == ENOTDIR {
      return
    } catch {
      // Kept aside: whoever wrote it may want it back.
      let aside = path + ".broken"
      let isKept = rename(path, aside) == 0
      log.warning("\(path): not a state file; counting from 0\(isKept ? ", the old file is \(aside)" : "")")
    }
  }

  private func write(to directory: String) throws(SystemError) {
    try makeDirectories(directory)
    try File.replace(directory + "/" + Self.fileName, with: Array(state.json.line.utf8))
  }

  private func makeDirectories(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw SystemError(path, errno)
    }
    try makeDirectories(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError(path, errno) }
  }
}
