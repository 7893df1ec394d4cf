import Geometry
import Layers
import Raster
import Views
import Words

/// A card in the carousel.
final class CarouselPlane: View, Numbered {
  let number: Int
  static let names = Word.cards

  init(number: Int, size: Size) {
    self.number = number
    let gradient = GradientLayer()
    gradient.colors = [Color(0.5, 0, 0.5), Color(1, 0, 0)]
    gradient.cornerRadius = 10
    gradient.borderWidth = 4
    gradient.borderColor = Color(1, 1, 1, 0.3)
    // The light comes from above. The shadow is soft enough for a light background as well.
    gradient.shadowOpacity = 0.45
    gradient.shadowOffset = Point(0, 10)
    gradient.shadowRadius = 20
    super.init(name: "plane\(number)", layer: gradient)
    accessibilityLabel = Word.card.text([.number: "\(number)"])
    bounds = Rect(origin: .zero, size: size)
    let numeral = Label(name: "number", frame: Rect(75, 25, 100, 100))
    numeral.accessibilityLabel = Word.number.text
    numeral.font = Font(size: 72, weight: 700)
    numeral.text = "\(number)"
    numeral.centersInk = true
    numeral.isUserInteractionEnabled = false
    addSubview(numeral)
  }
}
