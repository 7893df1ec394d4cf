import PanelViews

/// A button in the bar, with a title or an icon.
final class BarButton: BarItem {
  var isOn: Bool {
    get { button.isSelected }
    set { button.isSelected = newValue }
  }
  var onPress: (() -> Void)?
  private let button: IconButton

  init(name: String, heading: String, title: String? = nil, icon: IconButton.Icon? = nil) {
    button = IconButton(icon, label: title ?? heading)
    super.init(name: name, heading: heading)
    if icon != nil { self.heading.alignment = .center }
    (button.textStyle, button.titleInset) = (TextStyle(Self.font), 0)
    button.onPress = { [unowned self] in onPress?() }
    addSubview(button)
  }

  override func controlWidth(_ form: Form) -> Double {
    guard button.icon == nil else { return Self.controlHeight }
    return width(of: button.title, Self.font) + (form == .menu ? 16 : 36)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    if button.icon != nil { button.titleColor = inheritedLook.secondaryText }
    // The heading is part of the touch target.
    button.frame = Rect(origin: .zero, size: bounds.size)
    let width = button.icon == nil ? bounds.width : Self.controlHeight
    button.visibleFrame = controlFrame.insetBy((bounds.width - width) / 2, 0)
  }
}
