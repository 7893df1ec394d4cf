extension Layer {
  /// Adds the layer on top of its new siblings, and removes it from its previous superlayer.
  public final func addSublayer(_ layer: Layer) {
    insertSublayer(layer, at: sublayers.count)
  }

  /// Inserts the layer into the sibling order.
  ///
  /// - Parameters:
  ///   - layer: moved here from its previous superlayer.
  ///   - index: counted after the layer left its previous place; clamped to the valid range.
  public final func insertSublayer(_ layer: Layer, at index: Int) {
    layer.leaveSuperlayer(for: self)
    attach(layer, at: index)
  }

  private final func attach(_ layer: Layer, at index: Int) {
    sublayers.insert(layer, at: min(max(index, 0), sublayers.count))
    layer.superlayer = self
    subtreeDidChange()
  }

  /// Inserts the layer directly above `sibling`, or on top of all if `sibling` isn't a sublayer.
  public final func insertSublayer(_ layer: Layer, above sibling: Layer) {
    insert(layer, relativeTo: sibling, offset: 1)
  }

  /// Inserts the layer directly below `sibling`, or on top of all if `sibling` isn't a sublayer.
  public final func insertSublayer(_ layer: Layer, below sibling: Layer) {
    insert(layer, relativeTo: sibling, offset: 0)
  }

  private final func insert(_ layer: Layer, relativeTo sibling: Layer, offset: Int) {
    guard layer !== sibling else { return }
    layer.leaveSuperlayer(for: self)
    attach(layer, at: sublayers.firstIndex { $0 === sibling }.map { $0 + offset } ?? sublayers.count)
  }

  /// Exchanges two sublayers in the sibling order. Invalid indices are ignored.
  public final func exchangeSublayer(at first: Int, withSublayerAt second: Int) {
    guard sublayers.indices.contains(first), sublayers.indices.contains(second), first != second else { return }
    sublayers.swapAt(first, second)
    subtreeDidChange()
  }

  /// Moves a sublayer on top of its siblings.
  public final func bringSublayerToFront(_ layer: Layer) {
    if layer.superlayer === self { addSublayer(layer) }
  }

  /// Moves a sublayer below its siblings.
  public final func sendSublayerToBack(_ layer: Layer) {
    if layer.superlayer === self { insertSublayer(layer, at: 0) }
  }

  /// Removes the layer from the tree, and releases the drawings of its subtree.
  public final func removeFromSuperlayer() {
    leaveSuperlayer(for: nil)
  }

  private final func leaveSuperlayer(for new: Layer?) {
    precondition(
      new.map { !isAncestor(of: $0) } ?? true, "a layer can't be put into itself or into its own sublayers")
    // A move within the same superlayer keeps the drawings, because the next picture shows them again.
    if new == nil || superlayer !== new { removeBitmaps() }
    guard let old = superlayer else { return }
    old.sublayers.removeAll { $0 === self }
    superlayer = nil
    old.subtreeDidChange()
  }

  /// The topmost layer of the tree; the layer itself if it has no superlayer.
  public final var rootLayer: Layer {
    var layer = self
    while let above = layer.superlayer { layer = above }
    return layer
  }

  /// Returns true for the layer itself, too.
  public final func isAncestor(of layer: Layer) -> Bool {
    var next: Layer? = layer
    while let layer = next {
      if layer === self { return true }
      next = layer.superlayer
    }
    return false
  }
}
