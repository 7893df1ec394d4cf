import PanelLayers

/// A view that tracks a touch from down to up and sends events for it.
///
/// A subclass that overrides the touch methods calls `super`, which tracks the touch.
open class Control: View {
  /// The distance beyond the bounds at which a tracked touch still counts as inside, in the control's points. Measured
  /// on UIKit, which doesn't document it.
  public static let trackingSlop = 70.0

  /// The height of a control's fitting size: Apple's minimum for a touch target.
  public static let minimumHeight = 44.0

  /// The smallest part that a finger has to hit, in the control's coordinates: by default, all of it.
  open var smallestTouchTarget: Rect { bounds }

  class override var defaultHuggingPriority: Double { 251 }

  /// A disabled control swallows touches. Disabling cancels the tracked touch and the pressed key.
  public final var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      if !isEnabled {
        endTracking()
        cancelPress()
      }
      stateDidChange()
    }
  }
  /// True while a touch or a key presses the control.
  public final var isHighlighted: Bool { isTouchInside || isKeyDown }
  final var isTouchInside = false { didSet { if isTouchInside != oldValue { stateDidChange() } } }
  private(set) final var isKeyDown = false {
    didSet {
      guard isKeyDown != oldValue else { return }
      stateDidChange()
      if !isKeyDown { window?.performReleaseActions() }
    }
  }
  /// As in UIKit, a tap doesn't change it.
  public final var isSelected = false { didSet { if isSelected != oldValue { stateDidChange() } } }
  public final internal(set) var isFocused = false { didSet { if isFocused != oldValue { stateDidChange() } } }
  public final private(set) var isTracking = false { didSet { if isTracking != oldValue { stateDidChange() } } }

  /// True to send no events.
  private var isSilent = false
  private var actions: [(events: ControlEvents, action: (ControlEvents) -> Void)] = []

  /// Calls `action` with each event that is one of `events`. The control keeps the action: capture views in it weakly
  /// or unowned.
  public final func addAction(for events: ControlEvents, _ action: @escaping (ControlEvents) -> Void) {
    actions.append((events, action))
  }

  /// The look, in points; by default the inherited one.
  public final var look: ControlLook {
    get { ownLook ?? inheritedLook }
    set { ownLook = newValue }
  }
  /// `nil` for the inherited look.
  final var ownLook: ControlLook? { didSet { if ownLook != oldValue { lookDidChange() } } }

  /// The look, faded while the control is disabled.
  final var currentLook: ControlLook { isEnabled ? look : look.disabled }

  /// Called when the control's own look changed. By default, redraws the control.
  open func lookDidChange() { setNeedsDisplay() }

  /// Called when the appearance may depend on a changed state. By default, redraws the control.
  open func stateDidChange() { setNeedsDisplay() }

  open var canBecomeFocused: Bool { isEnabled }

  open override func touchBegan(_ touch: Touch) {
    guard isEnabled else { return }
    isTracking = true
    isTouchInside = true
    sendActions(for: .touchDown)
  }

  open override func touchMoved(_ touch: Touch) {
    guard isTracking else { return }
    let (wasInside, isInside) = (isTouchInside, isInside(touch))
    isTouchInside = isInside
    if isInside != wasInside { sendActions(for: isInside ? .touchDragEnter : .touchDragExit) }
    sendActions(for: isInside ? .touchDragInside : .touchDragOutside)
  }

  open override func touchEnded(_ touch: Touch) {
    guard isTracking else { return }
    let isInside = isInside(touch)
    isTracking = false
    isTouchInside = false
    sendActions(for: isInside ? .touchUpInside : .touchUpOutside)
    if isInside { sendActions(for: .primaryActionTriggered) }
  }

  open override func touchCancelled(_ touch: Touch) { endTracking(isRemoved: touch.isViewRemoved) }

  private func endTracking(isRemoved: Bool = false) {
    guard isTracking else { return }
    discardTouch()
    // The listeners of a removed control may be gone already.
    isSilent = isRemoved
    cancelTracking()
    isSilent = false
    sendActions(for: .touchCancel)
  }

  /// Ends the tracking without a report.
  final func discardTouch() { (isTracking, isTouchInside) = (false, false) }

  /// Ends the focus and the press of a key without a report.
  final func discardFocus() { (isFocused, isKeyDown) = (false, false) }

  /// Called after the tracked touch was cancelled, or the control was disabled during it; UIKit's
  /// `cancelTracking(with:)`. Override it to restore the state from before the touch.
  open func cancelTracking() {}

  /// Handles an arrow key while the control is focused. Returns false if the control doesn't use it.
  ///
  /// In a mirrored control, left and right are exchanged, as are its coordinates. By default, arrow keys move the focus
  /// within a keypad or a segmented control.
  open func press(_ arrow: Key) -> Bool { superview?.moveFocus(from: self, arrow) ?? false }

  /// Handles a key while the control is focused. Returns false if the control doesn't use it.
  final func beginPress(_ key: Key) -> Bool {
    switch key {
    case .return, .space: isKeyDown = isEnabled
    case .left where layer.isMirrored: return press(.right)
    case .right where layer.isMirrored: return press(.left)
    case .up, .down, .left, .right: return press(key)
    default: return false
    }
    return true
  }

  final func endPress() {
    guard isKeyDown else { return }
    isKeyDown = false
    sendActions(for: .primaryActionTriggered)
  }

  final func cancelPress() { isKeyDown = false }

  open override var accessibilityDefaults: AccessibilityDefaults {
    let selection: AccessibilityTraits = isSelected ? .selected : []
    return .init(traits: isEnabled ? selection : selection.union(.notEnabled))
  }

  /// Triggers the primary action, unless the control is disabled.
  open override func accessibilityActivate() -> Bool {
    if isEnabled { sendActions(for: .primaryActionTriggered) }
    return true
  }

  /// Refuses an ancestor's recognizer a single tap of one finger, which would cancel the control's action. "Attaching
  /// gesture recognizers to UIKit controls" in UIKit's documentation says that the control is first.
  open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    guard isEnabled, let tap = recognizer as? TapGestureRecognizer, tap.view !== self else { return true }
    return tap.numberOfTapsRequired > 1 || tap.numberOfTouchesRequired > 1
  }

  /// Returns true if a tracked touch counts as inside.
  final func isInside(_ touch: Touch) -> Bool {
    guard let point = touch.location(in: self) else { return false }
    return bounds.insetBy(-Self.trackingSlop, -Self.trackingSlop).contains(point) || self.point(inside: point)
  }

  /// Returns the view that gets a touch on a control with subviews, such as a row: the control itself, except on the controls,
  /// scroll views and views with gestures in it.
  ///
  /// - Parameter hit: the view that the hit test found in the control.
  public final func touchReceiver(of hit: View) -> View {
    let receiver = sequence(first: hit, next: \.superview).first {
      $0 is Control || $0 is ScrollView || !$0.gestureRecognizers.isEmpty
    }
    return receiver === self ? self : hit
  }

  /// Calls the actions for an event. Call it in a subclass with an event that it adds, such as `valueChanged`.
  public final func sendActions(for event: ControlEvents) {
    guard !isSilent else { return }
    for (events, action) in actions where events.contains(event) { action(event) }
  }
}
