import Localization
import PanelViews
import Scenes

/// A control of the bar with its heading above it. With little room, a choice is a button that opens a menu.
final class BarItemView: StackView {
  /// A point more than the minimum touch target, because edges are rounded to pixels.
  static let controlHeight = 49.0
  private static let (headingHeight, gap) = (19.0, 2.0)
  static let height = headingHeight + gap + controlHeight
  static let textStyle = TextStyle(Font(size: 15, weight: 500))

  let item: BarItem
  let heading = Label(name: "heading", size: 13, weight: 500, \.secondaryText)
  /// The value of a slider.
  private let value = Label(name: "value", size: 13, weight: 500, alignment: .trailing)
  private var menuButton: MenuButton?
  private var isCompact = false

  /// A faded item can't be used.
  var isFaded = false {
    didSet {
      alpha = isFaded ? 0.32 : 1
      (isUserInteractionEnabled, accessibilityElementsHidden) = (!isFaded, isFaded)
    }
  }

  /// - Parameters:
  ///   - item: the control, which becomes a subview.
  ///   - look: of the bar.
  ///   - makeMenu: presents the menu of a choice above this view.
  init(_ item: BarItem, look: ControlLook, makeMenu: @escaping (BarItemView) -> ChoiceMenu? = { _ in nil }) {
    self.item = item
    super.init(axis: .vertical, spacing: Self.gap, name: item.name)
    let labels = item.control is Slider ? [heading, value] : [heading]
    let line = StackView(spacing: 8, margins: Insets(horizontal: Self.headingInset)) { labels }
    line.fixedHeight = Self.headingHeight
    addArrangedSubview(line)
    value.setContentHuggingPriority(250, for: .horizontal)
    heading.text = item.heading
    switch item.control {
    case let control as SegmentedControl:
      menuButton = MenuButton(control)
      menuButton?.accessibilityLabel = item.heading
      menuButton?.makeMenu = { [unowned self] in makeMenu(self) }
    case let slider as Slider:
      // Both are read with the slider.
      for label in [heading, value] { label.isAccessibilityElement = false }
      slider.layoutMargins = Insets(horizontal: 12)
      (slider.layer.backgroundColor, slider.layer.cornerRadius) = (look.background, look.cornerRadius)
    case let button as IconButton:
      // The button has the same label.
      heading.isAccessibilityElement = false
      (alignment, line.layoutMargins) = (.center, .zero)
      (button.fixedWidth, button.titleColor) = (Self.controlHeight, look.secondaryText)
    default: (item.control as? Button)?.textStyle = Self.textStyle
    }
    item.onChange = { [weak self] in self?.showValue() }
    showValue()
    showControl()
  }

  /// Creates a button with an icon.
  convenience init(_ name: String, _ heading: LocalizedText, _ shape: IconButton.Shape, look: ControlLook) {
    let button = IconButton(shape, label: heading.text)
    self.init(BarItem(name: name, heading: heading.text, control: button), look: look)
  }

  private static let headingInset = 4.0

  var button: Button? { item.control as? Button }

  private func showValue() {
    if item.control is Slider { value.text = item.control.accessibilityValue ?? "" }
    menuButton?.showSelection()
  }

  /// Sets the width.
  ///
  /// - Parameters:
  ///   - isCompact: true to show a choice as a menu, and other controls with little padding.
  ///   - extraWidth: the width of a slider beyond its minimum.
  func fit(isCompact: Bool, extraWidth: Double = 0) {
    let width = width(isCompact: isCompact) + extraWidth
    if width != fixedWidth { fixedWidth = width }
    guard isCompact != self.isCompact else { return }
    self.isCompact = isCompact
    showControl()
  }

  /// Shows the control, or the menu of a choice instead.
  private func showControl() {
    let menuButton = isCompact ? menuButton : nil
    (menuButton == nil ? self.menuButton : item.control)?.removeFromSuperview()
    let control = menuButton ?? item.control
    control.fixedHeight = Self.controlHeight
    if control.superview !== self { addArrangedSubview(control) }
    // The menu's button has the same label.
    if self.menuButton != nil { heading.isAccessibilityElement = !isCompact }
    if !(control is IconButton) { button?.titleInset = Self.titleInset(isCompact: isCompact) }
  }

  private static func titleInset(isCompact: Bool) -> Double { isCompact ? 8 : 18 }

  /// Returns the minimum width.
  func width(isCompact: Bool) -> Double {
    let headingWidth = heading.sizeThatFits(.zero).width.rounded(.up)
    switch item.control {
    case is Slider: return max(isCompact ? 112 : 200, headingWidth + 2 * Self.headingInset)
    case is IconButton: return max(Self.controlHeight, headingWidth)
    default: return max(contentWidth(isCompact: isCompact), headingWidth + 2 * Self.headingInset)
    }
  }

  /// Returns the width of a choice or a button, in whole points. It doesn't depend on the pixels and on the current
  /// inset, because the form that isn't shown has neither.
  private func contentWidth(isCompact: Bool) -> Double {
    switch item.control {
    case let choice as SegmentedControl where !isCompact:
      return choice.segments.reduce(2 * SegmentedControl.padding) { $0 + $1.contentWidth }
    case let button as Button:
      let title = TextLayout(button.currentTitle, font: button.font).size.width
      return title.rounded(.up) + 2 * Self.titleInset(isCompact: isCompact)
    default: return (menuButton ?? item.control).sizeThatFits(.zero).width.rounded(.up)
    }
  }
}
