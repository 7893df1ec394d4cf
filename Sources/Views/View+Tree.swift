import Layers

extension View {
  /// Adds the view as the last of the subviews, out of the tree it was in.
  public final func addSubview(_ view: View) {
    insertSubview(view, at: subviews.count)
  }

  /// Adds the view at a place in the sibling order. `index` is counted after the view left its old place, and is
  /// clamped to what there is.
  public final func insertSubview(_ view: View, at index: Int) {
    view.removeFromSuperview()
    let index = min(max(index, 0), subviews.count)
    layer.insertSublayer(view.layer, at: layerIndex(ofSubviewAt: index))
    subviews.insert(view, at: index)
    view.superview = self
    setNeedsLayout()
  }

  /// Adds the view right above one of the subviews; as the last one when that isn't one.
  public final func insertSubview(_ view: View, aboveSubview sibling: View) {
    insert(view, beside: sibling, offset: 1)
  }

  /// Adds the view right below one of the subviews; as the last one when that isn't one.
  public final func insertSubview(_ view: View, belowSubview sibling: View) {
    insert(view, beside: sibling, offset: 0)
  }

  private final func insert(_ view: View, beside sibling: View, offset: Int) {
    guard view !== sibling else { return }
    view.removeFromSuperview()
    insertSubview(view, at: subviews.firstIndex { $0 === sibling }.map { $0 + offset } ?? subviews.count)
  }

  /// Exchanges two subviews' places in the sibling order, their touches and focus left as they are.
  public final func exchangeSubview(at first: Int, withSubviewAt second: Int) {
    guard subviews.indices.contains(first), subviews.indices.contains(second), first != second else { return }
    let (low, high) = (subviews[min(first, second)], subviews[max(first, second)])
    reorder(high, to: min(first, second))
    reorder(low, to: max(first, second))
  }

  public final func removeFromSuperview() {
    guard let old = superview else { return }
    window?.forget(self)
    layer.removeFromSuperlayer()
    old.subviews.removeAll { $0 === self }
    superview = nil
  }

  /// Moves a subview to the end of the sibling order: above the others where depth doesn't decide, and asked first.
  public final func bringSubviewToFront(_ view: View) {
    reorder(view, to: subviews.count - 1)
  }

  /// Moves a subview to the beginning of the sibling order.
  public final func sendSubviewToBack(_ view: View) {
    reorder(view, to: 0)
  }

  /// Moves a subview to a place in the sibling order without taking it out of the tree: touches and focus stay.
  public final func reorder(_ view: View, to index: Int) {
    guard let old = subviews.firstIndex(where: { $0 === view }), old != index, subviews.indices.contains(index) else {
      return
    }
    subviews.remove(at: old)
    if index > 0 {
      layer.insertSublayer(view.layer, above: subviews[index - 1].layer)
    } else {
      layer.sendSublayerToBack(view.layer)
    }
    subviews.insert(view, at: index)
  }

  /// Right above the layer of the subview before it: a layer that isn't a view's and lies on top of them all, such as a
  /// shadow, stays there.
  private func layerIndex(ofSubviewAt index: Int) -> Int {
    guard index > 0, let below = layer.sublayers.firstIndex(where: { $0 === subviews[index - 1].layer }) else {
      return 0
    }
    return below + 1
  }

  /// The names from the topmost view to this one, with slashes: `root/cube/face3/button`.
  ///
  /// Views that only transform are left out, as no touch ends at them.
  public final var path: String {
    var names: [String] = []
    var next: View? = self
    while let view = next {
      if let name = view.name, !(view.layer is TransformLayer) { names.append(name) }
      next = view.superview
    }
    return names.reversed().joined(separator: "/")
  }

  /// True for the view itself as well.
  public final func isDescendant(of view: View) -> Bool {
    var next: View? = self
    while let candidate = next {
      if candidate === view { return true }
      next = candidate.superview
    }
    return false
  }
}
