extension Layer {
  /// Releases the drawings of a layer that is no longer shown, and those of its sublayers.
  final func forgetDrawings() {
    guard holdsDrawings else { return }
    holdsDrawings = false
    cache = LayerCache()
    for sublayer in sublayers { sublayer.forgetDrawings() }
  }

  /// Releases the drawings of a layer that is shown but not visible. Its bitmap may be in a display list and is kept.
  final func discardDrawings() {
    cache.discard()
    for sublayer in sublayers { sublayer.forgetDrawings() }
  }

  /// Releases the pixels of background gradients in the subtree. Rendering is unaffected.
  public final func discardGradients() {
    cache.discardGradient()
    for sublayer in sublayers { sublayer.discardGradients() }
  }
}
