import PanelViews
import Scenes

/// A choice with a segment for each option, or a menu if there is little room.
final class ChoiceItem: BarItem {
  private let choice: SceneChoice
  private let control: SegmentedControl
  private let button: MenuButton

  /// - Parameter makeMenu: creates and presents the menu, which appears above an item and returns the focus to a button.
  init(_ choice: SceneChoice, makeMenu: @escaping (BarItem, MenuButton) -> ChoiceMenu) {
    self.choice = choice
    control = SegmentedControl(choice.options.map(\.title), names: choice.options.map(\.name))
    button = MenuButton(titles: choice.options.map(\.title))
    super.init(name: choice.name, heading: choice.heading)
    control.addAction(for: .valueChanged) { [unowned self] _ in
      self.choice.selectedIndex = control.selectedSegmentIndex
    }
    button.makeMenu = { [unowned self] in makeMenu(self, button) }
    button.accessibilityLabel = choice.heading
    addSubview(control)
    addSubview(button)
    choice.updateControl = { [weak self] in self?.showSelection() }
    showSelection()
  }

  override func controlWidth(_ form: Form) -> Double {
    let width = form == .wide ? control.segments.reduce(0) { $0 + $1.contentWidth } : button.contentWidth
    return width + 2 * SegmentedControl.padding
  }

  private func showSelection() {
    control.selectedSegmentIndex = choice.selectedIndex
    (control.isHidden, button.isHidden) = (form == .menu, form == .wide)
    button.selectedIndex = choice.selectedIndex
    button.menu?.showSelection()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    showSelection()
    control.frame = controlFrame
    // The heading is part of the touch target.
    button.frame = Rect(origin: .zero, size: bounds.size)
    let padding = SegmentedControl.padding
    button.visibleFrame = controlFrame.insetBy(padding, padding)
  }
}
