import Localization
import PanelGeometry
import PanelRaster
import PanelText
import PanelViews

/// A hint next to the lamp: tap it, or drag to turn the cube.
final class LampPointer: View {
  private let theme: Theme

  init(theme: Theme) {
    self.theme = theme
    super.init(name: "pointer")
    isUserInteractionEnabled = false
  }

  /// - Parameters:
  ///   - corners: the lamp's corners, in the superview's points.
  ///   - rightEdge: the right edge of the panel, in the superview's points.
  func point(at corners: [Point], rightEdge: Double) {
    guard corners.count == 4 else {
      frame = .zero
      return
    }
    let edges = corners.indices.map { (corners[$0] + corners[($0 + 1) % corners.count]) * 0.5 }
    guard let tip = edges.max(by: { $0.x < $1.x }) else { return }
    let width = texts.map(\.size.width).max() ?? 0
    let size = Size(min(width + 56 * unit, max(rightEdge - tip.x - 8 * unit, 1)), 48 * unit)
    frame = Rect(tip.x + 4 * unit, tip.y - size.height / 2, size.width, size.height)
  }

  private var texts: [TextLayout] {
    [
      TextLayout(LocalizedText.lessonTapHere.text, font: Font(size: 16 * unit, weight: 600), color: theme.accent),
      TextLayout(LocalizedText.lessonDragHere.text, font: Font(size: 13 * unit), color: theme.text),
    ]
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let (u, arrow) = (unit, 26 * unit)
    let box = Rect(arrow, 0, bounds.width - arrow, bounds.height)
    canvas.fill(
      [Point(0, box.midY), Point(arrow, box.midY - 9 * u), Point(arrow, box.midY + 9 * u)], color: theme.accent)
    canvas.fill(box, radius: 12 * u, color: theme.sheet.faded(0.92))
    canvas.stroke(box, radius: 12 * u, width: 1.4 * u, color: theme.accent)
    let textArea = box.insetBy(14 * u, 0)
    for (text, y) in zip(texts, [4 * u, 25 * u]) {
      canvas.draw(text.shrunk(toFit: textArea.width), at: Point(textArea.minX, y))
    }
  }
}
