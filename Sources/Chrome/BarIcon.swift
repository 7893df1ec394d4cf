import Geometry
import Raster
import Text

enum BarIcon {
  /// Three panes and a line through the first: the exploded view.
  case panes
  /// Crosshairs: the inspector.
  case crosshairs
  /// Four squares: the scenes.
  case squares
}

extension Canvas {
  func draw(_ icon: BarIcon, at center: Point, unit: Double, color: Color) {
    func line(_ points: [(Double, Double)], isClosed: Bool = false) {
      stroke(
        points.map { Point(center.x + $0.0 * unit, center.y + $0.1 * unit) }, width: 1.8 * unit, color: color,
        isClosed: isClosed)
    }
    func square(_ x: Double, _ y: Double, side: Double) -> Rect {
      Rect(center.x + (x - side / 2) * unit, center.y + (y - side / 2) * unit, side * unit, side * unit)
    }
    switch icon {
    case .panes:
      for x in [-9.0, -1, 7] { line([(x, -9), (x + 6, -6), (x + 6, 10), (x, 7)], isClosed: true) }
      line([(-14, 0.5), (-4, 0.5)])
    case .crosshairs:
      stroke(square(0, 0, side: 14), radius: 7 * unit, width: 1.8 * unit, color: color)
      for (x, y) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] { line([(x * 4, y * 4), (x * 11.5, y * 11.5)]) }
    case .squares:
      for (x, y) in [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1)] {
        fill(square(x * 5.5, y * 5.5, side: 8), radius: 2 * unit, color: color)
      }
    }
  }
}
