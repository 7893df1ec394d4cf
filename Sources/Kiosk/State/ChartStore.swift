import Configuration
import Glibc
import PanelEvents
import PanelKit
import PanelSystem
import Scenes

/// Keeps the histories of values across restarts: saves them every 15 minutes and at the end of the program, and restores
/// them at the start.
final class ChartStore {
  /// The time between two saves, in nanoseconds.
  static let interval: UInt64 = 900_000_000_000

  private let values: Values
  private let file: StateFile?
  private let loop: EventLoop
  private let log: Log
  private let now: () -> UInt64
  private let wallTime: () -> Double
  private var timer: TimerSource?
  private var clockTimer: WallClockTimer?
  /// The histories in the file.
  private var saved: [String: [SavedHistory]]
  private var number = 0
  private var isWriting = false
  private var lastFailure: String?

  /// - Parameters:
  ///   - file: `nil` to keep nothing.
  ///   - now: the clock of the values, in nanoseconds.
  ///   - wallTime: in seconds since 1970.
  init(
    _ values: Values, file: StateFile?, loop: EventLoop, log: Log, now: @escaping () -> UInt64 = { EventLoop.bootTime },
    wallTime: @escaping () -> Double = ChartStore.systemTime
  ) throws(SystemError) {
    (self.values, self.file, self.loop, self.log, self.now, self.wallTime) = (values, file, loop, log, now, wallTime)
    saved = file?.readHistories(log) ?? [:]
    values.restoreHistories(saved, at: now(), wallTime: wallTime())
    timer = try loop.addTimer(accuracy: Self.interval / 15) { [unowned self] in
      timer?.deadline = EventLoop.now + Self.interval
      updateLocalTime()
      save()
    }
    updateLocalTime()
    timer?.deadline = EventLoop.now + Self.interval
    clockTimer = try loop.addWallClockTimer { [unowned self] in clockWasSet() }
    watchClock()
  }

  private static func systemTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// A clock without a battery is set some time after the start, when the length of the gap becomes known.
  private func clockWasSet() {
    updateLocalTime()
    values.wallClockWasSet(to: wallTime(), at: now())
    watchClock()
  }

  /// Daylight saving time begins and ends without a change of the clock.
  private func updateLocalTime() { values.localTimeOffset = Values.localTimeOffset(at: Int(clamping: wallTime())) }

  /// Any deadline reports that the clock was set.
  private func watchClock() { clockTimer?.deadline = Int(clamping: wallTime()) + 86_400 * 365 }

  /// Saves the histories if they have changed. A disk that hangs gets one write.
  func save() {
    guard let file, !isWriting, let bytes = changedBytes() else { return }
    isWriting = true
    let number = number
    loop.runOnThreadIfPossible {
      Self.write(bytes, number, to: file)
    } completion: { [weak self] in
      self?.isWriting = false
      self?.report($0)
    }
  }

  /// Saves the histories and waits for the disk. Call it after the loop has ended.
  func finish() {
    guard let file, let bytes = changedBytes() else { return }
    report(Self.write(bytes, number, to: file))
  }

  private func changedBytes() -> [UInt8]? {
    let histories = values.historiesToSave(at: now(), wallTime: wallTime())
    guard histories != saved else { return nil }
    saved = histories
    number += 1
    return Array(SavedHistory.json(histories).singleLine.utf8)
  }

  private static func write(_ bytes: [UInt8], _ number: Int, to file: StateFile) -> SystemError? {
    do throws(SystemError) { try file.write(bytes, number: number) } catch { return error }
    return nil
  }

  private func report(_ failure: SystemError?) {
    if let failure {
      // Save again next time, even if nothing has changed.
      saved = [:]
      if failure.description != lastFailure { log.warning("\(failure); charts are kept in memory only") }
    }
    lastFailure = failure?.description
  }
}
