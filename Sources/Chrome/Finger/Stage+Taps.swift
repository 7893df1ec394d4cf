import Layers
import Views

/// Inserts tap feedback above the scene and beneath everything else.
extension Stage {
  func addTapLayer(_ tap: Layer) { layer.insertSublayer(tap, above: sceneView.layer) }

  /// Adds a button above a layer of the tap feedback.
  func addTapButton(_ button: View, over tap: Layer) {
    insertSubview(button, aboveSubview: sceneView)
    layer.insertSublayer(button.layer, above: tap)
  }
}
