import Layers
import Views

/// The place of what is shown about a tap: over the scene, and beneath all that is laid over it.
extension Stage {
  func addTapLayer(_ tap: Layer) { layer.insertSublayer(tap, above: sceneView.layer) }

  /// Puts a button over such a layer.
  func addTapButton(_ button: View, over tap: Layer) {
    insertSubview(button, aboveSubview: sceneView)
    layer.insertSublayer(button.layer, above: tap)
  }
}
