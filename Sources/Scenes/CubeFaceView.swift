import Geometry
import Layers
import Raster
import Text
import Views

/// A face: a coloured ground, a large number, whatever else is put on it, and the shadow over it all.
final class CubeFaceView: View {
  let number: Int
  private let numeral = Label(name: "number")
  private let shadow = Layer()

  /// The alpha of the shadow, 0…1.
  var shade: Double {
    get { shadow.opacity }
    set { shadow.opacity = newValue }
  }

  init(number: Int) {
    self.number = number
    let side = CubeGeometry.side
    super.init(name: "face\(number)", frame: Rect(0, 0, side, side))
    layer.transform = CubeGeometry.faces[number - 1]
    layer.shouldRasterize = true
    layer.isOpaque = true
    layer.backgroundColor = Palette.faces[number - 1].from.mixed(with: Palette.faces[number - 1].to, 0.5)
    // Face 3's stands above its button.
    numeral.frame = number == 3 ? Rect(50, 14, 100, 60) : Rect(50, 50, side - 100, side - 100)
    numeral.font = Font(size: number == 3 ? 56 : 104, weight: 700)
    numeral.color = .white
    numeral.text = "\(number)"
    numeral.centersInk = true
    numeral.isUserInteractionEnabled = false
    addSubview(numeral)
    shadow.name = "shade"
    shadow.bounds = bounds
    shadow.position = bounds.center
    shadow.backgroundColor = .black
    layer.addSublayer(shadow)
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let colors = Palette.faces[number - 1]
    canvas.fillDiagonal(from: colors.from, to: colors.to)
    // A hairline of light along the edges; square at the corners, so that three faces close where they meet.
    canvas.stroke(bounds, width: 1, color: Color(1, 1, 1, 0.32))
  }
}
