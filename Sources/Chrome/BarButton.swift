import Geometry
import Raster
import Text
import Views

/// A button in the bar: words, or a sign.
final class BarButton: BarItem {
  var isOn = false { didSet { if isOn != oldValue { button.isSelected = isOn } } }
  var onPress: (() -> Void)?
  private let button: FaceButton

  init(name: String, heading: String, title: String) {
    button = FaceButton(title, sign: nil)
    super.init(name: name, heading: heading)
    install()
  }

  init(name: String, heading: String, sign: BarSign) {
    button = FaceButton(heading, sign: sign)
    super.init(name: name, heading: heading)
    headingAlignment = .center
    install()
  }

  private func install() {
    button.onPress = { [unowned self] in onPress?() }
    addSubview(button)
  }

  override func controlWidth(_ form: Form) -> Double {
    guard button.sign == nil else { return Self.controlHeight }
    return width(of: button.title, Self.font) + (form == .tight ? 16 : 36)
  }

  override func layoutSubviews() {
    button.look = theme.look(radius: 12 * unit, unit: unit)
    button.font = drawn(Self.font)
    (button.titleColor, button.titleInset) = (theme.text, 0)
    (button.ink, button.selectedTitleColor) = (theme.quietText, theme.selectedText)
    // The heading is part of it for a finger.
    button.frame = Rect(origin: .zero, size: bounds.size)
    let width = button.sign == nil ? bounds.width : Self.controlHeight * unit
    button.face = Rect((bounds.width - width) / 2, controlPlace.minY, width, controlPlace.height)
  }
}

/// A button that is drawn in a part of what a finger meets.
private final class FaceButton: Button {
  let sign: BarSign?
  /// Of a sign.
  var ink = Color.white { didSet { if ink != oldValue { setNeedsDisplay() } } }
  /// The part that is seen, in points.
  var face = Rect.zero { didSet { if face != oldValue { setNeedsDisplay() } } }

  init(_ title: String, sign: BarSign?) {
    self.sign = sign
    super.init(title)
  }

  override func draw(_ canvas: Canvas) {
    canvas.draw(look, of: self, in: face)
    if let sign {
      canvas.draw(sign, at: face.center, unit: unit, color: isSelected ? selectedTitleColor : ink)
    } else {
      let layout = TextLayout(title, font: font, color: isSelected ? selectedTitleColor : titleColor)
      canvas.draw(layout.shrunk(toFit: max(face.width - 2 * titleInset, 1)), centeredIn: face)
    }
  }
}
