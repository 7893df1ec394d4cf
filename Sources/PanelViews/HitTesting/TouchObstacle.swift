import PanelLayers

/// The reason that a visible view doesn't receive a touch.
///
/// These are UIKit's causes of a dead button, too.
public enum TouchObstacle: Equatable {
  /// A view that is tested earlier receives the touch: a later sibling of the view, or of a view around it, or a
  /// descendant of that sibling. `isDrawn` is false if the sibling draws nothing at the point.
  case covered(by: View, isDrawn: Bool)
  /// The point is outside of a view around the view, which the hit test therefore doesn't search.
  case outside(View)
  /// User interaction is off for the view, or for a view around it.
  case interactionOff(View)
  /// The view, or a view around it, is hidden or too transparent.
  case invisible(View)
  /// The view, or a view around it, is being animated without `allowsUserInteraction`.
  case animating(View)
  /// The view, or a view around it, overrides `hitTest` or `point(inside:)` and declines the touch.
  case declined(View)
  /// The control receives the touch, but is disabled.
  case disabled(Control)
  /// The view received the touch, but a recognizer of a view around it recognized its gesture and cancelled it.
  case recognized(GestureRecognizer)

  public static func == (a: TouchObstacle, b: TouchObstacle) -> Bool {
    switch (a, b) {
    case (.covered(let a, let isDrawn), .covered(let b, let other)): a === b && isDrawn == other
    case (.outside(let a), .outside(let b)), (.interactionOff(let a), .interactionOff(let b)): a === b
    case (.invisible(let a), .invisible(let b)), (.animating(let a), .animating(let b)): a === b
    case (.declined(let a), .declined(let b)): a === b
    case (.disabled(let a), .disabled(let b)): a === b
    case (.recognized(let a), .recognized(let b)): a === b
    default: false
    }
  }
}

extension HitTestTrace {
  /// The view that a person means by touching the point: the control around the visible view, or the visible view
  /// itself. A segmented control counts as a whole, because it tracks a touch as a whole.
  public var intendedView: View? {
    visibleView.map { visible in
      sequence(first: visible, next: \.superview).first { $0 is Control && !($0 is Segment) } ?? visible
    }
  }

  /// The reason that the intended view doesn't receive the touch; `nil` if it does, or if nothing is drawn at the point.
  public var obstacle: TouchObstacle? { intendedView.flatMap(obstacle(for:)) }

  /// Returns the reason that a view at the point doesn't receive the touch; `nil` if it or a descendant does.
  ///
  /// If there are several reasons, returns the first one in the order of the hit test. The next one shows once that is
  /// removed.
  public func obstacle(for view: View) -> TouchObstacle? {
    if let hitView, hitView.isDescendant(of: view) {
      if let control = view as? Control, !control.isEnabled { return .disabled(control) }
      return claimingRecognizer.flatMap { recognizer in
        recognizer.view?.isDescendant(of: view) == true ? nil : .recognized(recognizer)
      }
    }
    // From the outermost view to the view itself.
    for outer in sequence(first: view, next: \.superview).reversed().drop(while: { $0 !== steps.first?.view }) {
      let step = step(of: outer)
      switch step?.outcome {
      case .testsSubviews, .hit: continue
      case nil where outer.layer is TransformLayer: continue
      // A test that sorts views skips those that don't contain the point.
      case nil where outer.superview?.hitOrder.sortsSubviews == true && step?.containsPoint != true:
        return .outside(outer)
      case nil: return covered(outer)
      case .outside: return step?.containsPoint == true ? .declined(outer) : .outside(outer)
      case .behindEye, .edgeOn: return .outside(outer)
      case .interactionOff: return .interactionOff(outer)
      case .hidden, .alpha: return .invisible(outer)
      case .animating: return .animating(outer)
      case .declined: return .declined(outer)
      }
    }
    return nil
  }

  /// Returns the obstacle for a view that wasn't tested because another one received the touch before.
  private func covered(_ view: View) -> TouchObstacle? {
    guard let hitView else { return nil }
    // The subview, with the hit view in it, of the innermost view around both.
    let sibling = sequence(first: hitView, next: \.superview).first {
      $0.superview.map(view.isDescendant) == true
    }
    return .covered(by: hitView, isDrawn: step(of: sibling ?? hitView)?.isDrawn == true)
  }
}
