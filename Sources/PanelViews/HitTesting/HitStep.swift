/// Called for each step of a hit test, in order.
public typealias HitTrace = (HitStep) -> Void

/// One step of a hit test: a tested view and the outcome.
public struct HitStep: Equatable {
  /// The reason that a view didn't receive the touch, or that it did.
  public enum Outcome: String, Sendable {
    case hidden
    case alpha
    case interactionOff = "interaction off"
    case animating
    case outside
    case behindEye = "behind the eye"
    case edgeOn = "edge-on"
    /// An override of `hitTest` returned `nil`.
    case declined = "declines"
    /// The view contains the point and its subviews are tested next. It receives the touch itself if none of them does.
    case testsSubviews = "asks its subviews"
    /// Comes last, after all subviews were tested.
    case hit
  }

  public let view: View
  public let outcome: Outcome

  public static func == (a: HitStep, b: HitStep) -> Bool { a.view === b.view && a.outcome == b.outcome }
}
