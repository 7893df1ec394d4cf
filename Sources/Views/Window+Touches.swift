import Geometry

extension Window {
  /// Takes what the fingers did, in order: one batch for each frame of touch events.
  public func send(_ events: [TouchEvent], at time: UInt64) {
    layoutIfNeeded()
    handle {
      now = time
      for event in events {
        var event = event
        if turns != .none { event.location = turns.unapply(to: event.location, of: size) }
        // A device that goes is nobody.
        let isReceived = event.phase == .cancelled || shouldReceive?() != false
        send(event, isReceived: isReceived)
      }
    }
  }

  /// After so long without a word a finger counts as gone once another one comes, in nanoseconds: some devices and
  /// compositors lose an up (sway/pull/7565, wlroots/issues/2999).
  static var staleTime: UInt64 { 60_000_000_000 }

  /// True while a finger is down, also one of which nothing comes.
  public var isTouched: Bool { !touches.isEmpty }

  /// Cancels every touch: the device, the surface or the connection is gone.
  public func cancelTouches(at time: UInt64) {
    handle {
      now = time
      for touch in touches { send(TouchEvent(.cancelled, id: touch.id, at: touch.location)) }
      cancelKeys(at: time)
    }
  }

  /// Lets go of what a key holds down, without effect: the keyboard is gone.
  public func cancelKeys(at time: UInt64) {
    handle {
      now = time
      pressedControl?.cancelPress()
      pressedControl = nil
    }
  }

  /// The one place that knows which fingers are down.
  ///
  /// - Parameter isReceived: false to have nothing come of a finger that goes down.
  private func send(_ event: TouchEvent, isReceived: Bool = true) {
    if event.phase == .began {
      // A finger whose up was never heard of: what it pressed must not stay pressed.
      if let stale = touches.first(where: { $0.id == event.id }) {
        send(TouchEvent(.cancelled, id: stale.id, at: stale.location))
      }
      // Nor must one whose device forgot it: nobody rests a finger that long and touches with another.
      for touch in touches where now > touch.time + Self.staleTime {
        send(TouchEvent(.cancelled, id: touch.id, at: touch.location))
      }
      // What joins a gesture of which nothing comes is part of it.
      guard isReceived, !touches.contains(where: { $0.receiver == .nobody }) else {
        return keep(event, receiver: .nobody)
      }
      clearFocus()
      begin(event)
      return
    }
    guard let touch = touches.first(where: { $0.id == event.id }) else { return }
    touch.phase = event.phase
    touch.location = event.location
    touch.time = now
    if event.phase != .moved { touches.removeAll { $0 === touch } }
    switch touch.receiver {
    case .view:
      deliver(touch)
      onTouch?(event, touch.view)
    case .window: onTouch?(event, nil)
    case .nobody: break
    }
  }

  private func keep(_ event: TouchEvent, receiver: Touch.Receiver) {
    touches.append(Touch(id: event.id, view: rootView, location: event.location, time: now, receiver: receiver))
  }

  private func begin(_ event: TouchEvent) {
    guard let view = rootView.hitTest(event.location) else {
      keep(event, receiver: .window)
      onTouch?(event, nil)
      return
    }
    var recognizers: [GestureRecognizer] = []
    let touch: Touch
    var next: View? = view
    while let view = next {
      recognizers += view.gestureRecognizers.filter(\.isEnabled)
      next = view.superview
    }
    let candidate = Touch(id: event.id, view: view, location: event.location, time: now)
    recognizers.removeAll { $0.shouldReceive?(candidate) == false }
    touch = Touch(id: event.id, view: view, location: event.location, time: now, recognizers: recognizers)
    touch.isDelivered =
      view.isMultipleTouchEnabled || !touches.contains { $0.view === view && $0.isDelivered }
    touches.append(touch)
    deliver(touch)
    onTouch?(event, view)
  }

  /// To the recognizers first: one that recognises takes the touch from its view.
  private func deliver(_ touch: Touch) {
    let outer = currentTouch
    currentTouch = touch
    defer { currentTouch = outer }
    for recognizer in touch.recognizers { recognizer.receive(touch) }
    guard touch.isDelivered else { return }
    switch touch.phase {
    case .began: touch.view.touchBegan(touch)
    case .moved: touch.view.touchMoved(touch)
    case .ended: touch.view.touchEnded(touch)
    case .cancelled: touch.view.touchCancelled(touch)
    }
  }

  func didRecognise(_ recognizer: GestureRecognizer) {
    var taken = touches.filter { touch in touch.recognizers.contains { $0 === recognizer } }
    if let currentTouch, currentTouch.recognizers.contains(where: { $0 === recognizer }),
      !taken.contains(where: { $0 === currentTouch })
    {
      taken.append(currentTouch)
    }
    for touch in taken {
      for other in touch.recognizers
      where other !== recognizer && other.state == .possible && !other.isSimultaneous(with: recognizer) {
        other.transition(to: .failed)
      }
      guard recognizer.cancelsTouchesInView, touch.isDelivered else { continue }
      touch.isDelivered = false
      // A touch that began with this very event has not reached its view.
      if !(touch === currentTouch && touch.phase == .began) { touch.view.touchCancelled(touch) }
    }
  }

  /// A view left the tree: its touches and its focus go with it.
  func forget(_ view: View) {
    handle {
      for touch in touches where touch.view.isDescendant(of: view) {
        send(TouchEvent(.cancelled, id: touch.id, at: touch.location))
      }
      if focusedControl?.isDescendant(of: view) == true { clearFocus() }
      if pressedControl?.isDescendant(of: view) == true { pressedControl = nil }
    }
  }
}
