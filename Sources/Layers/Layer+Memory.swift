extension Layer {
  /// Gives back what was drawn for a layer that is no longer shown, and for all beneath it.
  final func forgetDrawings() {
    guard holdsDrawings else { return }
    holdsDrawings = false
    cache = LayerCache()
    for sublayer in sublayers { sublayer.forgetDrawings() }
  }

  /// The same for one that is, and can't be seen: its bitmap may be in a display list.
  final func discardDrawings() {
    cache.discard()
    for sublayer in sublayers { sublayer.forgetDrawings() }
  }

  /// Gives the pixels of background gradients back, of the layer and of all beneath it. No picture is another for it.
  public final func discardGradients() {
    cache.discardGradient()
    for sublayer in sublayers { sublayer.discardGradients() }
  }
}
