import Localization
import PanelGeometry
import PanelRaster
import PanelText
import PanelViews

/// The texts above the panes: the outcome, the reason and the axis of the test order.
final class ExplosionTitle: View {
  private let theme: Theme
  var texts: ExplosionTexts? { didSet { if texts != oldValue { setNeedsDisplay() } } }
  /// True once the tap has reached its hit view. The outcome is hidden before.
  var isDone = false { didSet { if isDone != oldValue { setNeedsDisplay() } } }
  var layout = ExplosionLayout() { didSet { setNeedsDisplay() } }

  init(theme: Theme) {
    self.theme = theme
    super.init(name: "explanation")
    isUserInteractionEnabled = false
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    guard let texts else { return }
    if isDone {
      drawOutcome(
        texts, canvas,
        end: layout.isTall ? layout.close.minX - 16 * layout.unit : layout.turn?.minX ?? layout.close.minX)
    }
    drawAxis(canvas, texts)
  }

  private func drawOutcome(_ texts: ExplosionTexts, _ canvas: Canvas, end: Double) {
    let u = layout.unit
    let large = Font(size: layout.font(28), weight: 600)
    let color = texts.isExpected ? theme.success : theme.warning
    let title = TextLayout(texts.title.spans(large, theme.text, emphasis: (large, color)))
    canvas.draw(title.shrunk(toFit: max(end - layout.title.minX - 12 * u, 40)), centeredVerticallyIn: layout.title)
    guard let caption = layout.caption else { return }
    let width = max((layout.isTall ? layout.size.width - 36 * u : end) - caption.minX - 12 * u, 40)
    let font = Font(size: layout.font(layout.isNarrow ? 13.5 : 16))
    let text =
      layout.isNarrow
      ? TextLayout([TextSpan(texts.caption, font: font, color: theme.secondaryText)], maxWidth: width, lines: 3)
      : TextLayout(texts.caption, font: font, color: theme.secondaryText).shrunk(toFit: width)
    canvas.draw(text, centeredVerticallyIn: caption)
  }

  private func drawAxis(_ canvas: Canvas, _ texts: ExplosionTexts) {
    guard let (start, end) = layout.axis else { return }
    let u = layout.unit
    let font = Font(size: layout.font(14), weight: 600)
    let first = TextLayout(texts.first, font: font, color: theme.text)
    let last = TextLayout(texts.last, font: font, color: theme.text)
    let ink = theme.secondaryText
    if layout.isTall {
      // Next to the finger, there is room only for a narrow text above the first pane's corner.
      let narrow = TextLayout([TextSpan(texts.first, font: font, color: theme.text)], maxWidth: 84 * u, lines: 3)
      canvas.draw(narrow, at: Point(30 * u, start.y - 9 * u - narrow.size.height))
      canvas.draw(last, at: Point(30 * u, end.y - 12 * u))
      let bottom = Point(start.x, end.y - 22 * u)
      canvas.stroke([start, bottom], width: 1.4 * u, color: ink)
      canvas.fill([bottom, bottom + Point(-4.5 * u, -9 * u), bottom + Point(4.5 * u, -9 * u)], color: ink)
      return
    }
    canvas.draw(first, at: Point(start.x, start.y - first.size.height / 2))
    canvas.draw(last, at: Point(end.x - last.size.width, end.y - last.size.height / 2))
    let left = Point(start.x + first.size.width + 14 * u, start.y)
    let right = Point(end.x - last.size.width - 14 * u, end.y)
    guard right.x > left.x else { return }
    canvas.stroke([left, right], width: 1.4 * u, color: ink)
    canvas.fill([right, right + Point(-9 * u, -4.5 * u), right + Point(-9 * u, 4.5 * u)], color: ink)
  }
}
