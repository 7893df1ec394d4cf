import Views
import Words

/// The words for what a view said to a touch: those of the lesson, of the inspector and of `hit --explain`.
extension HitStep.Outcome {
  /// The outcome of the touch there.
  public var word: String {
    switch self {
    case .testsSubviews: Word.asksSubviews.text
    case .hit: Word.takesIt.text
    case .hidden, .alpha, .interactionOff, .animating: Word.deaf.text
    case .outside, .behindEye, .edgeOn: Word.missed.text
    }
  }

  /// The cause of it, to stand in brackets; empty where the word says all.
  public var reason: String {
    switch self {
    case .testsSubviews, .hit: ""
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
