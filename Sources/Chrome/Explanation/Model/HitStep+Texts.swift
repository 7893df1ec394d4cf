import Localization
import PanelViews

/// The texts for the outcome of a hit test, in the lesson and `hit --explain`.
extension HitStep.Outcome {
  public var text: String {
    switch self {
    case .testsSubviews: LocalizedText.asksSubviews.text
    case .hit: LocalizedText.takesIt.text
    case .hidden, .alpha, .interactionOff, .animating, .declined: LocalizedText.notListening.text
    case .outside, .behindEye, .edgeOn: LocalizedText.missed.text
    }
  }

  /// The reason, displayed in parentheses; empty if the outcome says everything.
  public var reason: String {
    switch self {
    case .testsSubviews, .declined, .hit: ""
    case .hidden: LocalizedText.reasonHidden.text
    case .alpha: LocalizedText.reasonAlpha.text
    case .interactionOff: LocalizedText.reasonInteractionOff.text
    case .animating: LocalizedText.reasonAnimating.text
    case .outside: LocalizedText.reasonOutside.text
    case .behindEye: LocalizedText.reasonBehindEye.text
    case .edgeOn: LocalizedText.reasonEdgeOn.text
    }
  }
}
