import Events
import Geometry
import Views
import Wayland

/// One seat's devices: their events become touches and keys.
final class Seat {
  /// The linux code of a pointer's first button.
  private static let leftButton: UInt32 = 0x110

  /// The receiver of all of it.
  struct Handler {
    var touches: ([TouchEvent]) -> Void
    /// A key went down or up.
    var key: (Key, Bool) -> Void
    /// The keyboard left: what a key holds down is let go without effect.
    var keysLost: () -> Void
  }

  /// The global's number.
  let name: UInt32
  /// Its place among the seats, which no other one has at the same time.
  let number: Int
  let surface: WlSurface
  /// Set by the session where a cursor can be drawn.
  let cursor: Cursor

  private let seat: WlSeat
  private let handler: Handler
  private var touch: WlTouch?
  private var intake = TouchIntake()
  /// The habits in which its touches come.
  private(set) var touchHabits = TouchHabits()
  private var pointer: WlPointer?
  private var pointerIntake = TouchIntake()
  private var pointerLocation = Point.zero
  private var keyboard: WlKeyboard?
  private var keymap: Keymap?
  private var hasKeys = false

  init(_ seat: WlSeat, name: UInt32, number: Int, surface: WlSurface, cursor: Cursor, handler: Handler) {
    self.seat = seat
    (self.name, self.number) = (name, number)
    self.surface = surface
    self.cursor = cursor
    self.handler = handler
    seat.onEvent = { [unowned self] event in
      if case .capabilities(let capabilities) = event { update(capabilities) }
    }
  }

  /// The dispatch is over: what it brought is handed on, also where the compositor sends no frames.
  func deliver() {
    deliverTouches(isFramed: false)
    pointerIntake.deliver { events, _ in handler.touches(events) }
  }

  private func deliverTouches(isFramed: Bool) {
    intake.deliver { events, fingers in
      touchHabits.batch(events: events.count, fingers: fingers, isFramed: isFramed, at: EventLoop.now)
      handler.touches(events)
    }
  }

  /// The seat or the connection is gone.
  func remove() {
    update([])
    deliver()
    seat.release()
  }

  /// May come more than once, and with the same devices.
  private func update(_ capabilities: WlSeat.Capability) {
    switch (capabilities.contains(.touch), touch) {
    case (true, nil):
      let touch = seat.getTouch()
      touch.onEvent = { [unowned self] in receive($0) }
      self.touch = touch
    case (false, let touch?):
      intake.cancel()
      touch.release()
      self.touch = nil
    default: break
    }
    switch (capabilities.contains(.pointer), pointer) {
    case (true, nil):
      let pointer = seat.getPointer()
      pointer.onEvent = { [unowned self] in receive($0) }
      self.pointer = pointer
    case (false, let pointer?):
      pointerIntake.cancel()
      cursor.left()
      pointer.release()
      self.pointer = nil
    default: break
    }
    switch (capabilities.contains(.keyboard), keyboard) {
    case (true, nil):
      let keyboard = seat.getKeyboard()
      keyboard.onEvent = { [unowned self] in receive($0) }
      self.keyboard = keyboard
    case (false, let keyboard?):
      loseKeys()
      keyboard.release()
      self.keyboard = nil
      keymap = nil
    default: break
    }
  }

  /// The number of a finger for the window, which all seats' fingers share; none is negative, as the pointers' are.
  private func finger(_ id: Int32) -> Int { number << 32 | Int(UInt32(bitPattern: id)) }

  private var pointerID: Int { TouchEvent.pointerID - number }

  private func receive(_ event: WlTouch.Event) {
    switch event {
    case .down(_, _, let surface, let id, let x, let y):
      guard surface === self.surface else { return }
      cursor.hide()
      intake.down(finger(id), at: Point(x, y))
    case .motion(_, let id, let x, let y): intake.motion(finger(id), at: Point(x, y))
    case .up(_, _, let id): intake.up(finger(id))
    case .cancel: intake.cancel()
    case .frame: deliverTouches(isFramed: true)
    case .shape, .orientation: break
    }
    if intake.isComplete { deliverTouches(isFramed: false) }
  }

  private func receive(_ event: WlPointer.Event) {
    switch event {
    case .enter(let serial, let surface, let x, let y):
      guard surface === self.surface, let pointer else { return }
      pointerLocation = Point(x, y)
      cursor.entered(pointer, serial: serial)
    case .leave:
      pointerIntake.cancel()
      cursor.left()
    case .motion(_, let x, let y):
      pointerLocation = Point(x, y)
      cursor.moved()
      pointerIntake.motion(pointerID, at: pointerLocation)
    case .button(_, _, Self.leftButton, let state):
      if state == .pressed {
        pointerIntake.down(pointerID, at: pointerLocation)
      } else {
        pointerIntake.up(pointerID)
      }
    case .frame: pointerIntake.deliver { events, _ in handler.touches(events) }
    default: break
    }
  }

  private func receive(_ event: WlKeyboard.Event) {
    switch event {
    case .keymap(let format, let file, let size):
      keymap = format == .xkbV1 ? Keymap(file, size: Int(size)) : nil
    case .enter(_, let surface, _): hasKeys = surface === self.surface
    case .leave: loseKeys()
    case .key(_, _, let code, let state):
      guard hasKeys, let key = keymap?.key(of: code) else { return }
      // What was touched before happens before.
      deliver()
      handler.key(key, state == .pressed)
    case .modifiers(_, let depressed, let latched, let locked, let group):
      keymap?.updateModifiers(depressed: depressed, latched: latched, locked: locked, group: group)
    case .repeatInfo: break
    }
  }

  private func loseKeys() {
    guard hasKeys else { return }
    hasKeys = false
    handler.keysLost()
  }
}
