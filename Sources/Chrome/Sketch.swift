import Layers
import Raster
import Text

/// A layer that a closure draws.
final class Sketch: LayerDelegate {
  let layer = Layer()
  var sketch: (Canvas) -> Void = { _ in } { didSet { layer.setNeedsDisplay() } }

  init(name: String? = nil) {
    layer.name = name
    layer.delegate = self
  }

  func draw(_ layer: Layer, in bitmap: Bitmap, clip: PixelRect) {
    sketch(Canvas(bitmap, fitting: layer.bounds, clip: clip))
  }
}
