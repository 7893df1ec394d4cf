import PanelEvents
import PanelGeometry
import PanelViews
import PanelWayland

/// Turns the events of a seat's devices into touches, scrolling and keys.
final class Seat {
  /// BTN_LEFT in linux/input-event-codes.h.
  private static let leftButton: UInt32 = 0x110

  /// The receivers of the seat's input.
  struct Handler {
    /// Called with the events of a batch. Their times are nanoseconds of CLOCK_MONOTONIC.
    var touches: ([TouchEvent]) -> Void
    /// Called for a wheel or a touchpad, in surface coordinates and with a time of CLOCK_MONOTONIC.
    var scroll: (ScrollEvent) -> Void
    var key: (KeyEvent) -> Void
    /// Called when a seat loses keyboard focus, with its number. Pressed keys are released without effect.
    var keyboardFocusLost: (Int) -> Void
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
  private var touchClock = EventClock()
  private(set) var touchStatistics = TouchStatistics()
  private var pointer: WlPointer?
  private var pointerTouches = TouchFrameAccumulator()
  private var pointerClock = EventClock()
  private var pointerLocation = Point.zero
  private var scrolling = ScrollAccumulator()
  private var keyboard: Keyboard?
  private let loop: EventLoop

  init(
    _ seat: WlSeat, globalName: UInt32, number: Int, surface: WlSurface, cursor: Cursor, loop: EventLoop,
    handler: Handler
  ) {
    (self.seat, self.loop) = (seat, loop)
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
    // Older pointers have no frames.
    if let pointer, pointer.version < 5 { deliverScrolling() }
  }

  private func deliverScrolling() { scrolling.deliver(at: pointerLocation, to: handler.scroll) }

  private func deliverTouches(isFramed: Bool) {
    touches.deliver { events, fingers in
      let time = events.last?.time ?? EventLoop.now
      touchStatistics.addBatch(events: events.count, fingers: fingers, isFramed: isFramed, at: time)
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
      let handler = Keyboard.Handler(
        // Deliver earlier touches first, to keep the order of the events.
        key: { [unowned self] in
          deliver()
          self.handler.key($0)
        }, focusLost: { [unowned self] in self.handler.keyboardFocusLost(number) })
      keyboard = Keyboard(seat.getKeyboard(), number: number, surface: surface, loop: loop, handler: handler)
    case (false, let device?):
      device.remove()
      keyboard = nil
    default: break
    }
  }

  /// Returns the window's ID of a finger. It is unique across all seats and never negative, unlike pointer IDs.
  private func fingerID(_ id: Int32) -> Int { number << 32 | Int(UInt32(bitPattern: id)) }

  private var pointerID: Int { TouchEvent.pointerID - number }

  private func receive(_ event: WlTouch.Event) {
    switch event {
    case .down(_, let time, let surface, let id, let x, let y):
      guard surface === self.surface else { return }
      cursor.hide()
      touches.down(fingerID(id), at: Point(x, y), time: touchClock.time(of: time, arrival: EventLoop.now))
    case .motion(let time, let id, let x, let y):
      touches.motion(fingerID(id), at: Point(x, y), time: touchClock.time(of: time, arrival: EventLoop.now))
    case .up(_, let time, let id):
      touches.up(fingerID(id), time: touchClock.time(of: time, arrival: EventLoop.now))
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
      scrolling = ScrollAccumulator()
      cursor.pointerLeft()
    case .motion(let time, let x, let y):
      pointerLocation = Point(x, y)
      cursor.pointerMoved()
      pointerTouches.motion(
        pointerID, at: pointerLocation, time: pointerClock.time(of: time, arrival: EventLoop.now))
    case .button(_, let time, Self.leftButton, let state):
      let time = pointerClock.time(of: time, arrival: EventLoop.now)
      switch state {
      case .pressed: pointerTouches.down(pointerID, at: pointerLocation, time: time)
      case .released: pointerTouches.up(pointerID, time: time)
      default: break
      }
    case .axis(let time, let axis, let value):
      scrolling.move(axis, by: value, time: pointerClock.time(of: time, arrival: EventLoop.now))
    case .axisSource(let source): scrolling.source = source
    case .axisDiscrete(let axis, let steps): scrolling.addNotches(Double(steps), axis)
    case .axisValue120(let axis, let value): scrolling.addNotches(Double(value) / 120, axis)
    case .axisStop(let time, _): scrolling.stop(time: pointerClock.time(of: time, arrival: EventLoop.now))
    case .frame:
      pointerTouches.deliver { events, _ in handler.touches(events) }
      deliverScrolling()
    case .button, .axisRelativeDirection: break
    }
  }
}
