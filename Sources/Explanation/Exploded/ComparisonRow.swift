import Localization
import PanelViews
import Scenes

/// A touch fix with the outcome of a tap. A press selects the fix.
final class ComparisonRow: Control {
  let fix: TouchFix
  let texts: ComparisonTexts
  private let theme: Theme
  private let title = Label(name: "title", size: 17, weight: 600)
  private let detail = Label(name: "detail", size: 14, \.secondaryText)
  private let reaches = Label(name: "reaches", size: 14, \.secondaryText)
  private let hitViewName = Label(name: "hit-view", size: 16, weight: 600)
  private let reason = Label(name: "reason", size: 14, \.secondaryText)
  private let matchLabel = Label(name: "match", size: 14, \.secondaryText, alignment: .trailing, lines: 2)
  private lazy var stack = StackView(spacing: 8, alignment: .center) {
    StackView(axis: .vertical, spacing: 2) { [title, detail] }
    StackView(axis: .vertical, spacing: 2) { [reaches, hitViewName, reason] }
    matchLabel
  }
  private var color: Color { texts.matchesVisibleView ? theme.success : theme.warning }

  /// - Parameter tap: the location relative to the scene's center, in its points.
  init(_ fix: TouchFix, tap: Point, on scene: CubeScene, theme: Theme) {
    (self.fix, self.theme) = (fix, theme)
    let sceneCopy = scene.copy(touchFix: fix)
    let view = SceneView(sceneCopy)
    // As large as the container on any panel, so that a tap far from the cube has the same outcome.
    let edgeLength = 2 * max(2000, tap.length + 1)
    view.place(center: .zero, magnification: 1, size: Size(edgeLength, edgeLength))
    texts = ComparisonTexts(HitTestReport(at: sceneCopy.center + tap, in: sceneCopy.content))
    super.init(name: "answer-\(fix.rawValue)")
    accessibilityLabel = fix.title
    isSelected = fix == scene.touchFix
    (title.text, detail.text) = (fix.title, fix.detail)
    (reaches.text, reason.text) = (LocalizedText.theTapReaches.text, texts.reason)
    (hitViewName.text, hitViewName.color) = (texts.hitViewName, color)
    matchLabel.attributedText = [
      AttributedSpan(LocalizedText.reachesWhatYouSee.text + " "),
      AttributedSpan((texts.matchesVisibleView ? LocalizedText.yes : .no).text, color: color, weight: 600),
    ]
    stack.isUserInteractionEnabled = false
    addSubview(stack)
  }

  override func layoutSubviews() {
    let (isWide, hasCompactHeight) = (bounds.width > 640 * unit, bounds.height < 84 * unit)
    (detail.isHidden, matchLabel.isHidden) = (!isWide || hasCompactHeight, !isWide || hasCompactHeight)
    (reaches.isHidden, reason.isHidden) = (hasCompactHeight || !isWide, bounds.height < (isWide ? 46 : 70) * unit)
    (stack.axis, stack.spacing) = isWide ? (.horizontal, 8) : (.vertical, 2)
    (stack.distribution, stack.alignment) = isWide ? (.fillEqually, .center) : (.fill, .fill)
    let inset = (isWide ? 28 : 16) * unit
    let height = isWide ? bounds.height : min(stack.sizeThatFits(bounds.size).height, bounds.height)
    stack.frame = Rect(inset, (bounds.height - height) / 2, markCenter.x - 26 * unit - inset, height)
  }

  private var markCenter: Point { Point(bounds.maxX - 36 * unit, bounds.midY) }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let u = unit
    canvas.fill(bounds, radius: 16 * u, color: isSelected ? theme.controlBackground : theme.bar)
    if isHighlighted { canvas.fill(bounds, radius: 16 * u, color: theme.highlight) }
    let edge =
      isFocused ? theme.accent : texts.matchesVisibleView ? theme.success.withAlphaComponent(0.8) : theme.hairline
    canvas.stroke(bounds, radius: 16 * u, width: (texts.matchesVisibleView ? 2 : 1) * u, color: edge)
    if isSelected {
      canvas.fill(Rect(8 * u, 12 * u, 4 * u, bounds.height - 24 * u), radius: 2 * u, color: theme.selected)
    }
    drawMark(canvas)
  }

  /// A cross or a check mark in a circle.
  private func drawMark(_ canvas: Canvas) {
    let (u, center) = (unit, markCenter)
    func line(_ points: [(Double, Double)], _ color: Color) {
      canvas.stroke(points.map { center + Point($0.0 * u, $0.1 * u) }, width: 2.4 * u, color: color)
    }
    if texts.matchesVisibleView {
      canvas.fillCircle(center, 16 * u, color: color)
      line([(-6.5, 0.5), (-2, 5.5), (7, -5)], theme == .light ? .white : Color(hex: 0x0C1F18))
    } else {
      canvas.strokeCircle(center, 16 * u, width: 2 * u, color: color)
      line([(-5.5, -5.5), (5.5, 5.5)], color)
      line([(-5.5, 5.5), (5.5, -5.5)], color)
    }
  }
}
