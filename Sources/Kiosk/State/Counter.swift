import Configuration
import Events
import Glibc
import PanelKit
import System

/// Keeps the number of presses, the light and the PIN's lockout, in memory and on disk.
///
/// The file is written on another thread, one write at a time, each with the newest state: the disk delays neither an
/// action nor a frame. `afterSave` holds back any claim that a change is kept.
final class Counter {
  private(set) var state = State()
  /// Its threads write. If `nil`, `save` writes at once.
  var loop: EventLoop?

  private let file: StateFile?
  private let log: Log
  private var lastFailure: String?
  /// Counts the changes; and how many of them were written, or couldn't be.
  private var (changes, saved) = (0, 0)
  private var isWriting = false
  /// To be called once so many changes are saved.
  private var waiting: [(changes: Int, body: () -> Void)] = []

  /// - Parameter directory: created if missing; `nil` keeps the state in memory only.
  init(directory: String?, log: Log) {
    file = directory.map { StateFile(in: $0) }
    self.log = log
    guard let path = file?.path else {
      log.warning("neither STATE_DIRECTORY nor XDG_STATE_HOME nor HOME is set; the count is not kept")
      return
    }
    File.removeUnfinished(of: path)
    read(path)
  }

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

  /// Changes the state in memory. Call `save` once what the change is about has begun.
  func update(_ change: (inout State) -> Void) {
    change(&state)
    changes += 1
  }

  /// Starts writing the newest state. If that fails, the state stays in memory, and the next change is written again.
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

  /// Calls `body` once all changes so far are on the disk, or couldn't be written; in the order of the calls.
  func afterSave(_ body: @escaping () -> Void) {
    if saved == changes, waiting.isEmpty { body() } else { waiting.append((changes, body)) }
  }

  /// Writes what isn't written yet, and waits for it. Call it when the loop has ended.
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
      // Kept aside, for repair by hand.
      let aside = path + ".broken"
      let isKept = rename(path, aside) == 0
      log.warning("\(path): not a state file; counting from 0\(isKept ? ", the old file is \(aside)" : "")")
    }
  }
}
