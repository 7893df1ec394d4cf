import PanelGeometry
import PanelRaster
import PanelText

extension Canvas {
  package func fillCircle(_ center: Point, _ radius: Double, color: Color) {
    fill(Rect(center.x - radius, center.y - radius, 2 * radius, 2 * radius), radius: radius, color: color)
  }

  package func strokeCircle(_ center: Point, _ radius: Double, width: Double, color: Color) {
    stroke(
      Rect(center.x - radius, center.y - radius, 2 * radius, 2 * radius), radius: radius, width: width, color: color)
  }

  /// Draws a text in the middle of a horizontal bracket. If the bracket is too short, draws only the text.
  ///
  /// - Parameter tick: the length of the bracket's ends, downward.
  package func drawBracket(
    _ text: TextLayout, from start: Double, to end: Double, y: Double, tick: Double, unit: Double, color: Color
  ) {
    let (center, half) = ((start + end) / 2, text.size.width / 2 + 12 * unit)
    draw(text, at: Point(center - text.size.width / 2, y - text.size.height / 2))
    guard end - start > 2 * half else { return }
    for (edge, inner) in [(start, center - half), (end, center + half)] {
      stroke([Point(edge, y + tick), Point(edge, y), Point(inner, y)], width: 1.4 * unit, color: color)
    }
  }
}

extension Rect {
  package func overlaps(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}
