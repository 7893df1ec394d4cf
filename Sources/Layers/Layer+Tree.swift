extension Layer {
  /// Puts the layer on top of its new siblings, out of the tree it was in.
  public final func addSublayer(_ layer: Layer) {
    insertSublayer(layer, at: sublayers.count)
  }

  /// Puts the layer at a place in the sibling order. `index` is counted after the layer left its old place, and is
  /// clamped to what there is.
  public final func insertSublayer(_ layer: Layer, at index: Int) {
    precondition(!layer.isAncestor(of: self), "a layer can't be put into itself or into its own sublayers")
    layer.removeFromSuperlayer()
    sublayers.insert(layer, at: min(max(index, 0), sublayers.count))
    layer.superlayer = self
    subtreeDidChange()
  }

  public final func removeFromSuperlayer() {
    guard let old = superlayer else { return }
    old.sublayers.removeAll { $0 === self }
    superlayer = nil
    old.subtreeDidChange()
  }

  /// The topmost layer of the tree; the layer itself when it has no superlayer.
  public final var rootLayer: Layer {
    var layer = self
    while let above = layer.superlayer { layer = above }
    return layer
  }

  /// True for the layer itself as well.
  public final func isAncestor(of layer: Layer) -> Bool {
    var next: Layer? = layer
    while let layer = next {
      if layer === self { return true }
      next = layer.superlayer
    }
    return false
  }
}
