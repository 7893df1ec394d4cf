import PanelGeometry

/// Recognizes a gesture from touches in a view and its subviews.
///
/// A recognized gesture cancels the touches in the views, and makes other recognizers of the same touches fail, unless
/// one of the two allows simultaneous recognition.
open class GestureRecognizer {
  /// The state of a gesture. A tap goes from `possible` to `ended`; a drag, a long press or a pinch begins, changes and
  /// ends.
  public enum State: String, Sendable {
    case possible, began, changed, ended, cancelled, failed

    /// Another name of `ended`, for taps.
    public static let recognized = State.ended
  }

  public private(set) final var state = State.possible
  public internal(set) final weak var view: View?

  /// Disabling cancels an active gesture. Its touches continue without the recognizer.
  public final var isEnabled = true { didSet { if !isEnabled, oldValue { detachFromTouches() } } }

  /// True to cancel the view's touches once the gesture is recognized.
  public final var cancelsTouchesInView = true

  /// Returns whether to receive a new touch.
  public final var shouldReceive: ((Touch) -> Bool)?

  /// Returns whether both recognizers may recognize the same touches at once.
  public final var allowsSimultaneous: ((GestureRecognizer) -> Bool)?

  /// Called when the gesture begins, changes, ends or is cancelled.
  public final var onChange: (() -> Void)?

  /// The centroid of the touches, in the window's points. It remains after they ended.
  public private(set) final var location = Point.zero

  /// The received touches that are down. A touch retains its recognizers until it is over.
  public internal(set) final var touches: [Touch] = []

  /// The view of the last touch that began. It is asked for permission also after the touch has ended.
  private final weak var touchedView: View?

  /// The recognizers that have to fail first. Weak, because each is owned by its view.
  private final var requiredToFail: [Weak<GestureRecognizer>] = []
  private final var dependents: [Weak<GestureRecognizer>] = []
  /// The recognized state, held back until the required recognizers have failed.
  private final var pendingState: State?

  /// The timer of `transition(to:after:)`.
  private final var timer: WindowTimer?

  private struct Weak<Object: AnyObject> { weak var object: Object? }

  public init() {}

  deinit {
    // A recognizer that no longer exists counts as failed.
    for other in dependents { other.object?.requirementFailed() }
  }

  /// Delays recognition until `other` has failed or no longer exists, as a single tap waits for a double tap.
  public final func require(toFail other: GestureRecognizer) {
    requiredToFail.removeAll { $0.object == nil }
    requiredToFail.append(Weak(object: other))
    other.dependents.removeAll { $0.object == nil }
    other.dependents.append(Weak(object: self))
  }

  // MARK: For subclasses

  open func touchBegan(_ touch: Touch) {}
  open func touchMoved(_ touch: Touch) {}
  open func touchEnded(_ touch: Touch) {}
  open func touchCancelled(_ touch: Touch) {}
  /// Called on return to `possible`. Discard all state of the last gesture.
  open func reset() {}

  /// False to keep the location at which the gesture began.
  var locationFollowsTouches: Bool { true }

  /// True between touches of one gesture, as after the first tap of a double tap.
  open var awaitsTouches: Bool { false }

  /// Changes the state, calls `onChange`, and claims the touches if the gesture is recognized.
  public final func transition(to newState: State) {
    timer?.cancel()
    let recognized = state == .possible && (newState == .began || newState == .ended)
    if recognized {
      guard !isPreempted, viewsAllowBeginning else { return transition(to: .failed) }
      if awaitsFailure {
        pendingState = newState
        return
      }
    }
    pendingState = nil
    state = newState
    if recognized {
      view?.window?.didRecognize(self)
      for other in dependents where other.object?.state == .possible { other.object?.transition(to: .failed) }
      // Another recognizer may have disabled this one.
      guard state == newState else { return }
    }
    if newState != .possible && newState != .failed { onChange?() }
    if newState == .failed { for other in dependents { other.object?.requirementFailed() } }
    resetIfFinished()
  }

