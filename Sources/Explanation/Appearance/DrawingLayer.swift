import PanelGeometry
import PanelLayers
import PanelRaster
import PanelText

/// A layer drawn by a closure.
package final class DrawingLayer: LayerDelegate {
  package let layer = Layer()
  package var drawing: (Canvas) -> Void = { _ in } { didSet { layer.setNeedsDisplay() } }

  package init(name: String? = nil, isHidden: Bool = false) {
    layer.name = name
    layer.isHidden = isHidden
    layer.delegate = self
  }

  package func draw(_ layer: Layer, in bitmap: Bitmap, clip: PixelRect) {
    drawing(Canvas(bitmap, fitting: layer.bounds, clip: clip, isMirrored: layer.isMirrored))
  }
}
