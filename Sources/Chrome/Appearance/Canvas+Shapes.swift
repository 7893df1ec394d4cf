import PanelLayers

extension Canvas {
  package func fillCircle(_ center: Point, _ radius: Double, color: Color) {
    fill(Rect(center.x - radius, center.y - radius, 2 * radius, 2 * radius), radius: radius, color: color)
  }

  package func strokeCircle(_ center: Point, _ radius: Double, width: Double, color: Color) {
    stroke(
      Rect(center.x - radius, center.y - radius, 2 * radius, 2 * radius), radius: radius, width: width, color: color)
  }
}

extension Rect {
  package func overlaps(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}
