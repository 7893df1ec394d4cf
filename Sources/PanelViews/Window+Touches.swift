import PanelGeometry

extension Window {
  /// Handles touch events, in order. Call it once for each frame of touch events.
  ///
  /// - Parameters:
  ///   - events: their locations are in the surface's points. Each may have an earlier time, see `TouchEvent.time`.
  ///   - time: the current time, in nanoseconds of the window's clock.
  public func send(_ events: [TouchEvent], at time: UInt64) {
    layoutIfNeeded()
    handle(at: time) {
      for event in events {
        var event = event
        if rotation != .none { event.location = rotation.unapply(to: event.location, of: panelSize) }
        event.location = convertFromPanel(event.location)
        let eventTime = event.time ?? time
        // A cancel isn't user activity.
        let isReceived = event.phase == .cancelled || (shouldReceive?() != false && onInput?(false) != false)
        handleEvent(at: eventTime) {
          if let touchExplorer {
            if isReceived || event.phase != .began { touchExplorer.receive(event) }
          } else {
            send(event, isReceived: isReceived)
          }
        }
      }
    }
  }

  /// The time in nanoseconds without an event after which a touch counts as lost. It is cancelled when another touch
  /// begins. Some devices and compositors lose an up (sway/pull/7565, wlroots/issues/2999).
  static var staleTouchAge: UInt64 { 60_000_000_000 }

  /// Sends a tap, for assistive technology.
  func sendTap(at point: Point) {
    for phase in [TouchEvent.Phase.began, .ended] { send(TouchEvent(phase, id: .min, at: point)) }
  }

  /// True while a finger is down, even if its touch is ignored.
  public var isTouched: Bool { touchExplorer?.isTouched == true || touches.contains { !$0.isOver } }

  /// Cancels all touches and key presses. Call it when the device, the surface or the connection is gone.
  public func cancelInput(at time: UInt64) {
    handle(at: time) {
      touchExplorer?.cancelTouch()
      for touch in touches { cancel(touch) }
      cancelKeys(at: time)
    }
  }

  /// Cancels a key press without any effect. Call it when the keyboard is gone.
  ///
  /// - Parameters:
  ///   - time: the current time, in nanoseconds of the window's clock.
  ///   - keyboard: the keyboard that is gone; `nil` for all.
  public func cancelKeys(at time: UInt64, keyboard: Int? = nil) {
    handle(at: time) {
      guard keyboard == nil || heldKey?.keyboard == keyboard else { return }
      heldKey = nil
      focusedControl?.cancelPress()
    }
  }

  /// The single place that updates the touches.
  ///
  /// - Parameter isReceived: false to ignore a touch that begins.
  private func send(_ event: TouchEvent, isReceived: Bool = true) {
    guard event.phase == .began else {
      guard let touch = touches.first(where: { $0.id == event.id && !$0.isOver }) else { return }
      // A cancel during a delivery: first report the event that caused it.
      report(touch)
      (touch.phase, touch.location, touch.time) = (event.phase, event.location, now)
      return process(touch)
    }
    // The up of an earlier touch with this id was lost, so its control must not stay pressed. A touch without events
    // for a minute was lost as well.
    for touch in touches where touch.id == event.id || now > touch.time + Self.staleTouchAge { cancel(touch) }
    if !TouchEvent.isPointer(event.id) { cancelPointerTouches(at: event.location) }
    // A touch that begins during an ignored one is ignored too.
    guard isReceived, !touches.contains(where: \.isIgnored) else {
      return touches.append(Touch(event, hitView: nil, in: rootView, at: now, isIgnored: true))
    }
    // An entry goes on, unless the touch is a tap outside of the controls; see `resignFirstResponder`.
    if firstResponder == nil { focus(nil) }
    let hitView = rootView.hitTest(event.location)
    let touch = Touch(event, hitView: hitView, in: rootView, at: now)
    if let hitView {
      touch.recognizers = sequence(first: hitView, next: \.superview).flatMap(\.gestureRecognizers)
        .filter { $0.isEnabled && $0.shouldReceive?(touch) != false }
      // Also if the first touch is still waiting to become a drag.
      let isBusy = touches.contains { $0.view === hitView && $0.delivery != .withheld }
      if isBusy, !hitView.isMultipleTouchEnabled { touch.delivery = .withheld }
    }
    touches.append(touch)
    process(touch)
  }

