extension Layer {
  /// Puts the layer on top of its new siblings, out of the tree it was in.
  public final func addSublayer(_ layer: Layer) {
    insertSublayer(layer, at: sublayers.count)
  }

  /// Puts the layer at a place in the sibling order. `index` is counted after the layer left its old place, and is
  /// clamped to what there is.
  public final func insertSublayer(_ layer: Layer, at index: Int) {
    layer.leaveSuperlayer(for: self)
    place(layer, at: index)
  }

  private final func place(_ layer: Layer, at index: Int) {
    sublayers.insert(layer, at: min(max(index, 0), sublayers.count))
    layer.superlayer = self
    subtreeDidChange()
  }

  /// Puts the layer right above one of the sublayers; on top of them all when that isn't one.
  public final func insertSublayer(_ layer: Layer, above sibling: Layer) {
    insert(layer, beside: sibling, offset: 1)
  }

  /// Puts the layer right below one of the sublayers; on top of them all when that isn't one.
  public final func insertSublayer(_ layer: Layer, below sibling: Layer) {
    insert(layer, beside: sibling, offset: 0)
  }

  private final func insert(_ layer: Layer, beside sibling: Layer, offset: Int) {
    guard layer !== sibling else { return }
    layer.leaveSuperlayer(for: self)
    place(layer, at: sublayers.firstIndex { $0 === sibling }.map { $0 + offset } ?? sublayers.count)
  }

  /// Exchanges two sublayers' places in the sibling order. Nothing happens when there is no such place.
  public final func exchangeSublayer(at first: Int, withSublayerAt second: Int) {
    guard sublayers.indices.contains(first), sublayers.indices.contains(second), first != second else { return }
    sublayers.swapAt(first, second)
    subtreeDidChange()
  }

  /// Moves a sublayer on top of its siblings.
  public final func bringSublayerToFront(_ layer: Layer) {
    if layer.superlayer === self { addSublayer(layer) }
  }

  /// Moves a sublayer beneath its siblings.
  public final func sendSublayerToBack(_ layer: Layer) {
    if layer.superlayer === self { insertSublayer(layer, at: 0) }
  }

  /// Takes the layer out of the tree. What was drawn for it, and for all beneath it, is given back.
  public final func removeFromSuperlayer() {
    leaveSuperlayer(for: nil)
  }

  private final func leaveSuperlayer(for new: Layer?) {
    precondition(
      new.map { !isAncestor(of: $0) } ?? true, "a layer can't be put into itself or into its own sublayers")
    // Another place among the same siblings shows it again in the next picture.
    if new == nil || superlayer !== new { forgetDrawings() }
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
