import Geometry

/// Watches touches in a view and its subviews for a gesture.
///
/// A recognizer that recognizes cancels the touches in the views beneath it, and the other recognizers of the same
/// touches fail, unless one of the two allows both.
open class GestureRecognizer {
  public enum State: String, Sendable { case possible, began, changed, ended, cancelled, failed }

  public private(set) final var state = State.possible
  public internal(set) final weak var view: View?

  /// False for a recognizer that doesn't watch. Disabling it cancels a gesture that it follows; the touches go on without
  /// it.
  public final var isEnabled = true { didSet { if !isEnabled, oldValue { stopWatching() } } }

  /// True to take the touches away from their view when the gesture is recognized.
  public final var cancelsTouchesInView = true

  /// Asked at each new touch whether to watch it.
  public final var shouldReceive: ((Touch) -> Bool)?

  /// Asked about another recognizer of the same touches: true when both may recognize.
  public final var allowsSimultaneous: ((GestureRecognizer) -> Bool)?

  /// Called when the gesture began, changed, ended or was cancelled.
  public final var onChange: (() -> Void)?

  /// The touches it watches that are down.
  public final var touches: [Touch] { watched.compactMap(\.object) }
  /// Weak, as a touch holds its recognizers.
  private final var watched: [Weak<Touch>] = []

  /// The recognizers that have to fail before this one recognizes. Neither holds the other: each is its view's.
  private final var required: [Weak<GestureRecognizer>] = []
  /// The others that wait for this one.
  private final var dependents: [Weak<GestureRecognizer>] = []
  /// The state that it recognized and can't say yet.
  private final var pending: State?

  private struct Weak<Object: AnyObject> { weak var object: Object? }

  public init() {}

  deinit {
    // Nobody hears from it again: that is a failure as well.
    for other in dependents { other.object?.requirementFailed() }
  }

  /// Waits with recognizing until `other` has failed, or is gone: a single tap, say, until it can't become a double one.
  public final func require(toFail other: GestureRecognizer) {
    required.removeAll { $0.object == nil }
    required.append(Weak(object: other))
    other.dependents.removeAll { $0.object == nil }
    other.dependents.append(Weak(object: self))
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

  /// Changes the state, tells `onChange`, and takes the touches over when the gesture is recognized.
  public final func transition(to new: State) {
    let recognized = state == .possible && (new == .began || new == .ended)
    if recognized {
      guard !isPreempted else { return transition(to: .failed) }
      if awaitsFailure {
        pending = new
        return
      }
    }
    pending = nil
    state = new
    if recognized {
      view?.window?.didRecognize(self)
      for other in dependents where other.object?.state == .possible { other.object?.transition(to: .failed) }
      // Any of them may have disabled it.
      guard state == new else { return }
    }
    if new != .possible && new != .failed { onChange?() }
    if new == .failed { for other in dependents { other.object?.requirementFailed() } }
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
  private final var isPreempted: Bool {
    touches.contains { touch in
      touch.recognizers.contains { $0 !== self && $0.isActive && !$0.isSimultaneous(with: self) }
    }
  }

  /// It may still recognize, or fail.
  private final var isUndecided: Bool { state == .possible && (!touches.isEmpty || awaitsTouches) && pending == nil }

  /// True while one of those that have to fail first hasn't.
  private final var awaitsFailure: Bool { required.contains { $0.object?.isUndecided == true } }

  private final func requirementFailed() {
    guard let pending, !awaitsFailure else { return }
    // A gesture that goes on can't begin once its fingers are gone.
    transition(to: pending == .began && touches.isEmpty ? .failed : pending)
  }

  final func receive(_ touch: Touch) {
    if touch.phase == .began {
      watched.append(Weak(object: touch))
    } else if !watched.contains(where: { $0.object === touch }) {
      // It was cancelled before its beginning came here.
      return
    }
    if touch.isOver { watched.removeAll { $0.object === touch } }
    // What ended and only waits for another to fail is past changing.
    if !isFinished, pending != .ended {
      switch touch.phase {
      case .began: touchBegan(touch)
      case .moved: touchMoved(touch)
      case .ended: touchEnded(touch)
      case .cancelled: touchCancelled(touch)
      }
    }
    finishIfIdle()
  }

  /// Lets go of its touches, for good.
  final func stopWatching() {
    for touch in view?.window?.touches ?? [] { touch.recognizers.removeAll { $0 === self } }
    watched = []
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
