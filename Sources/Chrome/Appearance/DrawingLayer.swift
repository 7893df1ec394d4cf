import PanelLayers

/// A layer drawn by a closure.
package final class DrawingLayer: Layer, LayerDelegate {
  package var drawing: (Canvas) -> Void = { _ in } { didSet { setNeedsDisplay() } }

  package init(name: String? = nil, isHidden: Bool = false) {
    super.init()
    (self.name, self.isHidden) = (name, isHidden)
    delegate = self
  }

  /// Draws inside a frame. The frame and the canvas have the coordinates of the superlayer.
  package func draw(in frame: Rect, _ drawing: @escaping (Canvas) -> Void) {
    (bounds, position) = (frame, frame.center)
    self.drawing = drawing
  }

  package func draw(_ layer: Layer, in bitmap: Bitmap, covering area: Rect, clip: PixelRect) {
    drawing(Canvas(bitmap, fitting: area, clip: clip, isMirrored: layer.isMirrored))
  }
}
