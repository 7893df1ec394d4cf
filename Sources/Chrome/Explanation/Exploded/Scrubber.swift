import Localization
import PanelViews

/// A timeline of the hit test: a tick for each pane with its outcome, and a draggable knob.
final class Scrubber: Control {
  private let theme: Theme
  /// Called with the number of tests to show.
  var onScrub: ((Double) -> Void)?

  struct Tick: Equatable {
    /// The distance along the line, in the scrubber's points.
    var position: Double
    var name: String
    /// Replaces a name that doesn't fit.
    var number: Int?
    var outcome: HitTestReport.Outcome
    var isIntended: Bool
    /// True if the view takes no taps, also if it isn't tested.
    var isDeaf: Bool
    /// The side of the scene on which the view is, for the label; `nil` to omit it.
    var side: String?
    /// The outcome's text for an intended button that isn't tested.
    var intendedLabel: String?
  }

  var ticks: [Tick] = [] { didSet { if ticks != oldValue { updateTicks() } } }
  /// The position of the knob after all panes were tested without a hit.
  var lineEnd = 0.0
  /// The number of completed tests, including a fraction.
  var progress = 0.0 {
    didSet {
      if progress.rounded(.down) != oldValue.rounded(.down) { updateTicks() }
      if progress != oldValue { placeKnob() }
    }
  }
  /// True if the tap reached what is visible there.
  var isSuccess = false { didSet { if isSuccess != oldValue { updateTicks() } } }
  /// The color of the outcome.
  var color = Color.clear { didSet { if color != oldValue { updateTicks() } } }
  var layout = ExplosionLayout() {
    didSet {
      marks.frame = bounds
      updateTicks()
      placeKnob()
    }
  }

  private let line = LineLayer(.white)
  /// The ticks' marks, in a layer above the line, which moves without redrawing them.
  private let marks = DrawingLayer(name: "ticks")
  private var labels: [TickLabel] = []
  private let knob = DrawingLayer(name: "knob")

  init(theme: Theme) {
    self.theme = theme
    super.init(name: "scrubber")
    accessibilityLabel = LocalizedText.timeline.text
    line.backgroundColor = theme.text
    for sublayer in [line, marks, knob] { layer.addSublayer(sublayer) }
    marks.drawing = { [unowned self] in drawMarks($0) }
    knob.drawing = { [unowned self] in drawKnob($0) }
  }

  private func updateTicks() {
    setNeedsDisplay()
    for layer in [knob, marks] { layer.setNeedsDisplay() }
    while labels.count < ticks.count {
      labels.append(TickLabel())
      addSubview(labels[labels.count - 1])
    }
    for (index, label) in labels.enumerated() {
      label.isHidden = index >= ticks.count
      if !label.isHidden { show(index, in: label) }
    }
  }

  // MARK: Positions

  private func point(_ position: Double) -> Point {
    layout.isPortrait ? Point(layout.trackInset, position) : Point(position, layout.trackInset)
  }

  /// Returns the position along the line for a number of tests.
  private func position(of progress: Double) -> Double {
    guard let first = ticks.first else { return 0 }
    let positions = ticks.map(\.position) + [lineEnd]
    guard progress > 1 else { return first.position }
    let index = min(Int(clamping: progress) - 1, positions.count - 1)
    let next = min(index + 1, positions.count - 1)
    return positions[index].interpolated(to: positions[next], min(progress - 1 - Double(index), 1))
  }

  private func placeKnob() {
    guard let first = ticks.first else { return }
    let position = position(of: progress)
    line.place(from: point(first.position), to: point(position), width: 4 * layout.scale)
    let side = 34 * layout.scale
    knob.bounds = Rect(0, 0, side, side)
    knob.position = point(position)
    let isAtTick = progress.rounded(.down) == progress && progress >= 1
    if isAtTick != isKnobAtTick {
      isKnobAtTick = isAtTick
      knob.setNeedsDisplay()
    }
  }
  private var isKnobAtTick = false

