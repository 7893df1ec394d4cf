import Localization
import PanelGeometry
import PanelLayers
import PanelRaster
import PanelText
import PanelViews

/// A timeline of the hit test: a tick for each pane with its outcome, and a draggable knob.
final class Scrubber: Control {
  private let theme: Theme
  /// Called with the number of tests to show.
  var onScrub: ((Double) -> Void)?

  struct Tick: Equatable {
    /// Along the line, in the scrubber's points.
    var place: Double
    var name: String
    var outcome: HitTestReport.Outcome
    var isIntended: Bool
    /// The sentence for an intended button that isn't tested.
    var intended: String?
  }

  var ticks: [Tick] = [] { didSet { if ticks != oldValue { showTicks() } } }
  /// The end of the line, beyond the last pane.
  var end = 0.0
  var progress = 0.0 {
    didSet {
      if progress.rounded(.down) != oldValue.rounded(.down) { texts.layer.setNeedsDisplay() }
      if progress != oldValue { placeKnob() }
    }
  }
  var isExpected = false { didSet { if isExpected != oldValue { showTicks() } } }
  private var color: Color { isExpected ? theme.success : theme.warning }
  var layout = ExplosionLayout() {
    didSet {
      texts.layer.bounds = bounds
      texts.layer.position = bounds.center
      showTicks()
      placeKnob()
    }
  }

  private let line = LineLayer(.white)
  /// Above the line, which moves separately.
  private let texts = DrawingLayer(name: "ticks")
  private let knob = DrawingLayer(name: "knob")

  init(theme: Theme) {
    self.theme = theme
    super.init(name: "scrubber")
    accessibilityLabel = LocalizedText.timeline.text
    line.color = theme.text
    for layer in [line.layer, texts.layer, knob.layer] { self.layer.addSublayer(layer) }
    texts.drawing = { [unowned self] in drawTicks($0) }
    knob.drawing = { [unowned self] in drawKnob($0) }
  }

  private func showTicks() {
    setNeedsDisplay()
    knob.layer.setNeedsDisplay()
    texts.layer.setNeedsDisplay()
  }

  // MARK: Places

  private func point(_ place: Double) -> Point {
    layout.isTall ? Point(layout.track, place) : Point(place, layout.track)
  }

  /// Returns the position along the line for a number of tests.
  private func place(of progress: Double) -> Double {
    guard let first = ticks.first else { return 0 }
    let places = ticks.map(\.place) + [end]
    guard progress > 1 else { return first.place }
    let index = min(Int(clamping: progress) - 1, places.count - 1)
    let next = min(index + 1, places.count - 1)
    return places[index].interpolated(to: places[next], min(progress - 1 - Double(index), 1))
  }

  private func placeKnob() {
    guard let first = ticks.first else { return }
    let place = place(of: progress)
    line.place(from: point(first.place), to: point(place), width: 4 * layout.unit)
    let side = 34 * layout.unit
    knob.layer.bounds = Rect(0, 0, side, side)
    knob.layer.position = point(place)
    let isDone = progress.rounded(.down) == progress && progress >= 1
    if isDone != knobIsDone {
      knobIsDone = isDone
      knob.layer.setNeedsDisplay()
    }
  }
  private var knobIsDone = false

  private func drawKnob(_ canvas: Canvas) {
    let center = knob.layer.bounds.center
    let u = layout.unit
    let index = Int(clamping: progress) - 1
    let r = (layout.isCompact ? 9.5 : 12.5) * u
    canvas.fillCircle(center, r + 2.5 * u, color: theme.backgroundEdge)
    let isHit = knobIsDone && ticks.indices.contains(index) && ticks[index].outcome == .hit
    (isHit && isExpected ? OutcomeMark.expectedHit : .hit).draw(
      canvas, at: center, radius: Size(r, r), width: 2 * u, ink: theme.text, color: isHit ? color : theme.text,
      background: theme.backgroundEdge)
  }

  // MARK: Touches

  override func touchBegan(_ touch: Touch) {
    super.touchBegan(touch)
    scrub(touch)
  }

  override func touchMoved(_ touch: Touch) {
    super.touchMoved(touch)
    scrub(touch)
  }

  private func scrub(_ touch: Touch) {
    guard let location = touch.location(in: self) else { return }
    let place = layout.isTall ? location.y : location.x
    let nearest = ticks.indices.min { abs(ticks[$0].place - place) < abs(ticks[$1].place - place) }
    if let nearest { onScrub?(Double(nearest + 1)) }
  }

  override func press(_ arrow: Key) -> Bool {
    let step = arrow == .left || arrow == .up ? -1 : 1.0
    onScrub?(min(max(progress.rounded() + step, 1), Double(ticks.count)))
    return true
  }

  override var drawsContents: Bool { true }

  // MARK: Drawing

  override func draw(_ canvas: Canvas) {
    guard let first = ticks.first, let last = ticks.last else { return }
    let u = layout.unit
    canvas.stroke([point(first.place), point(last.place)], width: 4 * u, color: theme.secondaryText.faded(0.35))
    if isFocused { canvas.stroke(bounds.insetBy(2 * u, 2 * u), radius: 10 * u, width: 2 * u, color: theme.accent) }
  }

