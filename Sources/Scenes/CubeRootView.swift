import Raster
import Text
import Views

/// The ground on which everything stands.
final class CubeRootView: View {
  var onLayout: (() -> Void)?

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    layer.isOpaque = true
    canvas.fillGround(from: Palette.groundCenter, to: Palette.groundEdge)
  }

  override func layoutSubviews() { onLayout?() }
}
