import Geometry
import Raster
import Text
import Views

/// A row of segments of which one is selected. Where there is little room it shows that one only, and each press goes on
/// to the next.
final class SegmentedControl<Value: Equatable>: BarItem {
  var selection: Value { didSet { showSelection() } }
  var onSelect: ((Value) -> Void)?

  private static var padding: Double { 4 }
  private let values: [Value]
  private let segments: [Segment]

  /// - Parameter segments: each value with the name of its view and its title.
  init(name: String, segments: [(value: Value, name: String, title: String)], selection: Value) {
    self.selection = selection
    values = segments.map(\.value)
    self.segments = segments.map { Segment(name: $0.name, title: $0.title) }
    super.init(name: name)
    for (segment, value) in zip(self.segments, values) {
      segment.addAction(for: .primaryActionTriggered) { [unowned self] _ in choose(value) }
      addSubview(segment)
    }
    showSelection()
  }

  override func width(isCompact: Bool) -> Double {
    let widths = segments.map(\.contentWidth)
    return (isCompact ? widths.max() ?? 0 : widths.reduce(0, +)) + 2 * Self.padding
  }

  private func choose(_ value: Value) {
    guard isCompact, let index = values.firstIndex(of: value) else {
      selection = value
      onSelect?(value)
      return
    }
    // The one that is shown was pressed: on to the next.
    let next = values[(index + 1) % values.count]
    selection = next
    onSelect?(next)
  }

  private func showSelection() {
    for (segment, value) in zip(segments, values) {
      segment.isSelected = value == selection
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
