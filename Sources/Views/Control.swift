import Geometry
import Layers

/// A view that is pressed: tracks one touch from its down to its up, and says what came of it.
///
/// A subclass that overrides how touches arrive calls `super`, which does the tracking.
open class Control: View {
  /// The distance beyond its bounds to which a finger may stray and still be inside while the control tracks it, in
  /// points of the control's own coordinates. Measured on UIKit, where it is not documented.
  public static let trackingSlop = 70.0

  /// A control that isn't enabled swallows its touches.
  /// Disabling it cancels the touch that it tracks, and lets go of the key that presses it.
  public final var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      if !isEnabled {
        cancelTracking()
        cancelPress()
      }
      stateDidChange()
    }
  }
  /// Under a finger or a key.
  public final var isHighlighted: Bool { isTouchInside || isKeyDown }
  private final var isTouchInside = false { didSet { if isTouchInside != oldValue { stateDidChange() } } }
  private final var isKeyDown = false { didSet { if isKeyDown != oldValue { stateDidChange() } } }
  public final var isSelected = false { didSet { if isSelected != oldValue { stateDidChange() } } }
  /// Has the keyboard.
  public final internal(set) var isFocused = false { didSet { if isFocused != oldValue { stateDidChange() } } }
  /// A touch is being followed.
  public final private(set) var isTracking = false { didSet { if isTracking != oldValue { stateDidChange() } } }

  private var actions: [(events: ControlEvents, action: (ControlEvents) -> Void)] = []

  /// Calls `action` for each of the events, with the one it is.
  public final func addAction(for events: ControlEvents, _ action: @escaping (ControlEvents) -> Void) {
    actions.append((events, action))
  }

  /// The look depends on the state: by default the control is drawn anew.
  open func stateDidChange() { setNeedsDisplay() }

  open var canBecomeFocused: Bool { isEnabled }

  open override func touchBegan(_ touch: Touch) {
    guard isEnabled else { return }
    isTracking = true
    isTouchInside = true
    send(.touchDown)
  }

  open override func touchMoved(_ touch: Touch) {
    guard isTracking else { return }
    let (wasInside, isInside) = (isTouchInside, isInside(touch))
    isTouchInside = isInside
    if isInside != wasInside { send(isInside ? .touchDragEnter : .touchDragExit) }
    send(isInside ? .touchDragInside : .touchDragOutside)
  }

  open override func touchEnded(_ touch: Touch) {
    guard isTracking else { return }
    let isInside = isInside(touch)
    isTracking = false
    isTouchInside = false
    send(isInside ? .touchUpInside : .touchUpOutside)
    if isInside { send(.primaryActionTriggered) }
  }

  open override func touchCancelled(_ touch: Touch) { cancelTracking() }

  private func cancelTracking() {
    guard isTracking else { return }
    isTracking = false
    isTouchInside = false
    send(.touchCancel)
  }

  // MARK: Keys

  /// An arrow while the control has the keyboard. False when it is of no use to it, and somebody else may have it.
  ///
  /// If the control is shown mirrored, left and right are exchanged, as all its coordinates are.
  open func press(_ arrow: Key) -> Bool { false }

  /// A key while the control has the keyboard; false if it is of no use to it.
  final func begin(_ key: Key) -> Bool {
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
    send(.primaryActionTriggered)
  }

  final func cancelPress() { isKeyDown = false }

  private func isInside(_ touch: Touch) -> Bool {
    guard let point = touch.location(in: self) else { return false }
    return bounds.insetBy(-Self.trackingSlop, -Self.trackingSlop).contains(point)
  }

  private func send(_ event: ControlEvents) {
    for (events, action) in actions where events.contains(event) { action(event) }
  }
}
