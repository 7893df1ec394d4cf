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
}
