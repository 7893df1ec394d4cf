import PanelViews

/// A drag that turns a scene, and a fling that continues the turn.
final class TurnGesture {
  let recognizer = PanGestureRecognizer()
  var onBegin: (() -> Void)?

  private unowned let view: View
  private let turn: (Point) -> Void
  private var flinging: Animation?

  /// The minimum speed of a fling, in the panel's points per second.
  private static let minimumSpeed = 80.0

  /// - Parameters:
  ///   - view: receives the drag.
  ///   - turn: called with each movement, in the panel's points.
  init(on view: View, turn: @escaping (Point) -> Void) {
    (self.view, self.turn) = (view, turn)
    recognizer.onChange = { [unowned self] in drag() }
    view.addGestureRecognizer(recognizer)
  }

  func stop() { flinging?.cancel() }

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
      guard speed > Self.minimumSpeed, let window = view.window else { return }
      let direction = recognizer.velocity * (1 / speed)
      flinging = window.fling(Decay(initialVelocity: speed, rate: 0.996), until: 8) { [weak self] in
        self?.turn(direction * $0)
      }
    default: break
    }
  }
}