  private func drawTicks(_ canvas: Canvas) {
    let u = layout.unit
    for (index, tick) in ticks.enumerated() {
      let r = (index < testedCount && tick.outcome != .notTested ? 6.5 : 5) * u
      (isShown(index) ? OutcomeMark(tick.outcome, isExpected: isExpected) : .notTested).draw(
        canvas, at: point(tick.place), radius: Size(r, r), width: 2 * u,
        ink: index < testedCount ? theme.text : theme.secondaryText.faded(0.7), color: color,
        background: theme.backgroundEdge
      )
    }
    layout.isTall ? drawBeside(canvas) : drawAround(canvas)
  }

  private var count: Int { ticks.firstIndex { $0.outcome == .hit }.map { $0 + 1 } ?? ticks.count }

  private var testedCount: Int { Int(clamping: progress) }

  /// Returns true if the outcome of a tick is known.
  private func isShown(_ index: Int) -> Bool {
    index < testedCount || (testedCount >= count && ticks[index].outcome == .notTested)
  }

  /// The name of a pane with its ordinal, in the color of the outcome.
  private func name(_ index: Int, withNumber: Bool) -> TextLayout {
    let tick = ticks[index]
    let isHit = index < testedCount && tick.outcome == .hit
    let ink = isHit ? color : index < testedCount ? theme.text : theme.secondaryText
    let name = TextSpan(tick.name, font: Font(size: layout.font(15.5), weight: 600), color: ink)
    guard withNumber else { return TextLayout([name]) }
    let font = Font(size: layout.font(15.5))
    return TextLayout([TextSpan(LocalizedText.ordinal(index + 1) + "  ", font: font, color: theme.secondaryText), name])
  }

  /// Draws texts above a horizontal line, with a bracket for adjacent panes that weren't tested, and names beneath it.
  private func drawAround(_ canvas: Canvas) {
    let u = layout.unit
    let track = layout.track
    let step = ticks.count > 1 ? ticks[1].place - ticks[0].place : bounds.width
    for index in ticks.indices {
      var text = name(index, withNumber: !layout.isTiny)
      if text.size.width > step - 8 * u { text = name(index, withNumber: false) }
      text = text.shrunk(toFit: max(step - 6 * u, 20 * u))
      let y = layout.isTiny ? track + 10 * u : track + (layout.isCompact ? 12 : 20) * u
      canvas.draw(text, at: Point(ticks[index].place - text.size.width / 2, y))
    }
    guard !layout.isTiny else { return }
    let y = track - (layout.isCompact ? 22 : 34) * u
    var index = 0
    while index < ticks.count {
      let tick = ticks[index]
      if index < testedCount, tick.outcome != .notTested {
        drawWord(canvas, tick, at: y, width: step)
        index += 1
      } else if testedCount >= count, tick.outcome == .notTested {
        var last = index
        // A wider gap between two panes ends the group.
        while last + 1 < ticks.count, ticks[last + 1].place - ticks[last].place < step * 1.15 { last += 1 }
        drawBracket(canvas, from: ticks[index].place, to: ticks[last].place, at: y, reach: step * 0.37)
        index = last + 1
      } else {
        index += 1
      }
    }
  }

  private func drawWord(_ canvas: Canvas, _ tick: Tick, at y: Double, width: Double) {
    let u = layout.unit
    let isHit = tick.outcome == .hit
    let text = TextLayout(
      tick.outcome.text, font: Font(size: layout.font(isHit ? 16 : 15), weight: 600),
      color: isHit ? color : theme.text
    ).shrunk(toFit: max(width - 26 * u, 20 * u))
    let r = 6 * u
    let left = tick.place - (text.size.width + 20 * u) / 2
    var mark = OutcomeMark(tick.outcome, isExpected: isExpected)
    if mark == .expectedHit { mark = .hit }
    mark.draw(
      canvas, at: Point(left + r, y), radius: Size(r, r), width: 2 * u, ink: theme.text, color: color,
      background: theme.backgroundEdge)
    canvas.draw(text, at: Point(left + 20 * u, y - text.size.height / 2))
  }

  private func drawBracket(_ canvas: Canvas, from start: Double, to end: Double, at y: Double, reach: Double) {
    let text = TextLayout(
      LocalizedText.neverAsked.text, font: Font(size: layout.font(15), weight: 600), color: theme.secondaryText)
    let reach = end > start ? reach : 0
    canvas.drawBracket(
      text, from: start - reach, to: end + reach, y: y, tick: -6 * layout.unit, unit: layout.unit,
      color: theme.secondaryText.faded(0.6))
  }

  /// Draws names and outcomes to the right of a vertical line.
  private func drawBeside(_ canvas: Canvas) {
    let u = layout.unit
    let step = ticks.count > 1 ? ticks[1].place - ticks[0].place : bounds.height
    for index in ticks.indices {
      let tick = ticks[index]
      let x = layout.track + 26 * u
      let room = bounds.width - x
      let text = name(index, withNumber: true).shrunk(toFit: room)
      canvas.draw(text, at: Point(x, tick.place - text.size.height - 1 * u))
      guard isShown(index) else { continue }
      let isHit = tick.outcome == .hit
      let font = Font(size: layout.font(14.5), weight: 600)
      if let intended = tick.intended, step > 76 * u {
        let texts = TextLayout([TextSpan(intended, font: font, color: theme.warning)], maxWidth: room, lines: 2)
        canvas.draw(texts, at: Point(x, tick.place + 2 * u))
        continue
      }
      let ink =
        isHit
        ? color : tick.isIntended ? theme.warning : tick.outcome == .notTested ? theme.secondaryText : theme.text
      let word = TextLayout(tick.outcome.text, font: font, color: ink)
      canvas.draw(word.shrunk(toFit: room), at: Point(x, tick.place + 2 * u))
    }
  }
}
