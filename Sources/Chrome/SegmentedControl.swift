import PanelGeometry
import PanelRaster
import PanelText
import PanelViews
import Scenes

/// A choice with a segment for each option, or a menu if there is little room.
final class SegmentedControl: BarItem {
  private static let padding = 4.0
  private let choice: SceneChoice
  private let segments: [Segment]
  private let button: MenuButton

  init(_ choice: SceneChoice) {
    self.choice = choice
    segments = choice.options.map { Segment(name: $0.name, title: $0.title) }
    button = MenuButton(titles: choice.options.map(\.title))
    super.init(name: choice.name, heading: choice.heading)
    for (index, segment) in segments.enumerated() {
      segment.addAction(for: .primaryActionTriggered) { [unowned self] _ in self.choice.selectedIndex = index }
      addSubview(segment)
    }
    button.makeMenu = { [unowned self] in
      let menu = ChoiceMenu(self.choice, of: self, returningTo: button, theme: theme)
      present?(menu)
      return menu
    }
    addSubview(button)
    choice.updateControl = { [weak self] in self?.showSelection() }
    showSelection()
  }

  private var isMenu: Bool { form == .menu || form == .tight }

  override func controlWidth(_ form: Form) -> Double {
    let widths = segments.map(\.contentWidth)
    let width =
      switch form {
      case .wide: widths.reduce(0, +)
      case .grid: 2 * (widths.max() ?? 0)
      case .menu, .tight: button.contentWidth(isTight: form == .tight)
      }
    return width + 2 * Self.padding
  }

  override func controlHeight(_ form: Form) -> Double {
    Double(form == .grid ? (segments.count + 1) / 2 : 1) * Self.controlHeight
  }

  private func showSelection() {
    for (index, segment) in segments.enumerated() {
      segment.isSelected = index == choice.selectedIndex
      segment.isHidden = isMenu
    }
    button.isHidden = !isMenu
    button.selectedIndex = choice.selectedIndex
    button.menu?.showSelection()
  }

  override func drawControl(_ canvas: Canvas) {
    canvas.fill(controlFrame, radius: 12 * unit, color: theme.controlBackground)
  }

  override func layoutSubviews() {
    showSelection()
    for segment in segments { segment.theme = theme }
    button.theme = theme
    let place = controlFrame.insetBy(Self.padding * unit, 0)
    // The heading is part of the touch target.
    button.frame = Rect(origin: .zero, size: bounds.size)
    button.visibleFrame = place.insetBy(0, Self.padding * unit)
    if form == .grid { layOutGrid(in: place) } else { layOutRow(in: place) }
  }

  /// Distributes the spare width among the segments. They are as high as the control, without gaps between their targets.
  private func layOutRow(in place: Rect) {
    let needed = segments.reduce(0) { $0 + $1.contentWidth * unit }
    let spare = max(0, place.width - needed) / Double(segments.count)
    var x = place.minX
    for segment in segments {
      let width = segment.contentWidth * unit + spare
      segment.frame = Rect(x, place.minY, width, place.height)
      x += width
    }
  }

  private func layOutGrid(in place: Rect) {
    let (width, height) = (place.width / 2, Self.controlHeight * unit)
    for (index, segment) in segments.enumerated() {
      segment.frame = Rect(
        place.minX + Double(index % 2) * width, place.minY + Double(index / 2) * height, width, height)
    }
  }
}
