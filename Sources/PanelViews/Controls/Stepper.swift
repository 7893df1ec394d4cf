import PanelLayers

/// A control with a minus and a plus button, as `UIStepper`. A held button repeats; arrow keys change the value too.
///
/// It sends `valueChanged` when a person changes the value.
open class Stepper: Control {
  public final var minimumValue = 0.0 { didSet { rangeDidChange() } }
  public final var maximumValue = 100.0 { didSet { rangeDidChange() } }
  /// Clamped to the range.
  public final var value = 0.0 { didSet { if value != oldValue { rangeDidChange() } } }
  public final var stepValue = 1.0
  /// True to continue at the other end of the range.
  public final var wraps = false { didSet { if wraps != oldValue { setNeedsDisplay() } } }
  /// False to change the value once per touch.
  public final var autorepeat = true
  /// The button under the finger: -1 for minus, 1 for plus.
  private var pressedDirection = 0.0
  private var timer: WindowTimer?
  /// The value before the touch, and the last one that the touch has set.
  private var valuesOfTouch = (first: 0.0, last: 0.0)

  /// In seconds.
  private static let (repeatDelay, repeatInterval) = (0.5, 0.1)

  private func rangeDidChange() {
    let clamped = min(max(value, minimumValue), max(maximumValue, minimumValue))
    if value != clamped { value = clamped }
    setNeedsDisplay()
  }

  private func canMove(_ direction: Double) -> Bool {
    isEnabled && (wraps || (direction < 0 ? value > minimumValue : value < maximumValue))
  }

  private func move(_ direction: Double) {
    guard canMove(direction) else { return }
    let oldValue = value
    var newValue = oldValue + direction * stepValue
    if wraps, newValue > maximumValue {
      newValue = minimumValue
    } else if wraps, newValue < minimumValue {
      newValue = maximumValue
    }
    value = newValue
    valuesOfTouch.last = value
    if value != oldValue { sendActions(for: .valueChanged) }
  }

  open override func touchBegan(_ touch: Touch) {
    super.touchBegan(touch)
    guard isTracking, let point = touch.location(in: self) else { return }
    pressedDirection = point.x < bounds.midX ? -1 : 1
    setNeedsDisplay()
    valuesOfTouch = (value, value)
    move(pressedDirection)
    if autorepeat { repeatMove(after: Self.repeatDelay) }
  }

  private func repeatMove(after seconds: Double) {
    timer = window?.afterHolding(seconds: seconds) { [weak self] in
      guard let self, isTracking else { return }
      if isHighlighted { move(pressedDirection) }
      repeatMove(after: Self.repeatInterval)
    }
  }

  open override func stateDidChange() {
    super.stateDidChange()
    if !isTracking { timer?.cancel() }
  }

  /// Restores the value from before the touch, unless the program has set another one since.
  open override func cancelTracking() {
    guard value == valuesOfTouch.last, value != valuesOfTouch.first else { return }
    value = valuesOfTouch.first
    sendActions(for: .valueChanged)
  }

  open override func press(_ arrow: Key) -> Bool {
    move(arrow == .right || arrow == .up ? 1 : -1)
    return true
  }

  open override var accessibilityDefaults: AccessibilityDefaults {
    let defaults = super.accessibilityDefaults.adding(
      .adjustable, value: Int(exactly: value).map { "\($0)" } ?? "\(value)")
    return wraps ? defaults : defaults.limited(value, from: minimumValue, to: maximumValue)
  }

  open override func accessibilityIncrement() { move(1) }
  open override func accessibilityDecrement() { move(-1) }

  /// Returns 112×44 points.
  open override func sizeThatFits(_ size: Size) -> Size { roundedUpToPixels(Size(112, Control.minimumHeight)) }

  /// Each of the buttons.
  open override var smallestTouchTarget: Rect { bounds.inset(by: Insets(trailing: bounds.width / 2)) }

  open override var drawsContents: Bool { true }

  open override func draw(_ canvas: Canvas) {
    let (look, center) = (look, bounds.center)
    canvas.fill(bounds, radius: look.cornerRadius, color: look.background)
    if isTracking, isHighlighted {
      let half = Rect(pressedDirection < 0 ? bounds.minX : center.x, bounds.minY, bounds.width / 2, bounds.height)
      canvas.clipped(to: half) { canvas.fill(bounds, radius: look.cornerRadius, color: look.highlightOverlay) }
    }
    canvas.fill(Rect(roundedToPixels(center.x - 0.5), center.y - 10, 1, 20), color: look.track)
    for direction in [-1.0, 1] {
      let (center, armLength) = (Point(center.x + direction * bounds.width / 4, center.y), 7.0)
      let color = canMove(direction) ? look.text : look.disabled.text
      var line = [center - Point(armLength, 0), center + Point(armLength, 0)]
      // The plus is one stroke: two translucent strokes would be more opaque where they cross.
      if direction > 0 { line += [center, center - Point(0, armLength), center + Point(0, armLength)] }
      canvas.stroke(line, width: 2, color: color)
    }
    canvas.drawFocusRing(look, of: self, in: bounds)
  }
}
