import Events
import System
import Views

/// Plays a recording on the running program: the window's clock is the recording's.
final class Player {
  private let replay: Replay
  private let window: Window
  private let start: UInt64
  private var timer: TimerSource?
  /// The time of the first frame.
  private var beginning: UInt64?

  init(_ log: TouchLog, window: Window, loop: EventLoop) throws(SystemError) {
    start = EventLoop.now
    replay = Replay(log, start: start)
    self.window = window
    timer = try loop.addTimer(accuracy: 1000) { [unowned self] in
      _ = time()
      wait()
    }
  }

  func begin() {
    guard beginning == nil else { return }
    beginning = EventLoop.now
    wait()
  }

  /// The window's time, after everything up to now was played.
  func time() -> UInt64 {
    if let beginning { replay.advance(window, to: EventLoop.now - beginning) }
    return replay.now
  }

  private func wait() {
    guard let beginning, let next = replay.nextTime else { return }
    timer?.deadline = beginning + next
  }
}
