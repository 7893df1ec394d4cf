import PanelViews

/// A drag that turns a scene, and a fling that continues the turn.
final class TurnGesture {
  let recognizer = PanGestureRecognizer()
  var onBegin: (() -> Void)?

  private unowned let view: View
  private let turn: (Point) -> Void

  private static let flingKey = "fling"
  /// The minimum speed of a fling, in the panel's points per second.
  private static let minimumSpeed = 80.0
  /// The speed at which a fling ends, in the panel's points per second.
  private static let finalSpeed = 8.0

  /// - Parameters:
  ///   - view: receives the drag.
  ///   - turn: called with each movement, in the panel's points.
  init(on view: View, turn: @escaping (Point) -> Void) {
    (self.view, self.turn) = (view, turn)
    recognizer.onChange = { [unowned self] in drag() }
    let rest = RestRecognizer()
    rest.onTouchDown = { [unowned self] in stop() }
    for recognizer in [rest, recognizer] { view.addGestureRecognizer(recognizer) }
  }

  /// Stops a fling.
  func stop() { view.layer.removeAnimation(forKey: Self.flingKey) }

  /// Cancels a drag and a fling.
  func cancel() {
    stop()
    // Disabling a recognizer cancels its gesture.
    recognizer.isEnabled = false
    recognizer.isEnabled = true
  }

  private func drag() {
    switch recognizer.state {
    case .began:
      stop()
      onBegin?()
    case .changed:
      let step = recognizer.translation
      recognizer.translation = .zero
      turn(step)
    case .ended:
      let speed = recognizer.velocity.length
      guard speed > Self.minimumSpeed else { return }
      let direction = recognizer.velocity * (1 / speed)
      let decay = Decay(initialVelocity: speed, rate: 0.996)
      let fling = Animation.fling(decay, until: Self.finalSpeed) { [weak self] distance in
        self?.turn(direction * distance)
      }
      view.layer.add(fling, forKey: Self.flingKey)
    default: break
    }
  }
}

/// Reports a finger that touches a view, before it moves. It recognizes nothing, so other recognizers don't notice it.
final class RestRecognizer: GestureRecognizer {
  /// Called when a finger touches the view, as a touch stops the motion of `UIScrollView`.
  var onTouchDown: (() -> Void)?
  /// Called when the last finger has lifted and no other recognizer has recognized its gesture.
  var onLift: (() -> Void)?

  override func touchBegan(_ touch: Touch) { onTouchDown?() }
  override func touchEnded(_ touch: Touch) { touchIsOver() }
  override func touchCancelled(_ touch: Touch) { touchIsOver() }

  private func touchIsOver() {
    guard touches.isEmpty else { return }
    transition(to: .failed)
    onLift?()
  }
}
