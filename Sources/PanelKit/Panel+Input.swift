import Glibc
import PanelEvents
import PanelGeometry
import PanelViews
import PanelWayland

/// Input from the compositor, on its way to the window.
extension Panel {
  /// Sends touches in surface coordinates and with times of CLOCK_MONOTONIC to the window, which has points and its own
  /// clock.
  func send(_ events: [TouchEvent]) {
    let (magnification, windowClock) = (session?.magnification ?? 1, self.windowClock)
    let converted = events.map {
      var event = $0
      if magnification != 1 {
        event.location = Point(event.location.x / magnification, event.location.y / magnification)
      }
      event.time = event.time.map { $0 &+ windowClock.offset }
      return event
    }
    window.send(converted, at: windowClock.now)
  }

  func send(_ event: ScrollEvent) {
    let (magnification, windowClock) = (session?.magnification ?? 1, self.windowClock)
    var event = event
    event.location = event.location * (1 / magnification)
    event.distance = event.distance * (1 / magnification)
    event.time = event.time.map { $0 &+ windowClock.offset }
    window.send(event, at: windowClock.now)
  }

  /// The window's time, and its difference from CLOCK_MONOTONIC, which wraps.
  private var windowClock: (now: UInt64, offset: UInt64) {
    let monotonic = EventLoop.now
    let now = options.clock()
    // Events have milliseconds. The time between the two calls isn't a difference of the clocks.
    return (now, (now &- monotonic) / 1_000_000 * 1_000_000)
  }

  /// Passes a key to the views, and handles it if no view does.
  func handleKey(_ event: KeyEvent) {
    let clock = windowClock
    let eventTime = event.time &+ clock.offset
    guard event.phase != .released else {
      return window.release(event.key, at: clock.now, eventTime: eventTime, keyboard: event.keyboard)
    }
    let isHandled = window.press(
      event.key, text: event.text, modifiers: event.modifiers, isRepeat: event.phase == .repeated, at: clock.now,
      eventTime: eventTime, keyboard: event.keyboard)
    guard !isHandled, event.phase == .pressed else { return }
    switch event.key {
    case .f11: if allowsQuit { session?.toggleFullscreen() }
    case .escape, .character("q"): quit()
    default: break
    }
  }
}
