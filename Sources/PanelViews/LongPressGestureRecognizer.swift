import PanelGeometry

/// Recognizes fingers held in place.
public final class LongPressGestureRecognizer: GestureRecognizer {
  /// UIKit's defaults: the maximum movement before recognition, in points, and the minimum duration, in seconds.
  public static let allowableMovement = 10.0
  public static let minimumDuration = 0.5

  public var numberOfTouchesRequired = 1
  public var minimumPressDuration = LongPressGestureRecognizer.minimumDuration

  private var timer: WindowTimer?

  public override func touchBegan(_ touch: Touch) {
    guard touches.count <= numberOfTouchesRequired else {
      if state == .possible { fail() }
      return
    }
    guard touches.count == numberOfTouchesRequired, state == .possible else { return }
    timer = view?.window?.after(seconds: minimumPressDuration) { [weak self] in
      if let self, state == .possible { transition(to: .began) }
    }
  }

  public override func touchMoved(_ touch: Touch) {
    if isActive {
      transition(to: .changed)
    } else if (touch.location - touch.startLocation).length > threshold(Self.allowableMovement) {
      fail()
    }
  }

  public override func touchEnded(_ touch: Touch) {
    guard isActive else { return fail() }
    if touches.count < numberOfTouchesRequired { transition(to: .ended) }
  }

  public override func touchCancelled(_ touch: Touch) {
    guard isActive else { return fail() }
    transition(to: .cancelled)
  }

  public override func reset() {
    timer?.cancel()
    timer = nil
  }

  private func fail() {
    timer?.cancel()
    transition(to: .failed)
  }
}
