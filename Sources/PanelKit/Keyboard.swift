import PanelEvents
import PanelViews
import PanelWayland

/// A key of a keyboard.
struct KeyEvent: Equatable {
  enum Phase { case pressed, repeated, released }

  var key: Key
  /// The text that the key types; `nil` for none, and if the key is released.
  var text: String?
  var modifiers: KeyModifiers
  var phase: Phase
  /// In nanoseconds of CLOCK_MONOTONIC.
  var time: UInt64
  /// The seat's number.
  var keyboard: Int
}

/// Turns the events of a seat's keyboard into keys with texts, and repeats a held key at the compositor's rate.
final class Keyboard {
  struct Handler {
    var key: (KeyEvent) -> Void
    /// Pressed keys are released without effect.
    var focusLost: () -> Void
  }

  /// A compositor that sends no rate wants none repeated; those before version 4 can't say.
  private var repeatInfo: (rate: Int32, delay: Int32) = (0, 0)
  private var heldKey: (code: UInt32, event: KeyEvent)?
  /// Created for the first key that repeats.
  private var timer: TimerSource?

  private let device: WlKeyboard
  private let number: Int
  private let surface: WlSurface
  private let loop: EventLoop
  private let handler: Handler
  private var clock = EventClock()
  private var keymap: Keymap?
  private var hasFocus = false

  init(_ device: WlKeyboard, number: Int, surface: WlSurface, loop: EventLoop, handler: Handler) {
    (self.device, self.number, self.surface, self.loop) = (device, number, surface, loop)
    self.handler = handler
    device.onEvent = { [unowned self] in receive($0) }
  }

  /// Releases the device.
  func remove() {
    loseFocus()
    device.release()
  }

  private func receive(_ event: WlKeyboard.Event) {
    switch event {
    case .keymap(let format, let file, let size):
      stopRepeat()
      keymap = format == .xkbV1 ? Keymap(file, size: Int(size)) : nil
    case .enter(_, let surface, _): hasFocus = surface === self.surface
    case .leave: loseFocus()
    case .key(_, let time, let code, let state):
      guard hasFocus, let keymap else { return }
      receive(code, state, time: clock.time(of: time, arrival: EventLoop.now), keymap)
    case .modifiers(_, let depressed, let latched, let locked, let group):
      keymap?.updateModifiers(depressed: depressed, latched: latched, locked: locked, group: group)
    case .repeatInfo(let rate, let delay):
      repeatInfo = (rate, delay)
      stopRepeat()
    }
  }

  private func receive(_ code: UInt32, _ state: WlKeyboard.KeyState, time: UInt64, _ keymap: Keymap) {
    func send(_ key: (key: Key, text: String?), _ phase: KeyEvent.Phase) {
      handler.key(
        KeyEvent(
          key: key.key, text: key.text, modifiers: keymap.modifiers, phase: phase, time: time, keyboard: number))
    }
    switch state {
    case .pressed:
      let repeated = keymap.repeats(code) ? keymap.key(of: code) : nil
      let key = keymap.press(code)
      if let repeated {
        stopRepeat()
        // A dead key types nothing while it is held.
        if key != nil { startRepeat(code, repeated, keymap.modifiers) }
      }
      if let key { send(key, .pressed) }
    case .released:
      if heldKey?.code == code { stopRepeat() }
      if let key = keymap.key(of: code) { send((key.key, nil), .released) }
    // Newer compositors report repetitions in a third state.
    case Self.repeated: if let key = keymap.key(of: code) { send(key, .repeated) }
    default: break
    }
  }

  /// Since version 10 of wl_keyboard.
  private static let repeated = WlKeyboard.KeyState(rawValue: 2)

  // MARK: Repeat

  private func startRepeat(_ code: UInt32, _ key: (key: Key, text: String?), _ modifiers: KeyModifiers) {
    guard repeatInfo.rate > 0 else { return }
    if timer == nil { timer = try? loop.addTimer { [unowned self] in repeatKey() } }
    heldKey = (
      code,
      KeyEvent(key: key.key, text: key.text, modifiers: modifiers, phase: .repeated, time: 0, keyboard: number)
    )
    timer?.deadline = EventLoop.now + UInt64(max(repeatInfo.delay, 0)) * 1_000_000
  }

  private func repeatKey() {
    guard var event = heldKey?.event else { return }
    event.time = EventLoop.now
    timer?.deadline = event.time + 1_000_000_000 / UInt64(max(repeatInfo.rate, 1))
    handler.key(event)
  }

  private func stopRepeat() {
    heldKey = nil
    timer?.deadline = nil
  }

  private func loseFocus() {
    stopRepeat()
    guard hasFocus else { return }
    hasFocus = false
    handler.focusLost()
  }
}
