import Configuration
import Events
import Glibc
import PanelKit
import System

/// Stores the number of presses, the state of the light and the PIN lockout, in memory and on disk.
///
/// Another thread writes the file, one write at a time, each with the newest state: the disk delays neither actions nor
/// frames. Use `afterSave` for anything that claims that a change is saved.
final class Counter {
  private(set) var state = State()
  /// Runs the writes on another thread. If `nil`, `save` writes synchronously.
  var loop: EventLoop?

  private let file: StateFile?
  private let log: Log
  private var lastFailure: String?
  /// The number of changes so far, and how many of them were saved or failed to save.
  private var (changes, saved) = (0, 0)
  private var isWriting = false
  /// Callbacks, and the number of changes that have to be saved before each is called.
  private var waiting: [(changes: Int, body: () -> Void)] = []

  /// - Parameter directory: created if missing; `nil` keeps the state in memory only.
  init(directory: String?, log: Log) {
    file = directory.map { StateFile(in: $0) }
    self.log = log
    guard let path = file?.path else {
      log.warning("neither STATE_DIRECTORY nor XDG_STATE_HOME nor HOME is set; the count is not kept")
      return
    }
    File.removeTemporaryFiles(of: path)
    read(path)
  }

  /// The maximum size of the file, in bytes. It usually has a few hundred.
  private static let largestFile = 1 << 18

  /// Returns systemd's state directory if set, otherwise the XDG base directory.
  static func directory(environment: (String) -> String?) -> String? {
    // systemd separates several directories by colons; the first is the kiosk's.
    if let given = environment("STATE_DIRECTORY")?.split(separator: ":").first { return String(given) }
    // The XDG specification requires that relative paths are ignored.
    if let home = environment("XDG_STATE_HOME"), home.hasPrefix("/") { return home + "/cube-kiosk" }
    if let home = environment("HOME"), home.hasPrefix("/") { return home + "/.local/state/cube-kiosk" }
    return nil
  }

  /// Changes the state in memory. Call `save` after starting the action that caused the change.
  func update(_ change: (inout State) -> Void) {
    change(&state)
    changes += 1
  }

  /// Starts writing the newest state. After a failure the state stays in memory, and the next change is written again.
  func save() {
    guard saved < changes, !isWriting else { return }
    let (changes, file, bytes) = (self.changes, self.file, Array(state.json.line.utf8))
    let write = { () -> SystemError? in
      do throws(SystemError) { try file?.write(bytes, number: changes) } catch { return error }
      return nil
    }
    isWriting = true
    guard file != nil, let loop else { return didSave(changes, write()) }
    loop.inBackground(write) { [weak self] in self?.didSave(changes, $0) }
  }

  /// Calls `body` once all changes so far have been saved or failed to save. Callbacks run in order.
  func afterSave(_ body: @escaping () -> Void) {
    if saved == changes, waiting.isEmpty { body() } else { waiting.append((changes, body)) }
  }

  /// Saves unsaved changes synchronously. Call it after the loop has ended.
  func finish() {
    (loop, isWriting) = (nil, false)
    save()
  }

  private func didSave(_ changes: Int, _ failure: SystemError?) {
    (saved, isWriting) = (changes, false)
    let reason = failure?.description
    if let reason, reason != lastFailure { log.warning("\(reason); the count is kept in memory only") }
    if reason == nil, lastFailure != nil { log.notice("\(file?.path ?? ""): the count is kept again") }
    lastFailure = reason
    while let first = waiting.first, first.changes <= saved {
      waiting.removeFirst()
      first.body()
    }
    save()
  }

  private func read(_ path: String) {
    do {
      let value = try JSONValue.read(try File.read(path, upTo: Self.largestFile), name: path)
      state = try State(JSONPlace(value: value, file: path))
    } catch let error as SystemError where error.code == ENOENT || error.code == ENOTDIR {
      return
    } catch {
      // Keep the file for manual repair.
      let aside = path + ".broken"
      let isKept = rename(path, aside) == 0
      log.warning("\(path): not a state file; counting from 0\(isKept ? ", the old file is \(aside)" : "")")
    }
  }
}
