import PanelGeometry

/// Recognizes fingers held in place.
public final class LongPressGestureRecognizer: GestureRecognizer {
  /// The maximum movement before recognition, in points. UIKit's default.
  public static let allowableMovement = 10.0
  /// The minimum duration, in seconds. UIKit's default.
  public static let minimumDuration = 0.5

  public var numberOfTouchesRequired = 1
  /// In seconds.
  public var minimumPressDuration = LongPressGestureRecognizer.minimumDuration

  public override func touchBegan(_ touch: Touch) {
    guard touches.count <= numberOfTouchesRequired else {
      if state == .possible { transition(to: .failed) }
      return
    }
    guard touches.count == numberOfTouchesRequired, state == .possible else { return }
    transition(to: .began, after: minimumPressDuration)
  }

  public override func touchMoved(_ touch: Touch) {
    if isActive {
      transition(to: .changed)
    } else if (touch.location - touch.startLocation).length > threshold(Self.allowableMovement) {
      transition(to: .failed)
    }
  }

  public override func touchEnded(_ touch: Touch) {
    guard isActive else { return transition(to: .failed) }
    if touches.count < numberOfTouchesRequired { transition(to: .ended) }
  }

  public override func touchCancelled(_ touch: Touch) {
    transition(to: isActive ? .cancelled : .failed)
  }
}
