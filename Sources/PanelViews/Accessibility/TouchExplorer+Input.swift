import Localization
import PanelGeometry

/// Touches and keys.
extension TouchExplorer {
  /// A swipe moves 10 mm within its first 150 ms, and the finger lifts within the next 300 ms. All other movements
  /// explore. The values are Android's, from its tests with users.
  static let (swipeDistance, startOfSwipe, restOfSwipe) = (10.0, 0.15, 0.3)
  /// For a panel of unknown size: 160 points per inch, as on Android, and about as on an iPhone.
  private static let assumedPointsPerMillimeter = 6.3

  // MARK: Keys

  /// Returns false for a key that isn't for exploring.
  func press(_ key: Key) -> Bool {
    let wasTyping = isTyping
    if case .character = key { isTyping = true } else { isTyping = false }
    // Characters are left to the window. Return after them ends the entry, such as a PIN, instead of pressing the
    // current element.
    if wasTyping, key == .return, !(window?.modalView is AlertView),
      window?.handleUnusedKey(key) == true
    {
      return true
    }
    let action: (() -> Void)? =
      switch key {
      case .tab: { self.move(1) }
      case .backTab: { self.move(-1) }
      case .left, .right: { self.move(key == .right ? self.rightwardStep : -self.rightwardStep) }
      case .up, .down: { self.adjust(key == .up) }
      case .return, .space: activate
      case .pageUp, .pageDown: repeatSpeech
      default: nil
      }
    guard let action else { return false }
    silence()
    let introducesKeys = !usesKeys
    usesKeys = true
    action()
    if introducesKeys { announce(LocalizedText.keyIntroduction.text) }
    return true
  }

  /// The step in reading order for a movement to the right: back in a right-to-left language.
  private var rightwardStep: Int { window?.rootView.layer.isMirrored == true ? -1 : 1 }

  // MARK: Touches

  func receive(_ event: TouchEvent) {
    guard event.phase != .began else { return begin(event) }
    guard let touch = finger, touch.id == event.id else { return }
    finger?.location = event.location
    finger?.lastEventTime = now
    let movement = event.location - touch.start
    let slop = LongPressGestureRecognizer.allowableMovement * (window?.thresholdScale ?? 1)
    if event.phase != .moved || movement.length > slop { holdTimer?.cancel() }
    switch event.phase {
    case .moved: if isExploring { explore(event.location) }
    case .ended: end(movement)
    default: cancelTouch()
    }
  }

  var isTouched: Bool { finger != nil }

  func cancelTouch() {
    timer?.cancel()
    holdTimer?.cancel()
    (finger, isExploring, taps) = (nil, false, 0)
  }

  /// Further fingers are ignored.
  private func begin(_ event: TouchEvent) {
    // A finger whose end was lost doesn't block others for long, and a pointer none.
    if let finger, finger.id != event.id, TouchEvent.isPointer(event.id) || !TouchEvent.isPointer(finger.id),
      now <= finger.lastEventTime + Window.staleTouchAge
    {
      return
    }
    silence()
    (usesKeys, isTyping) = (false, false)
    finger = (event.id, event.location, event.location, now)
    touchedElement = nil
    holdTimer?.cancel()
    if let action = holdAction?(event.location) { holdTimer = window?.afterHolding(seconds: holdTime, action) }
    wait(Self.startOfSwipe) { explorer in
      if explorer.isSwipe { explorer.wait(Self.restOfSwipe) { $0.beginExploring() } } else { explorer.beginExploring() }
    }
  }

  private func end(_ movement: Point) {
    let (wasExploring, wasSwipe, start) = (isExploring, isSwipe, finger?.start ?? .zero)
    (finger, isExploring) = (nil, false)
    timer?.cancel()
    if wasExploring || wasSwipe { taps = 0 }
    if wasExploring { return typeKey() }
    if wasSwipe { return swipe(movement) }
    taps += 1
    guard taps < 3 else { return finishTaps(at: start) }
    wait(Double(TapGestureRecognizer.maximumInterval) / 1e9) { $0.finishTaps(at: start) }
  }

  private var now: UInt64 { window?.now ?? 0 }

  private var isSwipe: Bool {
    guard let finger, let window else { return false }
    let scale =
      window.pointsPerMillimeter.map { $0 / window.magnification }
      ?? Self.assumedPointsPerMillimeter * window.thresholdScale
    return (finger.location - finger.start).length >= Self.swipeDistance * scale
  }

  private func wait(_ seconds: Double, _ action: @escaping (TouchExplorer) -> Void) {
    timer?.cancel()
    timer = window?.after(seconds: seconds) { [weak self] in if let self { action(self) } }
  }

  private func beginExploring() {
    guard let finger else { return }
    (isExploring, taps) = (true, 0)
    explore(finger.location)
  }

  /// Speaks the element that is drawn at a point, and makes it the current one.
  private func explore(_ point: Point) {
    guard let window else { return }
    let element = window.elementSeen(at: point)
    guard element !== touchedElement else { return }
    touchedElement = element
    guard let element else { return }
    speak(element, note: window.note(on: element, at: point))
  }

  /// Types the key of a keyboard on which a finger lifts that explored; VoiceOver's touch typing.
  private func typeKey() {
    guard let key = touchedElement, key === currentElement else { return }
    if key.accessibilityTraits.contains(.keyboardKey) { activate() }
  }

  private func finishTaps(at point: Point) {
    defer { taps = 0 }
    switch taps {
    case 1: explore(point)
    case 2: activate()
    default: repeatSpeech()
    }
  }

  private func swipe(_ movement: Point) {
    if abs(movement.y) > abs(movement.x) {
      adjust(movement.y < 0)
    } else {
      move(movement.x > 0 ? rightwardStep : -rightwardStep)
    }
  }
}
