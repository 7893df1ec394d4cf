import PanelLayers

extension View {
  /// Adds a view as the last subview. Removes it from its previous superview.
  public final func addSubview(_ view: View) {
    insertSubview(view, at: subviews.count)
  }

  /// Inserts a view at an index of the sibling order, after removing it from its previous superview. The index is
  /// clamped.
  public final func insertSubview(_ view: View, at index: Int) {
    let (isNew, entersWindow) = (view.superview !== self, view.window !== window)
    if entersWindow { view.notifyWillMove(to: window) }
    if isNew { view.willMove(toSuperview: self) }
    let appearance = view.appearance
    view.detach()
    let index = min(max(index, 0), subviews.count)
    insertLayer(of: view, at: index)
    subviews.insert(view, at: index)
    view.superview = self
    setNeedsLayout()
    if view.appearance != appearance { view.appearanceDidChange() }
    view.invalidateIntrinsicContentSize()
    if entersWindow { view.notifyDidMoveToWindow() }
    if isNew { view.didMoveToSuperview() }
  }

  /// Inserts a view directly above a subview, or as the last one if `sibling` isn't a subview.
  public final func insertSubview(_ view: View, aboveSubview sibling: View) {
    insert(view, beside: sibling, offset: 1)
  }

  /// Inserts a view directly below a subview, or as the last one if `sibling` isn't a subview.
  public final func insertSubview(_ view: View, belowSubview sibling: View) {
    insert(view, beside: sibling, offset: 0)
  }

  private final func insert(_ view: View, beside sibling: View, offset: Int) {
    guard view !== sibling else { return }
    var index = subviews.firstIndex { $0 === sibling }.map { $0 + offset } ?? subviews.count
    if let old = subviews.firstIndex(where: { $0 === view }), old < index { index -= 1 }
    insertSubview(view, at: index)
  }

  public final func removeFromSuperview() {
    guard superview != nil else { return }
    let leavesWindow = window != nil
    willMove(toSuperview: nil)
    if leavesWindow { notifyWillMove(to: nil) }
    detach()
    if leavesWindow { notifyDidMoveToWindow() }
    didMoveToSuperview()
  }

  private func detach() {
    guard let oldSuperview = superview else { return }
    window?.cancelTouchesAndFocus(in: self)
    invalidateIntrinsicContentSize()
    customSpacing = nil
    layer.removeFromSuperlayer()
    oldSuperview.subviews.removeAll { $0 === self }
    superview = nil
  }

  final func notifyWillMove(to window: Window?) {
    willMove(toWindow: window)
    for subview in subviews { subview.notifyWillMove(to: window) }
  }

  final func notifyDidMoveToWindow() {
    // A subview that is added during the call is notified by `insertSubview`.
    let notified = subviews
    didMoveToWindow()
    for subview in notified where subview.superview === self { subview.notifyDidMoveToWindow() }
  }

  /// Moves a subview to the end of the sibling order: it is drawn above the others, unless depth decides, and tested
  /// first.
  public final func bringSubviewToFront(_ view: View) {
    reorder(view, to: subviews.count - 1)
  }

  /// Moves a subview to the beginning of the sibling order.
  public final func sendSubviewToBack(_ view: View) {
    reorder(view, to: 0)
  }

  /// Moves a subview within the sibling order without removing it, so that touches and focus are unaffected.
  public final func reorder(_ view: View, to index: Int) {
    guard let old = subviews.firstIndex(where: { $0 === view }), old != index, subviews.indices.contains(index) else {
      return
    }
    subviews.remove(at: old)
    insertLayer(of: view, at: index)
    subviews.insert(view, at: index)
  }

  /// Inserts a layer directly above the preceding subview's, so that additional layers on top, such as a shadow, stay
  /// on top.
  private func insertLayer(of view: View, at index: Int) {
    guard index > 0 else { return layer.insertSublayer(view.layer, at: 0) }
    layer.insertSublayer(view.layer, above: subviews[index - 1].layer)
  }

  /// The names from the root view to this one, separated by slashes: `root/cube/face3/button`.
  ///
  /// Transform-only views are omitted, because they never receive touches.
  public final var path: String {
    var names: [String] = []
    var next: View? = self
    while let view = next {
      if let name = view.name, !(view.layer is TransformLayer) { names.append(name) }
      next = view.superview
    }
    return names.reversed().joined(separator: "/")
  }

  /// Returns true if the view is `view` or a descendant of it.
  public final func isDescendant(of view: View) -> Bool { view.layer.isAncestor(of: layer) }
}