  /// Cancels a pointer's touch on the view at a point, and one that is ignored: its release may have been lost, and no
  /// finger would get through until then.
  private func cancelPointerTouches(at point: Point) {
    for touch in touches where TouchEvent.isPointer(touch.id) {
      if touch.isIgnored || touch.view === rootView.hitTest(point) { cancel(touch) }
    }
  }

  private func cancel(_ touch: Touch) { send(TouchEvent(.cancelled, id: touch.id, at: touch.location)) }

  private func process(_ touch: Touch) {
    touch.isReported = false
    if touch.hitView != nil { deliver(touch) }
    if touch.isOver {
      touches.removeAll { $0 === touch }
      performReleaseActions()
      if firstResponder != nil { resignFirstResponder(after: touch) }
    }
    report(touch)
  }

  private func report(_ touch: Touch) {
    guard !touch.isReported, !touch.isIgnored else { return }
    touch.isReported = true
    claimingRecognizer = touch.claimingRecognizer
    defer { claimingRecognizer = nil }
    onTouch?(TouchEvent(touch.phase, id: touch.id, at: touch.location, time: touch.time), touch.hitView)
  }

  /// Delivers a touch first to the recognizers, which may claim it for their gesture. Each call may remove or disable
  /// recognizers, or remove the view, which cancels the touch before the call returns.
  private func deliver(_ touch: Touch) {
    for recognizer in touch.recognizers where touch.recognizers.contains(where: { $0 === recognizer }) {
      recognizer.receive(touch)
    }
    if touch.delivery == .pending {
      if !touch.view.scrollViews.contains(where: { $0.delays(touch) }) {
        begin(touch)
      } else if touch.phase == .began {
        after(seconds: Self.contentTouchDelay) { [weak self] in self?.begin(touch) }
      }
    }
    switch (touch.delivery, touch.phase) {
    case (.begun, .moved): touch.view.touchMoved(touch)
    case (.begun, .ended) where touch.view.window === self:
      touch.delivery = .withheld
      touch.view.touchEnded(touch)
    case (_, .ended), (_, .cancelled): touch.withhold()
    default: break
    }
  }

  /// Delivers the beginning of a touch, unless it was withheld since.
  private func begin(_ touch: Touch) {
    guard touch.delivery == .pending, touch.phase != .cancelled, touch.view.window === self else { return }
    touch.delivery = .begun
    touch.view.touchBegan(touch)
  }

  /// UIKit's delay, in seconds, before the content of a scroll view receives a touch.
  private static var contentTouchDelay: Double { 0.15 }

  func didRecognize(_ recognizer: GestureRecognizer) {
    for touch in touches where touch.recognizers.contains(where: { $0 === recognizer }) {
      for other in touch.recognizers
      where other !== recognizer && other.state == .possible && !other.isSimultaneous(with: recognizer) {
        other.transition(to: .failed)
      }
      guard recognizer.cancelsTouchesInView else { continue }
      if touch.claimingRecognizer == nil { touch.claimingRecognizer = recognizer }
      touch.withhold()
    }
  }

  /// Cancels the touches and the focus of a view and its subviews, which leave the tree.
  func cancelTouchesAndFocus(in view: View) {
    handle {
      for touch in touches where touch.view.isDescendant(of: view) {
        touch.isViewRemoved = true
        cancel(touch)
      }
      loseFocus(in: view)
      touchExplorer?.losePlace(in: view)
    }
  }

  /// Hands the touches on a view over to another one, because the view is about to leave the tree. A press is cancelled,
  /// but a drag that an ancestor recognizes continues.
  func handOverTouches(on view: View, to successor: View) {
    handle {
      for touch in touches where touch.view.isDescendant(of: view) {
        touch.withhold()
        for recognizer in touch.recognizers where recognizer.view?.isDescendant(of: view) == true {
          recognizer.detachFromTouches()
        }
        (touch.view, touch.hitView) = (successor, successor)
      }
    }
  }

  /// Returns true if a touch that may still be a press, or a key, is on a view or its subviews.
  func isPressed(_ view: View) -> Bool {
    touches.contains {
      $0.delivery != .withheld && $0.view.isDescendant(of: view) && ($0.view as? Control)?.isEnabled != false
    } || (focusedControl?.isHighlighted == true && focusedControl?.isDescendant(of: view) == true)
  }

  /// Calls a closure once, after the next touch or key press has ended.
  func afterRelease(_ action: @escaping () -> Void) { releaseActions.append(action) }

  func performReleaseActions() {
    let actions = releaseActions
    releaseActions = []
    for action in actions { action() }
  }
}
