import Geometry
import Raster
import Scenes
import Text
import Views

/// A row of segments of which one is selected. Where there is little room it shows that one only, and each press goes on
/// to the next.
final class SegmentedControl: BarItem {
  private static let padding = 4.0
  private let choice: SceneChoice
  private let segments: [Segment]

  init(_ choice: SceneChoice) {
    self.choice = choice
    segments = choice.options.map { Segment(name: $0.name, title: $0.title) }
    super.init(name: choice.name)
    for (index, segment) in segments.enumerated() {
      segment.addAction(for: .primaryActionTriggered) { [unowned self] _ in choose(index) }
      addSubview(segment)
    }
    choice.onDisplay = { [weak self] in self?.showSelection() }
    showSelection()
  }

  override func width(isCompact: Bool) -> Double {
    let widths = segments.map(\.contentWidth)
    return (isCompact ? widths.max() ?? 0 : widths.reduce(0, +)) + 2 * Self.padding
  }

  private func choose(_ index: Int) {
    // Where there is little room the one that is shown was pressed: on to the next.
    choice.selectedIndex = isCompact ? (index + 1) % segments.count : index
  }

  private func showSelection() {
    for (index, segment) in segments.enumerated() {
      segment.isSelected = index == choice.selectedIndex
      segment.isHidden = isCompact && !segment.isSelected
    }
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    canvas.fill(bounds, radius: 12 * unit, color: theme.well)
  }

  /// The segments share what width there is over what they need, and are as high as the control: nothing between them
  /// is dead.
  override func layoutSubviews() {
    showSelection()
    for segment in segments { segment.theme = theme }
    let inner = bounds.width - 2 * Self.padding * unit
    guard !isCompact else {
      for segment in segments { segment.frame = Rect(Self.padding * unit, 0, inner, bounds.height) }
      return
    }
    let needed = segments.reduce(0) { $0 + $1.contentWidth * unit }
    let spare = max(0, inner - needed) / Double(segments.count)
    var x = Self.padding * unit
    for segment in segments {
      let width = segment.contentWidth * unit + spare
      segment.frame = Rect(x, 0, width, bounds.height)
      x += width
    }
  }
}

/// One choice of a segmented control.
final class Segment: Control {
  let title: String
  var theme = Theme.dark { didSet { if theme != oldValue { setNeedsDisplay() } } }

  private static let padding = 16.0

  init(name: String, title: String) {
    self.title = title
    super.init(name: name)
  }

  /// In units.
  private(set) lazy var contentWidth =
    max(TextLayout(title, font: BarItem.font).size.width.rounded(.up) + 2 * Self.padding, 48)

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let pill = bounds.insetBy(0, 4 * unit)
    var look = theme.look(radius: 9 * unit, unit: unit)
    look.ground = .clear
    look.ringInset = 0
    if isSelected { (look.highlightedGround, look.veil) = (theme.text, .clear) }
    canvas.draw(look, of: self, in: pill)
    var font = BarItem.font
    font.size *= unit
    if isSelected { font.weight = 600 }
    let color = isSelected ? theme.selectedText : theme.quietText
    canvas.draw(TextLayout(title, font: font, color: color).shrunk(toFit: bounds.width), centeredIn: bounds)
  }
}
