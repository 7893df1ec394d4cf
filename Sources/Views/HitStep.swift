/// One view that a hit test asked, and what came of it.
public struct HitStep: Equatable {
  /// The reason that a view passed a touch on, or that it took it.
  public enum Outcome: String, Sendable {
    case hidden
    case alpha
    case interactionOff = "interaction off"
    case animating
    case outside
    case behindEye = "behind the eye"
    case edgeOn = "edge-on"
    /// It has the point, and asks its subviews; when none of them takes it, it does itself.
    case testsSubviews = "asks its subviews"
    /// Asked last, when no subview took it.
    case hit
  }

  public let view: View
  public let outcome: Outcome

  public static func == (a: HitStep, b: HitStep) -> Bool { a.view === b.view && a.outcome == b.outcome }
}