  private func drawKnob(_ canvas: Canvas) {
    let center = knob.bounds.center
    let u = layout.scale
    let index = Int(clamping: progress) - 1
    let r = (layout.hasCompactHeight ? 9.5 : 12.5) * u
    canvas.fillCircle(center, r + 2.5 * u, color: theme.backgroundEdge)
    let isHit = isKnobAtTick && ticks.indices.contains(index) && ticks[index].outcome == .hit
    (isHit && isSuccess ? OutcomeMark.expectedHit : .hit).draw(
      canvas, at: center, radius: Size(r, r), width: 2 * u, symbolColor: theme.text,
      hitColor: isHit ? color : theme.text,
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
    let position = layout.isPortrait ? location.y : location.x
    let nearest = ticks.indices.min { abs(ticks[$0].position - position) < abs(ticks[$1].position - position) }
    if let nearest { onScrub?(Double(nearest + 1)) }
  }

  override func press(_ arrow: Key) -> Bool {
    let step = arrow == .left || arrow == .up ? -1 : 1.0
    onScrub?(min(max(progress.rounded() + step, 1), Double(ticks.count)))
    return true
  }

  override var accessibilityDefaults: AccessibilityDefaults {
    let step = LocalizedText.lessonStep.text([
      .number: "\(Int(clamping: progress.rounded()))", .total: "\(ticks.count)",
    ])
    return super.accessibilityDefaults.adding(.adjustable, value: step)
  }
  override func accessibilityIncrement() { _ = press(.right) }
  override func accessibilityDecrement() { _ = press(.left) }

  override var drawsContents: Bool { true }

  // MARK: Drawing

  override func draw(_ canvas: Canvas) {
    guard let first = ticks.first, let last = ticks.last else { return }
    let u = layout.scale
    canvas.stroke(
      [point(first.position), point(last.position)], width: 4 * u, color: theme.secondaryText.withAlphaComponent(0.35))
    if isFocused { canvas.stroke(bounds.insetBy(2 * u, 2 * u), radius: 10 * u, width: 2 * u, color: theme.accent) }
  }

  private func drawMarks(_ canvas: Canvas) {
    let u = layout.scale
    for (index, tick) in ticks.enumerated() {
      let r = (index < testedCount && tick.outcome != .notTested ? 6.5 : 5) * u
      let mark = tick.isDeaf ? OutcomeMark.ignoresTouches : OutcomeMark(tick.outcome, isExpected: isSuccess)
      (showsOutcome(index) ? mark : .notTested).draw(
        canvas, at: point(tick.position), radius: Size(r, r), width: 2 * u,
        symbolColor: index < testedCount ? theme.text : theme.secondaryText.withAlphaComponent(0.7), hitColor: color,
        background: theme.backgroundEdge)
    }
  }

  private var testCount: Int { ticks.firstIndex { $0.outcome == .hit }.map { $0 + 1 } ?? ticks.count }

  private var testedCount: Int { Int(clamping: progress) }

  /// Returns true if the outcome of a tick is shown: after its test, or for an untested view after the last test.
  private func showsOutcome(_ index: Int) -> Bool {
    index < testedCount || (testedCount >= testCount && ticks[index].outcome == .notTested)
  }

  // MARK: Labels

  /// Shows a pane's ordinal, name and outcome next to a vertical line, or beneath a horizontal one.
  private func show(_ index: Int, in label: TickLabel) {
    let (u, tick) = (layout.scale, ticks[index])
    let isHit = index < testedCount && tick.outcome == .hit
    let textColor = isHit ? color : index < testedCount ? theme.text : theme.secondaryText
    let left = layout.trackInset + 26 * u
    let step =
      ticks.count > 1 ? ticks[1].position - ticks[0].position : layout.isPortrait ? bounds.height : bounds.width
    let width = layout.isPortrait ? bounds.width - left : max(step - 8 * u, 20 * u)
    let (title, outcome) = (label.title, label.outcome)
    label.overrideTextScale = layout.textScale
    let name = AttributedSpan(tick.name, color: textColor, weight: 600)
    let ordinal = AttributedSpan(LocalizedText.ordinal(index + 1) + "  ", color: theme.secondaryText)
    let side = tick.side.map { [AttributedSpan(" · \($0)", color: theme.secondaryText)] } ?? []
    title.attributedText = [ordinal, name] + side
    if title.sizeThatFits(.zero).width > width { title.attributedText = [name] + side }
    if title.sizeThatFits(.zero).width > width { title.attributedText = [name] }
    if let number = tick.number, title.sizeThatFits(.zero).width * TextLayout.minimumTitleScale > width {
      title.attributedText = [AttributedSpan("\(number)", color: textColor, weight: 600)]
    }
    outcome.isHidden = !showsOutcome(index) || layout.hasCompactHeight
    outcome.text = tick.intendedLabel ?? (tick.isDeaf ? HitTestReport.Outcome.ignoresTouches : tick.outcome).text
    outcome.color = isHit ? color : tick.isIntended ? theme.warning : textColor
    outcome.numberOfLines = layout.isPortrait && step < 51 * layout.textScale ? 1 : 2
    for label in [title, outcome] { label.alignment = layout.isPortrait ? .leading : .center }
    let height = label.sizeThatFits(Size(width, 0)).height
    let top = layout.trackInset + (layout.hasCompactHeight ? 9 : 14) * u
    label.frame =
      layout.isPortrait
      ? Rect(left, tick.position - height / 2, width, height)
      : Rect(tick.position - width / 2, top, width, height)
  }
}

/// A pane's ordinal and name, and its outcome.
private final class TickLabel: StackView {
  let title = Label(name: "title", size: 15)
  let outcome = Label(name: "outcome", size: 14, weight: 600)

  init() {
    super.init(axis: .vertical)
    isUserInteractionEnabled = false
    for label in [title, outcome] { addArrangedSubview(label) }
  }
}
