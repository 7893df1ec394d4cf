import Scenes

extension SceneControl {
  /// Creates the bar item for the control.
  func makeBarItem() -> BarItem {
    switch self {
    case .button(let name, let heading, let title, let action):
      let button = BarButton(name: name, heading: heading, title: title)
      button.onPress = action
      return button
    case .choice(let choice): return SegmentedControl(choice)
    case .number(let number): return Slider(number)
    }
  }
}
