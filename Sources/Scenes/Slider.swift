import Geometry
import Raster
import Text
import Views

/// A value on a line: its name, the line with a knob, and the value in figures.
final class Slider: BarItem {
  let range: ClosedRange<Double>
  var value: Double {
    didSet {
      value = min(max(value, range.lowerBound), range.upperBound)
      if value != oldValue { setNeedsDisplay() }
    }
  }
  /// Called with each value that a finger chooses.
  var onSlide: ((Double) -> Void)?

  private let title: String
  private let format: (Double) -> String
  /// Where a value that a finger comes near to draws it in, such as a right angle.
  private let detents: [Double]
  private var isSliding = false { didSet { if isSliding != oldValue { setNeedsDisplay() } } }
  /// From the finger to the knob, so that it doesn't jump at the touch.
  private var grip = 0.0

  init(
    name: String, title: String, range: ClosedRange<Double>, value: Double, detents: [Double] = [],
    format: @escaping (Double) -> String
  ) {
    (self.title, self.range, self.value) = (title, range, value)
    (self.detents, self.format) = (detents, format)
    super.init(name: name)
  }

  /// An angle in degrees, from 0 to a whole turn.
  static func angle(name: String = "angle", title: String = "Angle", degrees: Double) -> Slider {
    Slider(
      name: name, title: title, range: 0...360, value: degrees,
      detents: stride(from: 0, through: 360, by: 45).map { $0 },
      format: { "\(Int($0.rounded()))°" })
  }

  override var stretches: Bool { true }

  override func width(isCompact: Bool) -> Double { isCompact ? 150 : 300 }

  private var titleWidth: Double {
    isCompact ? 0 : (TextLayout(title, font: Self.font).size.width.rounded(.up) + 16) * unit
  }

  /// Where the knob's middle goes.
  private var track: Rect {
    let (left, right) = (14 * unit + titleWidth, 64 * unit)
    return Rect(left, 0, max(bounds.width - left - right, 1), bounds.height)
  }

  private var position: Double {
    track.minX + track.width * (value - range.lowerBound) / (range.upperBound - range.lowerBound)
  }

  override func touchBegan(_ touch: Touch) {
    guard let point = touch.location(in: self) else { return }
    isSliding = true
    // On the knob it is held where it is; beside it, it comes.
    grip = abs(point.x - position) < 28 * unit ? position - point.x : 0
    follow(touch)
  }

  override func touchMoved(_ touch: Touch) { if isSliding { follow(touch) } }
  override func touchEnded(_ touch: Touch) { isSliding = false }
  override func touchCancelled(_ touch: Touch) { isSliding = false }

  private func follow(_ touch: Touch) {
    guard let point = touch.location(in: self) else { return }
    let part = (point.x + grip - track.minX) / track.width
    let span = range.upperBound - range.lowerBound
    var new = range.lowerBound + min(max(part, 0), 1) * span
    let reach = span / track.width * 5 * unit
    if let near = detents.first(where: { abs($0 - new) < reach }) { new = near }
    guard new != value else { return }
    value = new
    onSlide?(new)
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    canvas.fill(bounds, radius: 12 * unit, color: theme.well)
    var font = Self.font
    font.size *= unit
    if !isCompact {
      canvas.draw(
        TextLayout(title, font: font, color: theme.quietText),
        centeredVerticallyIn: Rect(16 * unit, 0, titleWidth, bounds.height))
    }
    let (y, thickness) = (bounds.midY, 4 * unit)
    let line = Rect(track.minX, y - thickness / 2, track.width, thickness)
    canvas.fill(line, radius: thickness / 2, color: theme.hairline)
    canvas.fill(
      Rect(line.minX, line.minY, position - line.minX, thickness), radius: thickness / 2, color: theme.quietText)
    let radius = (isSliding ? 12 : 10) * unit
    let knob = Rect(position - radius, y - radius, 2 * radius, 2 * radius)
    canvas.shadow(knob, radius: radius, blur: 3 * unit, offset: Point(0, unit), color: Color(0, 0, 0, 0.35))
    canvas.fill(knob, radius: radius, color: isSliding ? theme.accent : theme.selected)
    let figures = Rect(track.maxX + 14 * unit, 0, bounds.width - track.maxX - 18 * unit, bounds.height)
    canvas.draw(
      TextLayout(format(value), font: font, color: theme.text).shrunk(toFit: figures.width),
      centeredVerticallyIn: figures)
  }
}
