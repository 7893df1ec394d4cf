import Explanation
import PanelGeometry
import PanelRaster
import PanelText
import PanelViews

/// A button in the bar, with a title or an icon.
final class BarButton: BarItem {
  var isOn = false { didSet { if isOn != oldValue { button.isSelected = isOn } } }
  var onPress: (() -> Void)?
  private let button: IconButton

  init(name: String, heading: String, title: String? = nil, icon: IconButton.Icon? = nil) {
    button = IconButton(icon, label: title ?? heading)
    super.init(name: name, heading: heading)
    if icon != nil { self.heading.alignment = .center }
    button.onPress = { [unowned self] in onPress?() }
    addSubview(button)
  }

  override func controlWidth(_ form: Form) -> Double {
    guard button.icon == nil else { return Self.controlHeight }
    return width(of: button.title, Self.font) + (form == .menu ? 16 : 36)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    button.look = theme.look(radius: 12 * unit, unit: unit)
    (button.font, button.iconUnit, button.titleInset) = (scaled(Self.font), unit, 0)
    button.titleColor = button.icon == nil ? theme.text : theme.secondaryText
    // The heading is part of the touch target.
    button.frame = Rect(origin: .zero, size: bounds.size)
    let width = button.icon == nil ? bounds.width : Self.controlHeight * unit
    button.visibleFrame = Rect((bounds.width - width) / 2, controlFrame.minY, width, controlFrame.height)
  }
}
