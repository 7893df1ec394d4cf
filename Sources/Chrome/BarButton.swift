import Geometry
import Raster
import Text
import Views

/// A button in the bar, with a title or an icon.
final class BarButton: BarItem {
  var isOn = false { didSet { if isOn != oldValue { button.isSelected = isOn } } }
  var onPress: (() -> Void)?
  private let button: InsetButton

  init(name: String, heading: String, title: String) {
    button = InsetButton(title, icon: nil)
    super.init(name: name, heading: heading)
    install()
  }

  init(name: String, heading: String, icon: BarIcon) {
    button = InsetButton(heading, icon: icon)
    super.init(name: name, heading: heading)
    headingAlignment = .center
    install()
  }

  private func install() {
    button.onPress = { [unowned self] in onPress?() }
    addSubview(button)
  }

  override func controlWidth(_ form: Form) -> Double {
    guard button.icon == nil else { return Self.controlHeight }
    return width(of: button.title, Self.font) + (form == .tight ? 16 : 36)
  }

  override func layoutSubviews() {
    button.look = theme.look(radius: 12 * unit, unit: unit)
    button.font = drawn(Self.font)
    (button.titleColor, button.titleInset) = (theme.text, 0)
    (button.ink, button.selectedTitleColor) = (theme.secondaryText, theme.selectedText)
    // The heading is part of the touch target.
    button.frame = Rect(origin: .zero, size: bounds.size)
    let width = button.icon == nil ? bounds.width : Self.controlHeight * unit
    button.visibleFrame = Rect((bounds.width - width) / 2, controlFrame.minY, width, controlFrame.height)
  }
}

/// A button that draws only in a part of its touch target.
private final class InsetButton: Button {
  let icon: BarIcon?
  var ink = Color.white { didSet { if ink != oldValue { setNeedsDisplay() } } }
  /// The drawn part, in points.
  var visibleFrame = Rect.zero { didSet { if visibleFrame != oldValue { setNeedsDisplay() } } }

  init(_ title: String, icon: BarIcon?) {
    self.icon = icon
    super.init(title)
  }

  override func draw(_ canvas: Canvas) {
    canvas.draw(look, of: self, in: visibleFrame)
    if let icon {
      canvas.draw(icon, at: visibleFrame.center, unit: unit, color: isSelected ? selectedTitleColor : ink)
    } else {
      let layout = TextLayout(title, font: font, color: isSelected ? selectedTitleColor : titleColor)
      canvas.draw(layout.shrunk(toFit: max(visibleFrame.width - 2 * titleInset, 1)), centeredIn: visibleFrame)
    }
  }
}
