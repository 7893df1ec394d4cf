import Localization
import PanelGeometry
import PanelRaster
import PanelText
import PanelViews

/// The background and the text of the guide.
final class LessonStrip: View {
  private let theme: Theme
  var line = ("", "") { didSet { if line != oldValue { setNeedsDisplay() } } }
  var step = (1, 1) { didSet { if step != oldValue { setNeedsDisplay() } } }
  var words = Rect.zero { didSet { if words != oldValue { setNeedsDisplay() } } }

  init(theme: Theme) {
    self.theme = theme
    super.init(name: "words")
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let u = unit
    canvas.fill(bounds, radius: 16 * u, color: theme.sheet)
    canvas.stroke(bounds, radius: 16 * u, width: 1.4 * u, color: theme.accent.faded(0.7))
    let number = TextLayout(
      LocalizedText.lessonStep.text([.number: "\(step.0)", .total: "\(step.1)"]),
      font: Font(size: 13.5 * u, weight: 600), color: theme.accent)
    canvas.draw(number, at: Point(words.minX, words.midY - number.size.height / 2))
    let left = words.minX + number.size.width + 16 * u
    let room = max(words.maxX - left, 20 * u)
    let title = TextLayout(line.0, font: Font(size: 18 * u, weight: 600), color: theme.text).shrunk(toFit: room)
    let detail = TextLayout(line.1, font: Font(size: 14.5 * u), color: theme.secondaryText).shrunk(toFit: room)
    let height = title.size.height + detail.size.height + 2 * u
    canvas.draw(title, at: Point(left, words.midY - height / 2))
    canvas.draw(detail, at: Point(left, words.midY - height / 2 + title.size.height + 2 * u))
  }
}
