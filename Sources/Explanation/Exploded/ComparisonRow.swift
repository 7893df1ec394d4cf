import Localization
import PanelGeometry
import PanelRaster
import PanelText
import PanelViews
import Scenes

/// A touch fix with the outcome of a tap. A press selects the fix.
final class ComparisonRow: Control {
  let fix: TouchFix
  let texts: ComparisonTexts
  private let theme: Theme

  /// - Parameter tap: the location relative to the scene's center, in its points.
  init(_ fix: TouchFix, tap: Point, on scene: CubeScene, theme: Theme) {
    (self.fix, self.theme) = (fix, theme)
    let copy = scene.copy(touchFix: fix)
    let view = SceneView(copy)
    // As large as the container on any panel, so that a tap far from the cube has the same outcome.
    let side = 2 * max(2000, tap.length + 1)
    view.place(center: .zero, magnification: 1, size: Size(side, side))
    texts = ComparisonTexts(HitTestReport(at: copy.center + tap, in: copy.content))
    super.init(name: "answer-\(fix.rawValue)")
    accessibilityLabel = fix.title
    isSelected = fix == scene.touchFix
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let u = min(max(bounds.height / 120, unit), 1.5 * unit)
    canvas.fill(bounds, radius: 16 * u, color: theme.bar)
    if isHighlighted { canvas.fill(bounds, radius: 16 * u, color: theme.highlight) }
    let edge = isFocused ? theme.accent : texts.matchesVisibleView ? theme.success.faded(0.8) : theme.hairline
    canvas.stroke(bounds, radius: 16 * u, width: (texts.matchesVisibleView ? 2 : 1) * u, color: edge)

    let isWide = bounds.width > 640 * u
    let inner = bounds.insetBy((isWide ? 28 : 16) * u, 6 * u)
    let markWidth = (isWide ? 190 : 40) * u
    let mark = Rect(inner.maxX - markWidth, inner.minY, markWidth, inner.height)
    let right = mark.minX - 10 * u
    let left = Rect(inner.minX, inner.minY, isWide ? 0.32 * inner.width : right - inner.minX, inner.height)
    let middle = isWide ? Rect(left.maxX, inner.minY, right - left.maxX, inner.height) : left
    let color = texts.matchesVisibleView ? theme.success : theme.warning
    func text(_ string: String, _ size: Double, _ weight: Int, _ color: Color, in place: Rect) -> TextLayout {
      TextLayout(string, font: Font(size: size * u, weight: weight), color: color).shrunk(toFit: place.width - 16 * u)
    }
    let title = text(fix.title, isWide ? 20 : 16, 600, isSelected ? theme.selectedText : theme.text, in: left)
    let outcome = [
      text(LocalizedText.theTapReaches.text, 14, 400, theme.secondaryText, in: middle),
      text(texts.hitView, isWide ? 18 : 15, 600, color, in: middle),
      text(texts.reason, 14, 400, theme.secondaryText, in: middle),
    ]
    if isWide {
      let detail = text(
        fix.detail, 14, 400, fix.note?.isBuiltIn == false ? theme.warning : theme.secondaryText, in: left)
      drawLines([title, detail], isTitled: true, in: left, u, canvas)
      drawLines(outcome, isTitled: false, in: middle, u, canvas)
      let caption = text(LocalizedText.reachesWhatYouSee.text, 13, 400, theme.secondaryText, in: mark)
      canvas.draw(caption, centeredIn: Rect(mark.minX, mark.midY - 34 * u, mark.width, 20 * u))
    } else {
      drawLines([title] + outcome, isTitled: true, in: left, u, canvas)
    }
    drawMark(canvas, around: mark.center + Point(0, isWide ? 12 * u : 0), showsWord: isWide, color, u)
  }

  /// Draws lines beneath each other. If they don't fit, leaves out the texts before the hit view, then the last lines.
  private func drawLines(_ all: [TextLayout], isTitled: Bool, in place: Rect, _ u: Double, _ canvas: Canvas) {
    var lines = all
    var height: Double { lines.reduce(-5 * u) { $0 + $1.size.height + 5 * u } }
    while height > place.height, lines.count > 1 { lines.remove(at: lines.count == 4 ? 1 : lines.count - 1) }
    var y = place.midY - height / 2
    for (index, line) in lines.enumerated() {
      if isTitled, isSelected, index == 0 {
        let chip = Rect(origin: Point(place.minX, y), size: line.size).insetBy(-10 * u, -3 * u)
        canvas.fill(chip, radius: 9 * u, color: theme.selected)
      }
      canvas.draw(line, at: Point(place.minX, y))
      y += line.size.height + 5 * u
    }
  }

  /// A cross or a check mark in a circle, followed by the word if there is room.
  private func drawMark(_ canvas: Canvas, around middle: Point, showsWord: Bool, _ color: Color, _ u: Double) {
    let isRight = texts.matchesVisibleView
    let word = TextLayout(
      (isRight ? LocalizedText.yes : .no).text, font: Font(size: 20 * u, weight: 600), color: color)
    let center = middle - Point(showsWord ? word.size.width / 2 + 5 * u : 0, 0)
    func line(_ points: [(Double, Double)], _ color: Color) {
      canvas.stroke(points.map { center + Point($0.0 * u, $0.1 * u) }, width: 2.4 * u, color: color)
    }
    if isRight {
      canvas.fillCircle(center, 16 * u, color: color)
      line([(-6.5, 0.5), (-2, 5.5), (7, -5)], theme == .light ? .white : Color(hex: 0x0C1F18))
    } else {
      canvas.strokeCircle(center, 16 * u, width: 2 * u, color: color)
      line([(-5.5, -5.5), (5.5, 5.5)], color)
      line([(-5.5, 5.5), (5.5, -5.5)], color)
    }
    if showsWord { canvas.draw(word, at: center + Point(26 * u, -word.size.height / 2)) }
  }
}
