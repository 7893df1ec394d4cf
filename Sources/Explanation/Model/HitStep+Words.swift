import PanelViews
import Words

/// The texts for the outcome of a hit test, in the lesson, the inspector and `hit --explain`.
extension HitStep.Outcome {
  public var word: String {
    switch self {
    case .testsSubviews: Word.asksSubviews.text
    case .hit: Word.takesIt.text
    case .hidden, .alpha, .interactionOff, .animating, .declined: Word.deaf.text
    case .outside, .behindEye, .edgeOn: Word.missed.text
    }
  }

  /// The reason, displayed in parentheses; empty if the outcome says everything.
  public var reason: String {
    switch self {
    case .testsSubviews, .declined, .hit: ""
    case .hidden: Word.reasonHidden.text
    case .alpha: Word.reasonAlpha.text
    case .interactionOff: Word.reasonInteractionOff.text
    case .animating: Word.reasonAnimating.text
    case .outside: Word.reasonOutside.text
    case .behindEye: Word.reasonBehindEye.text
    case .edgeOn: Word.reasonEdgeOn.text
    }
  }
}
