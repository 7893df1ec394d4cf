import Geometry
import Raster
import Text
import Views

/// A button with a sign instead of words.
final class SignButton: Button {
  enum Sign { case close, again }

  private let sign: Sign
  /// The points to a unit for its sign.
  var measure = 1.0 { didSet { if measure != oldValue { setNeedsDisplay() } } }

  init(_ sign: Sign, name: String, label: String) {
    self.sign = sign
    super.init("", name: name)
    accessibilityLabel = label
  }

  override func drawTitle(_ canvas: Canvas) {
    let (c, u) = (bounds.center, measure)
    switch sign {
    case .close:
      let r = 7.5 * u
      canvas.stroke([c + Point(-r, -r), c + Point(r, r)], width: 2.2 * u, color: titleColor)
      canvas.stroke([c + Point(-r, r), c + Point(r, -r)], width: 2.2 * u, color: titleColor)
    case .again:
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
