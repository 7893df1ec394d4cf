import Explanation
import PanelGeometry
import PanelRaster
import PanelText
import PanelViews
import Scenes

/// A slider, with its heading and its formatted value above the track.
final class Slider: BarItem {
  private let number: SceneNumber
  private let track: SliderTrack

  init(_ number: SceneNumber) {
    self.number = number
    track = SliderTrack(number)
    super.init(name: number.name, heading: number.heading)
    addSubview(track)
    number.updateControl = { [weak self] in
      self?.setNeedsDisplay()
      self?.track.setNeedsDisplay()
    }
  }

  override var stretches: Bool { true }

  override func controlWidth(_ form: Form) -> Double {
    switch form {
    case .wide, .grid: 200
    case .menu: 150
    case .tight: 112
    }
  }

  override func drawControl(_ canvas: Canvas) {
    drawHeading(canvas, number.format(number.value), alignment: .trailing, color: theme.text)
  }

  override func layoutSubviews() {
    track.theme = theme
    track.frame = controlFrame
  }
}

final class SliderTrack: Control {
  var theme = Theme.dark { didSet { if theme != oldValue { setNeedsDisplay() } } }
  private let number: SceneNumber
  /// The distance from the finger to the knob, so that the knob doesn't jump.
  private var grip = 0.0

  private static let step = 1.0 / 40

  init(_ number: SceneNumber) {
    self.number = number
    super.init()
    accessibilityLabel = number.heading
  }

  /// The line along which the knob's center moves, in points.
  private var line: Rect { bounds.insetBy(min(20 * unit, bounds.width / 3), (bounds.height - 4 * unit) / 2) }
  private var span: Double { number.range.upperBound - number.range.lowerBound }
  private var position: Double { line.minX + line.width * (number.value - number.range.lowerBound) / span }

  override func touchBegan(_ touch: Touch) {
    super.touchBegan(touch)
    guard let point = touch.location(in: self) else { return }
    // A touch on the knob keeps it in place, any other one moves it to the finger.
    grip = abs(point.x - position) < 28 * unit ? position - point.x : 0
    follow(touch)
  }

  override func touchMoved(_ touch: Touch) {
    super.touchMoved(touch)
    follow(touch)
  }

  private func follow(_ touch: Touch) {
    guard isTracking, let point = touch.location(in: self) else { return }
    let part = (point.x + grip - line.minX) / line.width
    var new = number.range.lowerBound + min(max(part, 0), 1) * span
    let reach = span / line.width * 5 * unit
    if let near = number.detents.first(where: { abs($0 - new) < reach }) { new = near }
    number.value = new
  }

  override func press(_ arrow: Key) -> Bool {
    guard arrow == .left || arrow == .right else { return false }
    number.value += (arrow == .right ? 1 : -1) * Self.step * span
    return true
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    var well = theme.look(radius: 12 * unit, unit: unit)
    well.highlightOverlay = .clear
    canvas.draw(well, of: self, in: bounds)
    let (line, position) = (line, position)
    canvas.fill(line, radius: line.height / 2, color: theme.hairline)
    canvas.fill(
      Rect(line.minX, line.minY, position - line.minX, line.height), radius: line.height / 2, color: theme.secondaryText
    )
    let radius = (isTracking ? 12 : 10) * unit
    let knob = Rect(position - radius, bounds.midY - radius, 2 * radius, 2 * radius)
    canvas.shadow(knob, radius: radius, blur: 3 * unit, offset: Point(0, unit), color: Color(0, 0, 0, 0.35))
    var look = theme.look(radius: radius, unit: unit)
    look.background = isTracking ? theme.accent : theme.selected
    // Tracking continues outside of the knob, and the focus ring is drawn around the track.
    (look.highlightedBackground, look.highlightOverlay, look.focusRing) = (look.background, .clear, .clear)
    canvas.draw(look, of: self, in: knob)
  }
}
