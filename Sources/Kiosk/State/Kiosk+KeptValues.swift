import Scenes

/// The values that are kept across restarts.
extension Kiosk {
  /// Sets values that weren't set yet to their last texts, unless these aren't possible any more.
  func restoreKeptValues() { sources.restore(store.state.values) }

  /// Saves the texts of the values that are kept, if any of them has changed.
  func saveKeptValues() {
    let texts = sources.keptTexts
    guard texts != store.state.values else { return }
    store.update { $0.values = texts }
    store.saveSoon()
  }
}
