import Geometry
import Raster
import Text
import Views

/// The ground on which everything stands.
final class CubeRootView: View {
  var onLayout: (() -> Void)?

  override init(name: String? = nil, frame: Rect = .zero, transformsOnly: Bool = false) {
    super.init(name: name, frame: frame, transformsOnly: transformsOnly)
    layer.isOpaque = true
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    // Reaches its darkest in the corners; brightest a little above the middle, behind the cube.
    let (width, height) = (bounds.width, bounds.height)
    canvas.fillRadial(
      center: Point(width / 2, height * 0.46), radius: (width * width + height * height).squareRoot() * 0.56,
      from: Palette.groundCenter, to: Palette.groundEdge)
  }

  override func layoutSubviews() { onLayout?() }
}
