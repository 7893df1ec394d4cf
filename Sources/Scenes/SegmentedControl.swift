import Geometry
import Raster
import Text
import Views

/// A row of segments of which one is selected.
final class SegmentedControl<Value: Equatable>: View {
  var selection: Value { didSet { showSelection() } }
  var onSelect: ((Value) -> Void)?
  /// How large a point of this control is, in the panel's points.
  var unit = 1.0 {
    didSet {
      guard unit != oldValue else { return }
      for segment in segments { segment.unit = unit }
      setNeedsLayout()
      setNeedsDisplay()
    }
  }

  static var height: Double { 48 }
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
      segment.addAction(for: .primaryActionTriggered) { [unowned self] _ in
        self.selection = value
        onSelect?(value)
      }
      addSubview(segment)
    }
    showSelection()
  }

  /// The width that the titles need, in the panel's points.
  func contentWidth(unit: Double) -> Double {
    segments.reduce(2 * Self.padding * unit) { $0 + $1.contentWidth * unit }
  }

  private func showSelection() {
    for (segment, value) in zip(segments, values) { segment.isSelected = value == selection }
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    canvas.fill(bounds, radius: 12 * unit, color: Color(0, 0, 0, 0.28))
  }

  /// The segments share what width there is over what they need, and are as high as the control: nothing between them
  /// is dead.
  override func layoutSubviews() {
    let spare = max(0, bounds.width - contentWidth(unit: unit)) / Double(segments.count)
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
  var unit = 1.0 { didSet { if unit != oldValue { setNeedsDisplay() } } }

  private static let font = Font(size: 15, weight: 500)
  private static let padding = 18.0

  init(name: String, title: String) {
    self.title = title
    super.init(name: name)
  }

  /// In points of the bar.
  private(set) lazy var contentWidth = TextLayout(title, font: Self.font).size.width.rounded(.up) + 2 * Self.padding

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let pill = bounds.insetBy(0, 4 * unit)
    if isSelected {
      canvas.fill(pill, radius: 9 * unit, color: isHighlighted ? .white : Palette.selectedSegment)
    } else if isHighlighted {
      canvas.fill(pill, radius: 9 * unit, color: Color(1, 1, 1, 0.12))
    }
    if isFocused { canvas.stroke(pill, radius: 9 * unit, width: 2 * unit, color: Palette.accent) }
    var font = Self.font
    font.size *= unit
    if isSelected { font.weight = 600 }
    let color = isSelected ? Palette.selectedSegmentText : Palette.quietText
    canvas.draw(TextLayout(title, font: font, color: color), centeredIn: bounds)
  }
}
