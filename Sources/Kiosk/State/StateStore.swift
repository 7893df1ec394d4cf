import PanelEvents
import PanelKit
import PanelSystem

/// Stores the number of presses, the state of the light, the PIN lockout and the kept values, in memory and on disk.
///
/// Changes are saved within a minute, and at the end of the program; kept values at once. Another thread writes the file, so
/// that the disk delays nothing except the check of a PIN.
final class StateStore {
  /// The time from a change until it is saved, in nanoseconds.
  static let delay: UInt64 = 50_000_000_000
  /// The maximum time that a call of `save` waits for the disk, in nanoseconds.
  static let maximumWait: UInt64 = 5_000_000_000
  /// The minimum time between two calls of `saveSoon` that save, in nanoseconds.
  static let minimumInterval: UInt64 = 100_000_000

  private(set) var state: SavedState

  private let file: StateFile?
  private let loop: EventLoop
  private let log: Log
  private let delay: UInt64
  private var timer: TimerSource?
  private var soonTimer: TimerSource?
  private var lastSave: UInt64?
  private var lastFailure: String?
  /// The number of changes so far, and how many of them were saved.
  private var (changeCount, savedCount) = (0, 0)
  /// The number of threads that are writing.
  private var writeCount = 0
  private var hasFinished = false

  /// - Parameters:
  ///   - state: the state in `file`.
  ///   - file: `nil` keeps the state in memory only.
  ///   - loop: runs the writes on other threads.
  ///   - delay: the time from a change until it is saved, in nanoseconds.
  init(_ state: SavedState, file: StateFile?, loop: EventLoop, log: Log, delay: UInt64 = StateStore.delay) {
    (self.state, self.file, self.loop, self.log, self.delay) = (state, file, loop, log, delay)
    // The accuracy lets the timer share another wake-up.
    timer = try? loop.addTimer(accuracy: delay / 5) { [unowned self] in
      // A disk that hangs gets one write, not one per minute.
      if writeCount == 0 { save() } else { scheduleSave() }
    }
    soonTimer = try? loop.addTimer { [unowned self] in saveSoon() }
  }

  /// Saves changes at once, or a tenth of a second after the last save: people don't change two values in less, and a
  /// program that sets one all the time must not keep the disk busy.
  func saveSoon() {
    let earliest = lastSave.map { $0 + Self.minimumInterval } ?? 0
    if writeCount == 0, EventLoop.now >= earliest {
      save()
    } else {
      soonTimer?.deadline = max(earliest, EventLoop.now + Self.minimumInterval / 5)
    }
  }

  /// Changes the state in memory. It is saved later.
  func update(_ change: (inout SavedState) -> Void) {
    change(&state)
    changeCount += 1
    scheduleSave()
  }

  private func scheduleSave() {
    if timer?.deadline == nil { timer?.deadline = EventLoop.now + delay }
  }

  /// Writes the newest state. If that fails, the state stays in memory and is written again later.
  ///
  /// - Parameter body: called once the state is on disk, couldn't be saved, or after `maximumWait`.
  func save(then body: @escaping () -> Void = {}) {
    for timer in [timer, soonTimer] { timer?.deadline = nil }
    lastSave = EventLoop.now
    let (count, file, bytes) = (changeCount, self.file, Array(state.json.singleLine.utf8))
    let write = { () -> SystemError? in
      do throws(SystemError) { try file?.write(bytes, number: count) } catch { return error }
      return nil
    }
    guard let path = file?.path, !hasFinished else {
      didSave(count, write())
      return body()
    }
    var waiting: (() -> Void)? = body
    let timeLimit = try? loop.addTimer { [log] in
      log.warning("\(path): the disk doesn't answer; the count is kept in memory meanwhile")
      waiting?()
      waiting = nil
    }
    timeLimit?.deadline = EventLoop.now + Self.maximumWait
    writeCount += 1
    loop.runOnThreadIfPossible(write) { [weak self] in
      timeLimit?.cancel()
      self?.writeCount -= 1
      self?.didSave(count, $0)
      waiting?()
      waiting = nil
    }
  }

  /// Saves unsaved changes, and from now on saves synchronously. Call it after the loop has ended.
  func finish() {
    hasFinished = true
    if savedCount < changeCount { save() }
  }

  private func didSave(_ count: Int, _ failure: SystemError?) {
    let reason = failure?.description
    if reason == nil { savedCount = max(savedCount, count) } else { scheduleSave() }
    if let reason, reason != lastFailure { log.warning("\(reason); the count is kept in memory only") }
    if reason == nil, lastFailure != nil { log.notice("\(file?.path ?? ""): the count is kept again") }
    lastFailure = reason
  }
}
