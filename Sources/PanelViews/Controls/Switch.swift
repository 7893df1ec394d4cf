import PanelLayers

/// A control that turns something on or off, as `UISwitch`: by a tap, a drag, Space, or the left and right arrow keys.
///
/// It sends `valueChanged` when a person changes it.
open class Switch: Control {
  private let filledTrack = View()
  private let knob = View()
  private var on = false
  /// The state before a drag; `nil` during a touch that may still be a tap.
  private var stateBeforeDrag: Bool?

  private static let (trackSize, knobMargin) = (Size(54, 32), 3.0)
  /// The distance between the track and the focus ring around it.
  private static let ringDistance = 3.0

  public override init(name: String? = nil, frame: Rect = .zero, transformsOnly: Bool = false, layer: Layer? = nil) {
    super.init(name: name, frame: frame, transformsOnly: transformsOnly, layer: layer)
    for view in [filledTrack, knob] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
    knob.layer.shadowOffset = Point(0, 1)
    knob.layer.shadowRadius = 1.5
    addAction(for: .primaryActionTriggered) { [unowned self] _ in
      guard stateBeforeDrag == nil else { return }
      setOn(!on, animated: true)
      sendActions(for: .valueChanged)
    }
  }

  /// Setting it doesn't animate.
  public final var isOn: Bool {
    get { on }
    set { setOn(newValue, animated: false) }
  }

  /// Sets the state without sending an event.
  public final func setOn(_ isOn: Bool, animated: Bool) {
    // A cancelled drag then keeps it.
    if stateBeforeDrag != nil { stateBeforeDrag = isOn }
    show(isOn, animated: animated)
  }

  private func show(_ isOn: Bool, animated: Bool) {
    guard isOn != on else { return }
    on = isOn
    place(animated: animated)
  }

  open override func touchMoved(_ touch: Touch) {
    super.touchMoved(touch)
    guard isTracking, let point = touch.location(in: self),
      stateBeforeDrag != nil || (touch.location - touch.startLocation).length > 10
    else { return }
    stateBeforeDrag = stateBeforeDrag ?? on
    show(point.x > bounds.midX, animated: true)
  }

  open override func touchEnded(_ touch: Touch) {
    super.touchEnded(touch)
    if let stateBeforeDrag, stateBeforeDrag != on { sendActions(for: .valueChanged) }
    stateBeforeDrag = nil
  }

  open override func cancelTracking() {
    if let stateBeforeDrag { show(stateBeforeDrag, animated: true) }
    stateBeforeDrag = nil
  }

  /// Refuses drags along the track, so that a scroll view or a swipe doesn't take them.
  open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    super.gestureRecognizerShouldBegin(recognizer)
      && recognizer.touches.first?.direction(in: self) != .horizontal
  }

  open override func press(_ arrow: Key) -> Bool {
    guard arrow == .left || arrow == .right else { return false }
    guard (arrow == .right) != on else { return true }
    setOn(!on, animated: true)
    sendActions(for: .valueChanged)
    return true
  }

  open override var accessibilityDefaults: AccessibilityDefaults {
    super.accessibilityDefaults.adding(.toggleButton, value: on ? "1" : "0")
  }

  /// Returns 60×44 points: the track with room for the focus ring.
  open override func sizeThatFits(_ size: Size) -> Size {
    let width = Self.trackSize.width + 2 * Self.ringDistance
    return roundedUpToPixels(Size(width, Control.minimumHeight))
  }

  private var track: Rect {
    let size = Self.trackSize
    return Rect(bounds.midX - size.width / 2, bounds.midY - size.height / 2, size.width, size.height)
  }

  open override func layoutSubviews() {
    place(animated: false)
    stateDidChange()
  }

  private func place(animated: Bool) {
    let (track, margin) = (track, Self.knobMargin)
    let side = track.height - 2 * margin
    (filledTrack.frame, filledTrack.layer.cornerRadius) = (track, track.height / 2)
    (knob.bounds.size, knob.layer.cornerRadius) = (Size(side, side), side / 2)
    let center = Point(on ? track.maxX - margin - side / 2 : track.minX + margin + side / 2, track.midY)
    if animated {
      knob.animate(\.position, to: center, .spring(Spring(response: 0.25, dampingRatio: 0.9)))
      filledTrack.animate(\.opacity, to: on ? 1 : 0, .curve(.easeOut, seconds: 0.2))
    } else {
      (knob.center, filledTrack.alpha) = (center, on ? 1 : 0)
    }
  }

  open override func stateDidChange() {
    super.stateDidChange()
    let look = currentLook
    let overlay = look.highlightOverlay
    filledTrack.layer.backgroundColor =
      isHighlighted ? look.tint.mixed(with: overlay.withAlphaComponent(1), overlay.alpha) : look.tint
    knob.layer.backgroundColor = isHighlighted ? look.highlightedKnob ?? look.knob : look.knob
    knob.layer.shadowOpacity = isEnabled ? 0.3 : 0
  }

  open override func lookDidChange() {
    super.lookDidChange()
    setNeedsLayout()
  }

  open override var drawsContents: Bool { true }

  open override func draw(_ canvas: Canvas) {
    var look = currentLook
    let track = track
    canvas.fill(track, radius: track.height / 2, color: look.track)
    if isHighlighted { canvas.fill(track, radius: track.height / 2, color: look.highlightOverlay) }
    let distance = Self.ringDistance
    look.cornerRadius = track.height / 2 + distance
    canvas.drawFocusRing(look, of: self, in: track.insetBy(-distance, -distance))
  }
}
