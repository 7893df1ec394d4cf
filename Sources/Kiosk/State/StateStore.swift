import PanelEvents
import PanelKit
import PanelSystem

/// Stores the number of presses, the state of the light and the PIN lockout, in memory and on disk.
///
/// Another thread writes the file, one write at a time, each with the newest state: the disk delays neither actions nor
/// frames. Use `afterSave` for anything that claims that a change is saved.
final class StateStore {
  private(set) var state: SavedState

  private let file: StateFile?
  private let loop: EventLoop
  private let log: Log
  private var lastFailure: String?
  /// The number of changes so far, and how many of them were saved or failed to save.
  private var (changeCount, savedCount) = (0, 0)
  private var (isWriting, hasFinished) = (false, false)
  /// Callbacks, and the number of changes that have to be saved before each is called.
  private var pendingCallbacks: [(changeCount: Int, body: () -> Void)] = []

  /// - Parameters:
  ///   - state: the state in `file`.
  ///   - file: `nil` keeps the state in memory only.
  ///   - loop: runs the writes on another thread.
  init(_ state: SavedState, file: StateFile?, loop: EventLoop, log: Log) {
    (self.state, self.file, self.loop, self.log) = (state, file, loop, log)
  }

  /// Changes the state in memory. Call `save` after starting the action that caused the change.
  func update(_ change: (inout SavedState) -> Void) {
    change(&state)
    changeCount += 1
  }

  /// Starts writing the newest state. After a failure the state stays in memory, and the next change is written again.
  func save() {
    guard savedCount < changeCount, !isWriting else { return }
    let (count, file, bytes) = (changeCount, self.file, Array(state.json.singleLine.utf8))
    let write = { () -> SystemError? in
      do throws(SystemError) { try file?.write(bytes, number: count) } catch { return error }
      return nil
    }
    isWriting = true
    if file == nil || hasFinished { return didSave(count, write()) }
    loop.runOnThreadIfPossible(write) { [weak self] in self?.didSave(count, $0) }
  }

  /// Calls `body` once all changes so far have been saved or failed to save. Callbacks run in order.
  func afterSave(_ body: @escaping () -> Void) {
    if savedCount == changeCount, pendingCallbacks.isEmpty {
      body()
    } else {
      pendingCallbacks.append((changeCount, body))
    }
  }

  /// Saves unsaved changes, and from now on each change, synchronously. Call it after the loop has ended.
  func finish() {
    (hasFinished, isWriting) = (true, false)
    save()
  }

  private func didSave(_ count: Int, _ failure: SystemError?) {
    (savedCount, isWriting) = (count, false)
    let reason = failure?.description
    if let reason, reason != lastFailure { log.warning("\(reason); the count is kept in memory only") }
    if reason == nil, lastFailure != nil { log.notice("\(file?.path ?? ""): the count is kept again") }
    lastFailure = reason
    while let first = pendingCallbacks.first, first.changeCount <= savedCount {
      pendingCallbacks.removeFirst()
      first.body()
    }
    save()
  }
}
