import Geometry
import Raster
import Scenes
import Text
import Views

/// A value on a line: its name, the line with a knob, and the value in figures.
final class Slider: BarItem {
  private let number: SceneNumber
  private var isSliding = false { didSet { if isSliding != oldValue { setNeedsDisplay() } } }
  /// From the finger to the knob, so that it doesn't jump at the touch.
  private var grip = 0.0

  init(_ number: SceneNumber) {
    self.number = number
    super.init(name: number.name)
    number.onDisplay = { [weak self] in self?.setNeedsDisplay() }
  }

  override var stretches: Bool { true }

  override func width(isCompact: Bool) -> Double { isCompact ? 150 : 300 }

  private var titleWidth: Double {
    isCompact ? 0 : (TextLayout(number.title, font: Self.font).size.width.rounded(.up) + 16) * unit
  }

  /// The line on which the knob's middle moves.
  private var track: Rect {
    let (left, right) = (14 * unit + titleWidth, 64 * unit)
    return Rect(left, 0, max(bounds.width - left - right, 1), bounds.height)
  }

  private var position: Double {
    let range = number.range
    return track.minX + track.width * (number.value - range.lowerBound) / (range.upperBound - range.lowerBound)
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
    let span = number.range.upperBound - number.range.lowerBound
    var new = number.range.lowerBound + min(max(part, 0), 1) * span
    let reach = span / track.width * 5 * unit
    if let near = number.detents.first(where: { abs($0 - new) < reach }) { new = near }
    number.value = new
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    canvas.fill(bounds, radius: 12 * unit, color: theme.well)
    var font = Self.font
    font.size *= unit
    if !isCompact {
      canvas.draw(
        TextLayout(number.title, font: font, color: theme.quietText),
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
      TextLayout(number.format(number.value), font: font, color: theme.text).shrunk(toFit: figures.width),
      centeredVerticallyIn: figures)
  }
}
