import Views

/// The words for what a view said to a touch: those of the lesson, of the inspector and of `hit --explain`.
extension HitStep.Verdict {
  /// Of a view after the one that took the touch.
  public static let neverAsked = "never asked"

  /// The outcome of the touch there.
  public var word: String {
    switch self {
    case .asksSubviews: "asks its subviews"
    case .took: "takes it"
    case .hidden, .alpha, .interactionOff, .animating: "does not listen"
    case .outside, .behindEye, .edgeOn: "missed"
    }
  }

  /// The cause of it, to stand in brackets; empty where the word says all.
  public var reason: String {
    switch self {
    case .asksSubviews, .took: ""
    case .hidden: "hidden"
    case .alpha: "alpha too low"
    case .interactionOff: "interaction off"
    case .animating: "being animated"
    case .outside: "outside"
    case .behindEye: "behind the eye"
    case .edgeOn: "edge-on"
    }
  }
}
