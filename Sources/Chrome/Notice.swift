import Geometry
import Raster
import Text
import Views

/// A line or two above the scene that say what somebody has to mend: there with a bar and without one. It takes no touch.
final class Notice: View {
  let text: String
  private let theme: Theme

  init(_ text: String, theme: Theme) {
    (self.text, self.theme) = (text, theme)
    super.init(name: "notice")
    isUserInteractionEnabled = false
    layer.backgroundColor = theme.sheet
  }

  /// Lays itself out at the top of a panel, as wide as its words.
  func place(on panel: Size) {
    let inset = min(24 * unit, panel.width / 40)
    let size = layout(width: panel.width - 2 * (inset + padding), .leading).size
    // Rounded up, so that no line breaks for a part of a point.
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
