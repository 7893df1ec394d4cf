import PanelLayers

/// A control for a number in a range, as `UISlider`. The left and right arrow keys change it.
///
/// It sends `valueChanged` when a person changes the value, not when the program sets it.
///
/// ```swift
/// let brightness = Slider()
/// (brightness.minimumValue, brightness.maximumValue) = (10, 100)
/// brightness.addAction(for: .valueChanged) { [unowned brightness] _ in print(brightness.value) }
/// ```
open class Slider: Control {
  public final var minimumValue = 0.0 { didSet { rangeDidChange() } }
  public final var maximumValue = 1.0 { didSet { rangeDidChange() } }
  /// Clamped to the range.
  public final var value = 0.0 {
    didSet {
      value = clamped(value)
      if value != oldValue { setNeedsDisplay(knobArea(at: oldValue).union(knobArea(at: value))) }
    }
  }
  /// The distance between the values that a person can choose; 0 for any value.
  public final var step = 0.0
  /// Values that a drag snaps to, such as a right angle.
  public final var detents: [Double] = []
  /// False to send `valueChanged` only at the end of a drag.
  public final var isContinuous = true
  /// The distance from the finger to the knob's center at the start of a drag, so that the knob doesn't jump.
  private var grabOffset = 0.0
  /// The value before the touch, and the last one that the touch has set.
  private var valuesOfTouch = (first: 0.0, last: 0.0)

  class override var defaultHuggingPriority: Double { 250 }

  private func clamped(_ value: Double) -> Double { min(max(value, minimumValue), max(maximumValue, minimumValue)) }

  private func rangeDidChange() {
    value = clamped(value)
    setNeedsDisplay()
  }

  /// Returns the available width, or 160 points if it is unlimited, and the minimum height.
  open override func sizeThatFits(_ size: Size) -> Size {
    roundedUpToPixels(Size(size.width > 0 ? size.width : 160, Control.minimumHeight))
  }

  /// The drawn track, in points. Its ends line up with the views above and below.
  private var track: Rect { bounds.inset(by: layoutMargins).insetBy(0, (bounds.height - 4) / 2) }
  /// The line along which the knob's center moves, in points. At its ends, the enlarged knob stays inside the bounds.
  private var travel: Rect { track.insetBy(min(13, track.width / 3), 0) }
  private var span: Double { maximumValue - minimumValue }
  private func position(of value: Double) -> Double {
    travel.minX + (span > 0 ? travel.width * (value - minimumValue) / span : 0)
  }
  /// Returns the part of the bounds with the knob and its shadow.
  private func knobArea(at value: Double) -> Rect {
    Rect(position(of: value) - 18, bounds.minY, 36, bounds.height)
  }

  open override func touchBegan(_ touch: Touch) {
    super.touchBegan(touch)
    valuesOfTouch = (value, value)
    guard let point = touch.location(in: self) else { return }
    // A touch on the knob keeps it in place, any other one moves it to the finger.
    let distance = position(of: value) - point.x
    grabOffset = abs(distance) < 28 ? distance : 0
    moveKnob(to: touch)
  }

  open override func touchMoved(_ touch: Touch) {
    super.touchMoved(touch)
    moveKnob(to: touch)
  }

  open override func touchEnded(_ touch: Touch) {
    let wasTracking = isTracking
    super.touchEnded(touch)
    if wasTracking, !isContinuous { sendActions(for: .valueChanged) }
  }

  private func moveKnob(to touch: Touch) {
    guard isTracking, let point = touch.location(in: self), travel.width > 0 else { return }
    let fraction = (point.x + grabOffset - travel.minX) / travel.width
    let newValue = minimumValue + min(max(fraction, 0), 1) * span
    let snapDistance = span / travel.width * 5
    choose(detents.first { abs($0 - newValue) < snapDistance } ?? newValue, sendsEvent: isContinuous)
    valuesOfTouch.last = value
  }

  /// Restores the value from before the touch, unless the program has set another one since.
  open override func cancelTracking() {
    guard value == valuesOfTouch.last, value != valuesOfTouch.first else { return }
    value = valuesOfTouch.first
    if isContinuous { sendActions(for: .valueChanged) }
  }

  /// Sets the value that is nearest to `newValue` among those that a person can choose.
  private func choose(_ newValue: Double, sendsEvent: Bool) {
    let oldValue = value
    value = step > 0 ? minimumValue + ((newValue - minimumValue) / step).rounded() * step : newValue
    if value != oldValue, sendsEvent { sendActions(for: .valueChanged) }
  }

  /// Refuses drags along the track, so that a scroll view or a swipe doesn't take them.
  open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    super.gestureRecognizerShouldBegin(recognizer)
      && recognizer.touches.first?.direction(in: self) != .horizontal
  }

  open override func press(_ arrow: Key) -> Bool {
    guard arrow == .left || arrow == .right else { return false }
    choose(value + (arrow == .right ? 1 : -1) * (step > 0 ? step : span / 40), sendsEvent: true)
    return true
  }

  /// The value is a percentage of the range.
  open override var accessibilityDefaults: AccessibilityDefaults {
    let fraction = span > 0 ? (value - minimumValue) / span : 0
    return super.accessibilityDefaults.adding(.adjustable, value: percentage(fraction))
      .limited(value, from: minimumValue, to: maximumValue)
  }

  open override func accessibilityIncrement() { adjust(1) }
  open override func accessibilityDecrement() { adjust(-1) }

  /// Changes the value by a step, or by UIKit's tenth of the range.
  private func adjust(_ direction: Double) {
    if isEnabled { choose(value + direction * (step > 0 ? step : span / 10), sendsEvent: true) }
  }

  open override var drawsContents: Bool { true }

  open override func draw(_ canvas: Canvas) {
    let (look, track, position) = (currentLook, track, position(of: value))
    canvas.drawFocusRing(look, of: self, in: bounds)
    canvas.fill(track, radius: track.height / 2, color: look.track)
    canvas.fill(
      Rect(track.minX, track.minY, position - track.minX, track.height), radius: track.height / 2,
      color: look.filledTrack ?? look.tint)
    let radius = isTracking ? 12.0 : 10
    let knob = Rect(position - radius, bounds.midY - radius, 2 * radius, 2 * radius)
    canvas.shadow(knob, radius: radius, blur: 3, offset: Point(0, 1), color: Color(0, 0, 0, 0.35))
    canvas.fill(knob, radius: radius, color: isTracking ? look.highlightedKnob ?? look.knob : look.knob)
  }
}