  /// Changes the state after a delay in seconds, unless it changes or another delay starts before.
  final func transition(to newState: State, after seconds: Double) {
    timer?.cancel()
    let action = { [weak self] in
      if let self, state == .possible { transition(to: newState) }
    }
    // A gesture that begins after a time is a hold.
    let window = view?.window
    timer =
      newState == .began
      ? window?.afterHolding(seconds: seconds, action) : window?.after(seconds: seconds, action)
  }

  /// The centroid of the touches, in the window's points.
  public final var centroid: Point {
    guard !touches.isEmpty else { return .zero }
    return touches.reduce(.zero) { $0 + $1.location } * (1 / Double(touches.count))
  }

  /// The window's clock, in nanoseconds.
  public final var now: UInt64 { view?.window?.now ?? 0 }

  /// Converts a threshold in UIKit's points to the window's points.
  public final func threshold(_ points: Double) -> Double { points * (view?.window?.thresholdScale ?? 1) }

  // MARK: For the window

  final var isFinished: Bool { state == .ended || state == .cancelled || state == .failed }

  final var isActive: Bool { state == .began || state == .changed }

  final func isSimultaneous(with other: GestureRecognizer) -> Bool {
    allowsSimultaneous?(other) == true || other.allowsSimultaneous?(self) == true
  }

  /// True if another recognizer's gesture is using one of the touches.
  private final var isPreempted: Bool {
    touches.contains { touch in
      touch.recognizers.contains { $0 !== self && $0.isActive && !$0.isSimultaneous(with: self) }
    }
  }

  private final var viewsAllowBeginning: Bool {
    let touchedView = touches.first?.view ?? touchedView ?? view
    let views = sequence(first: touchedView, next: { [view] in $0 === view ? nil : $0?.superview })
    return views.allSatisfy { $0?.gestureRecognizerShouldBegin(self) != false }
  }

  /// True if the recognizer may still recognize the gesture or fail.
  private final var isUndecided: Bool {
    state == .possible && (!touches.isEmpty || awaitsTouches) && pendingState == nil
  }

  private final var awaitsFailure: Bool { requiredToFail.contains { $0.object?.isUndecided == true } }

  private final func requirementFailed() {
    guard let pendingState, !awaitsFailure else { return }
    // A continuous gesture can't begin without touches.
    transition(to: pendingState == .began && touches.isEmpty ? .failed : pendingState)
  }

  final func receive(_ touch: Touch) {
    if touch.phase == .began {
      touches.append(touch)
      touchedView = touch.view
    } else if !touches.contains(where: { $0 === touch }) {
      // Cancelled before the recognizer received its beginning.
      return
    }
    if touch.isOver { touches.removeAll { $0 === touch } }
    if touch.phase == .began || (touch.phase == .moved && locationFollowsTouches) { location = centroid }
    // A gesture that has ended, but waits for another recognizer to fail, no longer changes.
    if !isFinished, pendingState != .ended {
      switch touch.phase {
      case .began: touchBegan(touch)
      case .moved: touchMoved(touch)
      case .ended: touchEnded(touch)
      case .cancelled: touchCancelled(touch)
      }
    }
    resetIfFinished()
  }

  /// Stops receiving touches, and cancels or fails the gesture.
  final func detachFromTouches() {
    for touch in view?.window?.touches ?? [] { touch.recognizers.removeAll { $0 === self } }
    touches = []
    transition(to: isActive ? .cancelled : .failed)
  }

  /// Makes a finished recognizer ready for the next gesture, once its last touch is over.
  private final func resetIfFinished() {
    if touches.isEmpty, isFinished { discardGesture() }
  }

  /// Makes the recognizer ready for the next gesture, without a report.
  final func discardGesture() {
    timer?.cancel()
    touches = []
    state = .possible
    pendingState = nil
    reset()
  }
}
