import Geometry

/// Watches touches in a view and its subviews for a gesture.
///
/// A recognizer that recognises cancels the touches in the views beneath it, and the other recognizers of the same
/// touches fail.
open class GestureRecognizer {
  public enum State: String, Sendable { case possible, began, changed, ended, cancelled, failed }

  public private(set) var state = State.possible
  public internal(set) final unowned(unsafe) var view: View?

  /// False for a recognizer that doesn't watch.
  public final var isEnabled = true

  /// True to take the touches away from their view when the gesture is recognised.
  public final var cancelsTouchesInView = true

  /// Asked at each new touch whether to watch it.
  public final var shouldReceive: ((Touch) -> Bool)?

  /// Called when the gesture began, changed, ended or was cancelled.
  public final var onChange: (() -> Void)?

  /// The touches it watches that are down.
  public final private(set) var touches: [Touch] = []

  public init() {}

  // MARK: For subclasses

  open func touchBegan(_ touch: Touch) {}
  open func touchMoved(_ touch: Touch) {}
  open func touchEnded(_ touch: Touch) {}
  open func touchCancelled(_ touch: Touch) {}
  /// Back to `possible`: forget everything about the last gesture.
  open func reset() {}

  /// Changes the state, tells `onChange`, and takes the touches over when the gesture is recognised.
  public final func transition(to new: State) {
    let recognised = state == .possible && (new == .began || new == .ended)
    state = new
    if recognised { view?.window?.didRecognise(self) }
    if new != .possible && new != .failed { onChange?() }
  }

  /// The middle of the touches, in the window's points.
  public final var centroid: Point {
    guard !touches.isEmpty else { return .zero }
    return touches.reduce(.zero) { $0 + $1.location } * (1 / Double(touches.count))
  }

  // MARK: For the window

  final var isFinished: Bool { state == .ended || state == .cancelled || state == .failed }

  final func receive(_ touch: Touch) {
    switch touch.phase {
    case .began:
      touches.append(touch)
      if !isFinished { touchBegan(touch) }
    case .moved:
      if !isFinished { touchMoved(touch) }
    case .ended:
      touches.removeAll { $0 === touch }
      if !isFinished { touchEnded(touch) }
    case .cancelled:
      touches.removeAll { $0 === touch }
      if !isFinished { touchCancelled(touch) }
    }
    // The next gesture begins with the next finger after the last one went.
    if touches.isEmpty && isFinished {
      state = .possible
      reset()
    }
  }
}
