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
  static var staleTouchAge: UInt64 { 60_000_000_000 }

  /// True while a finger is down, also one of which nothing comes.
  public var isTouched: Bool { touches.contains { !$0.isOver } }

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
      focusedControl?.cancelPress()
    }
  }

  /// The one place that knows which fingers are down.
  ///
  /// - Parameter isReceived: false to have nothing come of a finger that goes down.
  private func send(_ event: TouchEvent, isReceived: Bool = true) {
    guard event.phase == .began else {
      guard let touch = touches.first(where: { $0.id == event.id && !$0.isOver }) else { return }
      // A cancel that comes amid a delivery: the event that caused it is reported first.
      report(touch)
      (touch.phase, touch.location, touch.time) = (event.phase, event.location, now)
      return process(touch)
    }
    // A finger whose up was never heard of: what it pressed must not stay pressed. The same holds for a finger that its
    // device forgot: people don't rest one that long and touch with another.
    for touch in touches where touch.id == event.id || now > touch.time + Self.staleTouchAge {
      send(TouchEvent(.cancelled, id: touch.id, at: touch.location))
    }
    // A finger that joins an ignored gesture is part of it.
    guard isReceived, !touches.contains(where: \.isIgnored) else {
      return touches.append(Touch(event, hitView: nil, in: rootView, at: now, isIgnored: true))
    }
    focus(nil)
    let hitView = rootView.hitTest(event.location)
    let touch = Touch(event, hitView: hitView, in: rootView, at: now)
    if let hitView {
      touch.recognizers = sequence(first: hitView, next: \.superview).flatMap(\.gestureRecognizers)
        .filter { $0.isEnabled && $0.shouldReceive?(touch) != false }
      let isBusy = touches.contains { $0.view === hitView && $0.delivery == .begun }
      if isBusy, !hitView.isMultipleTouchEnabled { touch.delivery = .withheld }
    }
    touches.append(touch)
    process(touch)
  }

  private func process(_ touch: Touch) {
    touch.isReported = false
    if touch.hitView != nil { deliver(touch) }
    if touch.isOver { touches.removeAll { $0 === touch } }
    report(touch)
  }

  private func report(_ touch: Touch) {
    guard !touch.isReported, !touch.isIgnored else { return }
    touch.isReported = true
    onTouch?(TouchEvent(touch.phase, id: touch.id, at: touch.location), touch.hitView)
  }

  /// To the recognizers first: one that recognizes takes the touch from its view. Each may remove or disable others, and
  /// may remove the view, which cancels the touch before that call returns.
  private func deliver(_ touch: Touch) {
    for recognizer in touch.recognizers where touch.recognizers.contains(where: { $0 === recognizer }) {
      recognizer.receive(touch)
    }
    switch (touch.delivery, touch.phase) {
    case (.pending, .began):
      touch.delivery = .begun
      touch.view.touchBegan(touch)
    case (.begun, .moved): touch.view.touchMoved(touch)
    case (.begun, .ended) where touch.view.window === self:
      touch.delivery = .withheld
      touch.view.touchEnded(touch)
    case (_, .ended), (_, .cancelled): touch.withhold()
    default: break
    }
  }

  func didRecognize(_ recognizer: GestureRecognizer) {
    for touch in touches where touch.recognizers.contains(where: { $0 === recognizer }) {
      for other in touch.recognizers
      where other !== recognizer && other.state == .possible && !other.isSimultaneous(with: recognizer) {
        other.transition(to: .failed)
      }
      if recognizer.cancelsTouchesInView { touch.withhold() }
    }
  }

  /// A view leaves the tree: its touches and its focus go with it.
  func forget(_ view: View) {
    handle {
      for touch in touches where touch.view.isDescendant(of: view) {
        send(TouchEvent(.cancelled, id: touch.id, at: touch.location))
      }
      if focusedControl?.isDescendant(of: view) == true { focus(nil) }
    }
  }
}
