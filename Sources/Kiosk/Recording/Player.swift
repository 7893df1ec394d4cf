import PanelEvents
import PanelSystem
import PanelViews

/// Plays a recording in the running program, whose window uses the recording's clock.
final class Player {
  private let replay: Replay
  private let window: Window
  private let start: UInt64
  private var timer: TimerSource?
  /// The time of the first frame, in nanoseconds.
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

  /// Plays everything up to now and returns the window's time.
  func time() -> UInt64 {
    if let beginning { replay.advance(window, to: EventLoop.now - beginning) }
    return replay.now
  }

  private func wait() {
    guard let beginning, let next = replay.nextTime else { return }
    timer?.deadline = beginning + next
  }
}
