import Localization
import PanelGeometry
import PanelRaster
import PanelViews

/// The background and the texts of the lesson's guide.
final class LessonStrip: View {
  private let theme: Theme
  private let (number, title, detail) = (Label(name: "number"), Label(name: "title"), Label(name: "detail"))

  init(theme: Theme) {
    self.theme = theme
    super.init(name: "words")
    for label in [number, title, detail] {
      label.alignment = .leading
      addSubview(label)
    }
    (title.numberOfLines, detail.numberOfLines) = (2, 3)
    (number.color, title.color, detail.color) = (theme.accent, theme.text, theme.secondaryText)
  }

  /// The title and the detail.
  var texts: (title: String, detail: String) {
    get { (title.text, detail.text) }
    set {
      (title.text, detail.text) = newValue
      setNeedsLayout()
    }
  }

  func showStep(_ step: Int, of total: Int) {
    number.text = LocalizedText.lessonStep.text([.number: "\(step)", .total: "\(total)"])
  }

  /// The frame for the title and the detail's width, in points. On a narrow panel, the detail is next to the buttons.
  var textArea = (title: Rect.zero, detailWidth: 0.0, isNarrow: false) { didSet { setNeedsLayout() } }

  override func layoutSubviews() {
    let (u, area) = (unit, textArea.title)
    number.font = Font(size: 13.5 * u, weight: 600)
    title.font = Font(size: 18 * u, weight: 600)
    detail.font = Font(size: 14.5 * u)
    let numberSize = number.sizeThatFits(.zero)
    if textArea.isNarrow {
      number.frame = Rect(area.minX, area.minY, numberSize.width, 18 * u)
      title.frame = Rect(area.minX, number.frame.maxY, area.width, 24 * u)
      detail.frame = Rect(area.minX, title.frame.maxY, textArea.detailWidth, area.maxY - title.frame.maxY)
      return
    }
    let left = area.minX + numberSize.width + 16 * u
    let width = max(area.maxX - left, 20 * u)
    let titleHeight = title.sizeThatFits(Size(width, 0)).height
    let height = min(detail.sizeThatFits(Size(width, 0)).height, 62 * u - titleHeight)
    let top = area.midY - (titleHeight + height) / 2
    number.frame = Rect(area.minX, area.minY, numberSize.width, area.height)
    title.frame = Rect(left, top, width, titleHeight)
    detail.frame = Rect(left, title.frame.maxY, width, height)
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    canvas.fill(bounds, radius: 16 * unit, color: theme.sheet)
    canvas.stroke(bounds, radius: 16 * unit, width: 1.4 * unit, color: theme.accent.faded(0.7))
  }
}
