import PanelViews

/// Feeds recorded touches and the clock to a window in fixed steps, so that the result is the same to the pixel on any
/// machine.
final class Replay {
  /// The length of a step: 1/240 second, in nanoseconds. Even with rounded times, two moves reported at 60 Hz never
  /// fall into the same step.
  static let step: UInt64 = 4_166_667

  private let entries: [TouchLog.Entry]
  private let start: UInt64
  private var next = 0
  /// The window's time.
  private(set) var now: UInt64
  private var isAdvancing = false

  /// - Parameter start: the window's time at the beginning, in nanoseconds.
  init(_ recording: TouchLog, start: UInt64) {
    entries = recording.entries
    self.start = start
    now = start
  }

  /// The time of the step that plays the next touch, in nanoseconds from the beginning; `nil` after the last touch.
  var nextTime: UInt64? {
    next < entries.count ? (entries[next].time + Self.step - 1) / Self.step * Self.step : nil
  }

  /// Advances by whole steps up to `time`, in nanoseconds from the beginning. Ignores reentrant calls: event handlers
  /// may ask for the time.
  func advance(_ window: Window, toElapsedTime time: UInt64) {
    guard !isAdvancing else { return }
    isAdvancing = true
    defer { isAdvancing = false }
    while now + Self.step <= start + time {
      now += Self.step
      while next < entries.count, start + entries[next].time <= now {
        // Recordings use the panel's points; the window expects the surface's, before the rotation.
        var event = entries[next].event
        event.time = start + entries[next].time
        event.location = window.rotation.transform(of: window.panelSize).apply(to: event.location)
        window.send([event], at: now)
        next += 1
      }
      window.advance(to: now)
    }
  }
}
