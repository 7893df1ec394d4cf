import Explanation
import PanelGeometry
import PanelRaster
import PanelText
import PanelViews
import Scenes

/// One or two lines that describe the last touch.
final class StatusLabel: View {
  var alignment = TextAlignment.leading { didSet { if alignment != oldValue { setNeedsDisplay() } } }
  var text: StatusText? { didSet { if text != oldValue { setNeedsDisplay() } } }
  private let theme: Theme

  init(theme: Theme) {
    self.theme = theme
    super.init(name: "status")
    isUserInteractionEnabled = false
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    guard let text else { return }
    let size = 15 * unit
    let spans = text.phrase.spans(
      Font(size: size), theme.text,
      emphasis: (Font(size: size, weight: 600), text.isSuccess ? theme.success : theme.accent))
    let lines = bounds.height < 40 * unit ? 1 : 2
    canvas.draw(
      TextLayout(spans, maxWidth: bounds.width, lines: lines, alignment: alignment), centeredVerticallyIn: bounds)
  }
}
