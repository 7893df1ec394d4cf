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
  private var firstFrameTime: UInt64?

  init(_ recording: TouchLog, window: Window, loop: EventLoop) throws(SystemError) {
    start = EventLoop.now
    replay = Replay(recording, start: start)
    self.window = window
    timer = try loop.addTimer(accuracy: 1000) { [unowned self] in
      playUpToNow()
      scheduleNext()
    }
  }

  /// Starts playing at the first frame. Later calls have no effect.
  func begin() {
    guard firstFrameTime == nil else { return }
    firstFrameTime = EventLoop.now
    scheduleNext()
  }

  /// Plays everything up to now and returns the window's time.
  @discardableResult func playUpToNow() -> UInt64 {
    if let firstFrameTime { replay.advance(window, toElapsedTime: EventLoop.now - firstFrameTime) }
    return replay.now
  }

  private func scheduleNext() {
    guard let firstFrameTime, let next = replay.nextTime else { return }
    timer?.deadline = firstFrameTime + next
  }
}
