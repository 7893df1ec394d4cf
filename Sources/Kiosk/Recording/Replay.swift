import Views

/// Feeds recorded touches to a window, the clock included, in steps that are the same each time: what comes of them is
/// then the same to the pixel, however fast the machine is.
final class Replay {
  /// A 240th of a second, in nanoseconds. Of two moves of a finger that is told of at 60 Hz neither shares its step with the
  /// other, however their times are rounded.
  static let step: UInt64 = 4_166_667

  private let entries: [TouchLog.Entry]
  private let start: UInt64
  private var next = 0
  /// The window's time.
  private(set) var now: UInt64
  private var isAdvancing = false

  /// - Parameter start: the window's time at the beginning.
  init(_ log: TouchLog, start: UInt64) {
    entries = log.entries
    self.start = start
    now = start
  }

  /// The time of the step that has the next touch, in nanoseconds from the beginning; `nil` after the last.
  var nextTime: UInt64? {
    next < entries.count ? (entries[next].time + Self.step - 1) / Self.step * Self.step : nil
  }

  /// Goes on by whole steps, as far as `time` in nanoseconds from the beginning. What a step brings about may ask for
  /// the time, and goes no further by that.
  func advance(_ window: Window, to time: UInt64) {
    guard !isAdvancing else { return }
    isAdvancing = true
    defer { isAdvancing = false }
    while now + Self.step <= start + time {
      now += Self.step
      while next < entries.count, start + entries[next].time <= now {
        // Written down in the picture's points; the window takes the panel's.
        var event = entries[next].event
        event.location = window.turns.transform(of: window.size).apply(to: event.location)
        window.send([event], at: now)
        next += 1
      }
      window.advance(to: now)
    }
  }
}
