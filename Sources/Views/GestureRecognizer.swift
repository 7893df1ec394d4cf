import Geometry

/// Watches touches in a view and its subviews for a gesture.
///
/// A recognizer that recognises cancels the touches in the views beneath it, and the other recognizers of the same
/// touches fail, unless one of the two allows both.
open class GestureRecognizer {
  public enum State: String, Sendable { case possible, began, changed, ended, cancelled, failed }

  public private(set) final var state = State.possible
  public internal(set) final weak var view: View?

  /// False for a recognizer that doesn't watch.
  public final var isEnabled = true

  /// True to take the touches away from their view when the gesture is recognised.
  public final var cancelsTouchesInView = true

  /// Asked at each new touch whether to watch it.
  public final var shouldReceive: ((Touch) -> Bool)?

  /// Asked about another recognizer of the same touches: true when both may recognise.
  public final var allowsSimultaneous: ((GestureRecognizer) -> Bool)?

  /// Called when the gesture began, changed, ended or was cancelled.
  public final var onChange: (() -> Void)?

  /// The touches it watches that are down.
  public final private(set) var touches: [Touch] = []

  /// The recognizers that have to fail before this one recognises. Neither holds the other: each is its view's.
  private final var required: [Weak] = []
  /// The others that wait for this one.
  private final var dependents: [Weak] = []
  /// The state that it recognised and can't say yet.
  private final var pending: State?

  private struct Weak { weak var recognizer: GestureRecognizer? }

  public init() {}

  deinit {
    // Nobody hears from it again: that is a failure as well.
    for other in dependents { other.recognizer?.requirementFailed() }
  }

  /// Waits with recognising until `other` has failed, or is gone: a single tap, say, until it can't become a double one.
  public final func require(toFail other: GestureRecognizer) {
    required.removeAll { $0.recognizer == nil }
    required.append(Weak(recognizer: other))
    other.dependents.removeAll { $0.recognizer == nil }
    other.dependents.append(Weak(recognizer: self))
  }

  // MARK: For subclasses

  open func touchBegan(_ touch: Touch) {}
  open func touchMoved(_ touch: Touch) {}
  open func touchEnded(_ touch: Touch) {}
  open func touchCancelled(_ touch: Touch) {}
  /// Back to `possible`: forget everything about the last gesture.
  open func reset() {}

  /// True between touches while more of them are awaited, as a double tap does after the first.
  open var awaitsTouches: Bool { false }

  /// Changes the state, tells `onChange`, and takes the touches over when the gesture is recognised.
  public final func transition(to new: State) {
    let recognised = state == .possible && (new == .began || new == .ended)
    if recognised {
      guard !isOutdone else { return transition(to: .failed) }
      if awaitsFailure {
        pending = new
        return
      }
    }
    pending = nil
    state = new
    if recognised {
      view?.window?.didRecognise(self)
      for other in dependents where other.recognizer?.state == .possible { other.recognizer?.transition(to: .failed) }
    }
    if new != .possible && new != .failed { onChange?() }
    if new == .failed { for other in dependents { other.recognizer?.requirementFailed() } }
    finishIfIdle()
  }

  /// The middle of the touches, in the window's points.
  public final var centroid: Point {
    guard !touches.isEmpty else { return .zero }
    return touches.reduce(.zero) { $0 + $1.location } * (1 / Double(touches.count))
  }

  /// The window's clock, in nanoseconds.
  public final var now: UInt64 { view?.window?.now ?? 0 }

  /// A threshold in points, as large as the panel needs it.
  public final func threshold(_ points: Double) -> Double { points * (view?.window?.gestureScale ?? 1) }

  // MARK: For the window

  final var isFinished: Bool { state == .ended || state == .cancelled || state == .failed }

  final var isActive: Bool { state == .began || state == .changed }

  /// True for the two when either allows the other beside it.
  final func isSimultaneous(with other: GestureRecognizer) -> Bool {
    allowsSimultaneous?(other) == true || other.allowsSimultaneous?(self) == true
  }

  /// Another recognizer of its touches was first.
  private final var isOutdone: Bool {
    touches.contains { touch in
      touch.recognizers.contains { $0 !== self && $0.isActive && !$0.isSimultaneous(with: self) }
    }
  }

  /// It may still recognise, or fail.
  private final var isUndecided: Bool { state == .possible && (!touches.isEmpty || awaitsTouches) && pending == nil }

  /// True while one of those that have to fail first hasn't.
  private final var awaitsFailure: Bool { required.contains { $0.recognizer?.isUndecided == true } }

  private final func requirementFailed() {
    guard let pending, !awaitsFailure else { return }
    // A gesture that goes on can't begin once its fingers are gone.
    transition(to: pending == .began && touches.isEmpty ? .failed : pending)
  }

  final func receive(_ touch: Touch) {
    // What ended and only waits for another to fail is past changing.
    let isWatching = !isFinished && pending != .ended
    switch touch.phase {
    case .began:
      touches.append(touch)
      if isWatching { touchBegan(touch) }
    case .moved:
      if isWatching { touchMoved(touch) }
    case .ended:
      touches.removeAll { $0 === touch }
      if isWatching { touchEnded(touch) }
    case .cancelled:
      touches.removeAll { $0 === touch }
      if isWatching { touchCancelled(touch) }
    }
    finishIfIdle()
  }

  /// Lets go of its touches, for good.
  final func stopWatching() {
    for touch in touches { touch.recognizers.removeAll { $0 === self } }
    touches = []
    transition(to: isActive ? .cancelled : .failed)
  }

  /// The next gesture begins with the next finger after the last one went.
  private final func finishIfIdle() {
    guard touches.isEmpty, isFinished else { return }
    state = .possible
    pending = nil
    reset()
  }
}
