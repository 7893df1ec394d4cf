import Geometry
import Raster
import Text
import Views

final class IconButton: Button {
  enum Icon { case close, replay }

  private let icon: Icon
  /// The icon's points per unit.
  var iconUnit = 1.0 { didSet { if iconUnit != oldValue { setNeedsDisplay() } } }

  init(_ icon: Icon, name: String, label: String) {
    self.icon = icon
    super.init("", name: name)
    accessibilityLabel = label
  }

  override func drawTitle(_ canvas: Canvas) {
    let (c, u) = (bounds.center, iconUnit)
    switch icon {
    case .close:
      let r = 7.5 * u
      canvas.stroke([c + Point(-r, -r), c + Point(r, r)], width: 2.2 * u, color: titleColor)
      canvas.stroke([c + Point(-r, r), c + Point(r, -r)], width: 2.2 * u, color: titleColor)
    case .replay:
      let r = 8 * u
      let arc = (0...26).map { index in
        c + AffineTransform(rotationAngle: -0.9 + Double(index) / 26 * 5.4).apply(to: Point(r, 0))
      }
      canvas.stroke(arc, width: 2.2 * u, color: titleColor)
      let tip = arc[0]
      canvas.fill(
        [tip + Point(-6.5 * u, -4.5 * u), tip + Point(3.5 * u, -5 * u), tip + Point(1 * u, 5 * u)], color: titleColor)
    }
  }
}
