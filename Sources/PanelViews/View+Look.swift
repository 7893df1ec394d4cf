import PanelText

/// A look that a view's subviews inherit.
final class SharedLook {
  let look: ControlLook

  init(_ look: ControlLook) { self.look = look }
}

extension View {
  /// The look of the controls and labels in the view and its subviews; `nil` to inherit it. Without any, it is
  /// `ControlLook.dark`.
  public final var controlLook: ControlLook? {
    get { sharedLook?.look }
    set {
      guard newValue != sharedLook?.look else { return }
      sharedLook = newValue.map(SharedLook.init)
      appearanceDidChange()
    }
  }

  /// The look that the view has or inherits. A view that reads it is redrawn when it changes.
  public final var inheritedLook: ControlLook {
    dependsOnAppearance = true
    return nearestLook?.look ?? .dark
  }

  private final var nearestLook: SharedLook? {
    var view = self
    while view.sharedLook == nil, let superview = view.superview { view = superview }
    return view.sharedLook
  }

  /// Identifies the inherited look and text scale, to find out whether moving the view changes its appearance.
  final var appearance: (look: ObjectIdentifier?, textScale: Double) {
    (nearestLook.map(ObjectIdentifier.init), inheritedTextScale)
  }

  /// The factor for text sizes: the `overrideTextScale` of the view or its nearest ancestor with one, otherwise the
  /// window's. A view that reads it is laid out and redrawn when it changes.
  public final var textScale: Double {
    dependsOnAppearance = true
    return inheritedTextScale
  }

  private final var inheritedTextScale: Double {
    var view = self
    while view.overrideTextScale == nil, let superview = view.superview { view = superview }
    return view.overrideTextScale ?? view.ownWindow?.textScale ?? 1
  }

  /// Lays out and redraws the views that depend on the look or the text scale.
  final func appearanceDidChange() {
    if dependsOnAppearance {
      setNeedsLayout()
      setNeedsDisplay()
      invalidateIntrinsicContentSize()
    }
    for subview in subviews { subview.appearanceDidChange() }
  }
}
