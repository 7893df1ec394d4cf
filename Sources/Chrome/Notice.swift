import Explanation
import PanelGeometry
import PanelRaster
import PanelText
import PanelViews

/// A message above the scene about a problem that needs attention. It is visible with and without a bar and receives no
/// touches.
final class Notice: View {
  let text: String
  private let theme: Theme

  init(_ text: String, theme: Theme) {
    (self.text, self.theme) = (text, theme)
    super.init(name: "notice")
    isUserInteractionEnabled = false
    layer.backgroundColor = theme.sheet
  }

  /// Positions the notice at the top of a panel, as wide as its text.
  func place(on panel: Size) {
    let inset = min(24 * unit, panel.width / 40)
    let size = layout(width: panel.width - 2 * (inset + padding), .leading).size
    // Rounded up, so that no line wraps because of a fraction of a point.
    let width = size.width.rounded(.up) + 2 * padding + 1
    frame = Rect(((panel.width - width) / 2).rounded(), inset, width, size.height.rounded(.up) + padding)
    layer.cornerRadius = 12 * unit
  }

  private var padding: Double { 14 * unit }

  private func layout(width: Double, _ alignment: TextAlignment) -> TextLayout {
    TextLayout(
      [TextSpan(text, font: Font(size: 15 * unit, weight: 500), color: theme.warning)], maxWidth: width, lines: 2,
      alignment: alignment)
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let place = bounds.insetBy(padding, 0)
    canvas.draw(layout(width: place.width, .center), centeredVerticallyIn: place)
  }
}
