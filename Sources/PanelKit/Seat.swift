import PanelEvents
import PanelGeometry
import PanelViews
import PanelWayland

/// Turns the events of a seat's devices into touches and keys.
final class Seat {
  /// BTN_LEFT in linux/input-event-codes.h.
  private static let leftButton: UInt32 = 0x110

  /// The receivers of the seat's input.
  struct Handler {
    var touches: ([TouchEvent]) -> Void
    /// Called for a key; `true` if it is pressed, `false` if it is released.
    var key: (Key, Bool) -> Void
    /// Called when keyboard focus is lost. Pressed keys are released without effect.
    var keyboardFocusLost: () -> Void
  }

  /// The global's name in the registry.
  let globalName: UInt32
  /// A small number that no other current seat has.
  let number: Int
  let surface: WlSurface
  /// The pointer image, shared by the session's seats.
  let cursor: Cursor

  private let seat: WlSeat
  private let handler: Handler
  private var touch: WlTouch?
  private var touches = TouchFrameAccumulator()
  private(set) var touchStatistics = TouchStatistics()
  private var pointer: WlPointer?
  private var pointerTouches = TouchFrameAccumulator()
  private var pointerLocation = Point.zero
  private var keyboard: WlKeyboard?
  private var keymap: Keymap?
  private var hasKeyboardFocus = false

  init(_ seat: WlSeat, globalName: UInt32, number: Int, surface: WlSurface, cursor: Cursor, handler: Handler) {
    self.seat = seat
    (self.globalName, self.number) = (globalName, number)
    self.surface = surface
    self.cursor = cursor
    self.handler = handler
    seat.onEvent = { [unowned self] event in
      if case .capabilities(let capabilities) = event { update(capabilities) }
    }
  }

  /// Delivers the events of a dispatch that ended, since some compositors send no `frame`.
  func deliver() {
    deliverTouches(isFramed: false)
    pointerTouches.deliver { events, _ in handler.touches(events) }
  }

  private func deliverTouches(isFramed: Bool) {
    touches.deliver { events, fingers in
      touchStatistics.addBatch(events: events.count, fingers: fingers, isFramed: isFramed, at: EventLoop.now)
      handler.touches(events)
    }
  }

  /// Releases the devices and the seat: the seat or the connection is gone.
  func remove() {
    update([])
    deliver()
    seat.release()
  }

  /// Binds new devices and releases removed ones. May be called repeatedly with the same capabilities.
  private func update(_ capabilities: WlSeat.Capability) {
    switch (capabilities.contains(.touch), touch) {
    case (true, nil):
      touch = seat.getTouch()
      touch?.onEvent = { [unowned self] in receive($0) }
    case (false, let device?):
      touches.cancel()
      device.release()
      touch = nil
    default: break
    }
    switch (capabilities.contains(.pointer), pointer) {
    case (true, nil):
      pointer = seat.getPointer()
      pointer?.onEvent = { [unowned self] in receive($0) }
    case (false, let device?):
      pointerTouches.cancel()
      cursor.pointerLeft()
      device.release()
      pointer = nil
    default: break
    }
    switch (capabilities.contains(.keyboard), keyboard) {
    case (true, nil):
      keyboard = seat.getKeyboard()
      keyboard?.onEvent = { [unowned self] in receive($0) }
    case (false, let device?):
      loseKeyboardFocus()
      device.release()
      (keyboard, keymap) = (nil, nil)
    default: break
    }
  }

  /// Returns the window's ID of a finger. It is unique across all seats and never negative, unlike pointer IDs.
  private func fingerID(_ id: Int32) -> Int { number << 32 | Int(UInt32(bitPattern: id)) }

  private var pointerID: Int { TouchEvent.pointerID - number }

  private func receive(_ event: WlTouch.Event) {
    switch event {
    case .down(_, _, let surface, let id, let x, let y):
      guard surface === self.surface else { return }
      cursor.hide()
      touches.down(fingerID(id), at: Point(x, y))
    case .motion(_, let id, let x, let y): touches.motion(fingerID(id), at: Point(x, y))
    case .up(_, _, let id): touches.up(fingerID(id))
    case .cancel: touches.cancel()
    case .frame: deliverTouches(isFramed: true)
    case .shape, .orientation: break
    }
    if touches.isComplete { deliverTouches(isFramed: false) }
  }

  private func receive(_ event: WlPointer.Event) {
    switch event {
    case .enter(let serial, let surface, let x, let y):
      guard surface === self.surface, let pointer else { return }
      pointerLocation = Point(x, y)
      cursor.pointerEntered(pointer, serial: serial)
    case .leave:
      pointerTouches.cancel()
      cursor.pointerLeft()
    case .motion(_, let x, let y):
      pointerLocation = Point(x, y)
      cursor.pointerMoved()
      pointerTouches.motion(pointerID, at: pointerLocation)
    case .button(_, _, Self.leftButton, let state):
      switch state {
      case .pressed: pointerTouches.down(pointerID, at: pointerLocation)
      case .released: pointerTouches.up(pointerID)
      default: break
      }
    case .frame: pointerTouches.deliver { events, _ in handler.touches(events) }
    default: break
    }
  }

  private func receive(_ event: WlKeyboard.Event) {
    switch event {
    case .keymap(let format, let file, let size):
      keymap = format == .xkbV1 ? Keymap(file, size: Int(size)) : nil
    case .enter(_, let surface, _): hasKeyboardFocus = surface === self.surface
    case .leave: loseKeyboardFocus()
    case .key(_, _, let code, let state):
      // Newer compositors report repetitions in a third state, which is neither a press nor a release.
      guard state == .pressed || state == .released, hasKeyboardFocus, let key = keymap?.key(of: code) else { return }
      // Deliver earlier touches first, to keep the order of the events.
      deliver()
      handler.key(key, state == .pressed)
    case .modifiers(_, let depressed, let latched, let locked, let group):
      keymap?.updateModifiers(depressed: depressed, latched: latched, locked: locked, group: group)
    case .repeatInfo: break
    }
  }

  private func loseKeyboardFocus() {
    guard hasKeyboardFocus else { return }
    hasKeyboardFocus = false
    handler.keyboardFocusLost()
  }
}
