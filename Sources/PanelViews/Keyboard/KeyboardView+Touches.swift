import PanelGeometry

/// Fingers on the keys.
extension KeyboardView {
  /// UIKit's time of a long press, and the time between repetitions of the delete key, in seconds.
  private static let (holdTime, repeatInterval) = (LongPressGestureRecognizer.minimumDuration, 0.1)
  /// A swipe down moves 1.5 rows within 0.4 s.
  private static let (swipeRows, swipeTime) = (1.5, 0.4)

  /// Returns the nearest key of the nearest row.
  func key(at point: Point) -> KeyboardKeyView? {
    func distance(_ frame: Rect) -> (Double, Double) {
      (max(frame.minY - point.y, point.y - frame.maxY, 0), max(frame.minX - point.x, point.x - frame.maxX, 0))
    }
    return keyViews.min { distance($0.frame) < distance($1.frame) }
  }

  func fingerDown(_ touch: Touch) {
    // The next finger types the key of the one before it, which may show other keys or end the entry.
    finishPress()
    layoutIfNeeded()
    guard superview?.isUserInteractionEnabled != false, let point = touch.location(in: self), let key = key(at: point),
      max(key.frame.minX - point.x, point.x - key.frame.maxX) < key.frame.height
    else { return }
    guard key.key != .shift || shiftPress != nil else { return beginShift(touch.id) }
    if shiftPress != nil, shift == .off { shift = .once }
    begin(touch.id, on: key)
    press?.restingX = point.x
  }

  /// Chooses the letter at a place, once the finger slides there. Until then, it is the key's own letter.
  private func choose(at x: Double) {
    let slop = LongPressGestureRecognizer.allowableMovement * (window?.thresholdScale ?? 1)
    if let restingX = press?.restingX, abs(x - restingX) <= slop { return }
    press?.restingX = nil
    popup.selectedIndex = popup.index(at: x)
  }

  func fingerMoved(_ touch: Touch) {
    guard let point = touch.location(in: self), let key = key(at: point) else { return }
    if touch.id == shiftPress?.id, key.key != .shift {
      // One capital letter.
      finishPress()
      shiftPress = nil
      if shift == .off { shift = .once }
      lastShiftTap = nil
      return begin(touch.id, on: key)
    }
    guard touch.id == press?.id else { return }
    if press?.isChoosing == true { return choose(at: point.x) }
    press?.restingX = point.x
    if isSwipeDown(touch, to: point) {
      cancelPress()
      return onDismiss?() ?? ()
    }
    if key !== press?.key {
      begin(touch.id, on: key)
      press?.restingX = point.x
    }
  }

  func fingerUp(_ touch: Touch) {
    fingerMoved(touch)
    if touch.id == shiftPress?.id { return endShift() }
    if touch.id == press?.id { finishPress() }
  }

  func fingerCancelled(_ touch: Touch) {
    if touch.id == press?.id { cancelPress() }
    if let shiftPress, touch.id == shiftPress.id {
      self.shiftPress = nil
      shift = shiftPress.shiftBefore
    }
  }

  private func isSwipeDown(_ touch: Touch, to point: Point) -> Bool {
    guard onDismiss != nil, let key = press?.key, touch.time < touch.startTime.adding(seconds: Self.swipeTime),
      let start = layer.homographyToRoot.unapply(to: touch.startLocation)
    else { return false }
    let movement = point - start
    return movement.y > Self.swipeRows * key.bounds.height && movement.y > 2 * abs(movement.x)
  }

  // MARK: The finger that types

  private func begin(_ id: Int, on key: KeyboardKeyView) {
    press?.timer?.cancel()
    let old = press?.key
    press = Press(id: id, key: key)
    press?.timer = window?.afterHolding(seconds: Self.holdTime) { [weak self] in self?.hold() }
    if old !== key { old?.isHighlighted = false }
    updatePress()
  }

  private func hold() {
    guard let press else { return }
    if press.key.key == .delete {
      self.press?.hasRepeated = true
      deleteBackward()
      self.press?.timer = window?.afterHolding(seconds: Self.repeatInterval) { [weak self] in self?.hold() }
      return
    }
    guard alternates(of: press.key.key).count > 1 else { return }
    self.press?.isChoosing = true
    popup.selectedIndex = nil
    updatePress()
  }

  /// Types the key of the finger that is down.
  func finishPress() {
    guard let press else { return }
    let choice = press.isChoosing && !popup.isHidden ? popup.texts[popup.selectedIndex ?? popup.ownIndex] : nil
    cancelPress()
    if press.hasRepeated { return }
    if let choice {
      insert(choice)
    } else {
      perform(press.key.key)
    }
  }

  func cancelPress() {
    press?.timer?.cancel()
    press?.key.isHighlighted = false
    press = nil
    popup.isHidden = true
  }

  /// Forgets all fingers.
  func cancelPresses() {
    cancelPress()
    shiftPress = nil
  }

  /// False for a secure text, whose keys never look pressed.
  var showsPress: Bool { input?.isSecureTextEntry != true }

  /// Shows the pressed key, and its text or the choices above it.
  func updatePress() {
    popup.isHidden = true
    guard let press else { return }
    press.key.isHighlighted = showsPress
    let texts = alternates(of: press.key.key)
    // The choices of secure text are shown, since a person has to see them; they say little about the text.
    guard press.isChoosing || (showsPress && !texts.isEmpty) else { return }
    popup.show(
      press.isChoosing ? texts : Array(texts.prefix(1)), above: press.key.frame, in: bounds.width)
    popup.selectedIndex = press.isChoosing ? popup.selectedIndex ?? popup.ownIndex : nil
  }

  /// Returns the key's own text, followed by those that a long press offers; empty for a key that types nothing.
  func alternates(of key: KeyboardKey) -> [String] {
    switch key {
    case .letter(let letter):
      isShifted ? [letter.shiftedText] + letter.shiftedAlternates : [letter.text] + letter.alternates
    case .text(let text, let alternates): [text] + alternates
    default: []
    }
  }

  // MARK: Shift

  private func beginShift(_ id: Int) {
    shiftPress = ShiftPress(id: id, shiftBefore: shift)
    toggleShift()
  }

  /// Changes Shift as a tap does. A second tap within the time of a double tap locks it.
  func toggleShift() {
    let now = window?.now ?? 0
    let isDoubleTap = lastShiftTap.map { now < $0 + TapGestureRecognizer.maximumInterval } ?? false
    shift = isDoubleTap ? .locked : shift == .off ? .once : .off
    lastShiftTap = isDoubleTap ? nil : now
  }

  private func endShift() {
    finishPress()
    let isUsed = shiftPress?.isUsed == true
    shiftPress = nil
    guard isUsed else { return }
    (shift, lastShiftTap) = (.off, nil)
    inputDidChange()
  }
}
