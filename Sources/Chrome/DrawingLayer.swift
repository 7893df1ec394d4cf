import PanelGeometry
import PanelLayers
import PanelRaster
import PanelText

/// A layer drawn by a closure.
final class DrawingLayer: LayerDelegate {
  let layer = Layer()
  var drawing: (Canvas) -> Void = { _ in } { didSet { layer.setNeedsDisplay() } }

  init(name: String? = nil, isHidden: Bool = false) {
    layer.name = name
    layer.isHidden = isHidden
    layer.delegate = self
  }

  func draw(_ layer: Layer, in bitmap: Bitmap, clip: PixelRect) {
    drawing(Canvas(bitmap, fitting: layer.bounds, clip: clip, isMirrored: layer.isMirrored))
  }
}
