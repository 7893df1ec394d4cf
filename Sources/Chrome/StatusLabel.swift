import Geometry
import Raster
import Scenes
import Text
import Views

/// A line or two that say where the last touch went.
final class StatusLabel: View {
  var alignment = TextAlignment.leading { didSet { if alignment != oldValue { setNeedsDisplay() } } }
  var text = StatusText("", "") { didSet { if text != oldValue { setNeedsDisplay() } } }
  private let theme: Theme

  init(theme: Theme) {
    self.theme = theme
    super.init(name: "status")
    isUserInteractionEnabled = false
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let font = Font(size: 15 * unit)
    var bold = font
    bold.weight = 600
    let spans = [
      TextSpan(text.subject, font: bold, color: text.isSuccess ? theme.right : theme.accent),
      TextSpan(text.rest, font: font, color: theme.text),
    ]
    let lines = bounds.height < 40 * unit ? 1 : 2
    canvas.draw(
      TextLayout(spans, maxWidth: bounds.width, lines: lines, alignment: alignment), centeredVerticallyIn: bounds)
  }
}
