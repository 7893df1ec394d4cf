import CPangoCairo
import PanelGeometry
import PanelRaster

extension Canvas {
  /// Draws an icon as large as possible in the middle of a rectangle. If no font has the icon, a question mark in a frame
  /// takes its place.
  public func draw(_ icon: Icon, in rect: Rect, color: Color) {
    let side = min(rect.width, rect.height)
    let box = Rect(rect.midX - side / 2, rect.midY - side / 2, side, side)
    let pixels = side * max(scale.width, scale.height)
    guard !icon.name.isEmpty, (0.1...Self.maximumLength).contains(pixels) else { return }
    if let outline = IconFont.installed?.outline(of: icon) {
      fill(outline, in: box, color: color)
    } else {
      drawPlaceholder(in: box, color: color)
    }
  }

  private func drawPlaceholder(in box: Rect, color: Color) {
    let frame = box.insetBy(box.width / 10, box.width / 10)
    stroke(frame, radius: box.width / 6, width: box.width / 12, color: color)
    let mark = TextLayout("?", font: Font(size: box.width * 0.6, weight: 700), color: color)
    draw(mark, inkCenteredIn: frame)
  }
}
