import PanelGeometry
import PanelRaster
import PanelText

/// A layer filled with a linear gradient.
public final class GradientLayer: Layer {
  /// Fewer than two colors draw nothing.
  public var colors: [Color] = [] { didSet { if colors != oldValue { setNeedsDisplay() } } }
  /// The position of each color along the line, 0…1 and ascending. `nil` or a different count spaces the colors evenly.
  public var locations: [Double]? { didSet { if locations != oldValue { setNeedsDisplay() } } }
  /// In the bounds' unit square.
  public var startPoint = Point(0.5, 0) { didSet { if startPoint != oldValue { setNeedsDisplay() } } }
  public var endPoint = Point(0.5, 1) { didSet { if endPoint != oldValue { setNeedsDisplay() } } }

  override var hasFill: Bool { colors.count > 1 }

  override var fillIsOpaque: Bool { hasFill && colors.allSatisfy { $0.alpha >= 1 } }

  override var fillVaries: (alongX: Bool, alongY: Bool) {
    // A line of length zero has no direction.
    startPoint == endPoint ? (true, true) : (startPoint.x != endPoint.x, startPoint.y != endPoint.y)
  }

  override func drawFill(_ canvas: Canvas, cornerRadii: CornerRadii) {
    func point(at unit: Point) -> Point {
      Point(bounds.minX + unit.x * bounds.width, bounds.minY + unit.y * bounds.height)
    }
    // The colors change along a line in the unit square, and lines of equal color are perpendicular to it there. The
    // square is then stretched to the bounds, but a canvas' gradient isn't: another end gives it the same colors.
    let line = endPoint - startPoint
    let slope = Point(line.x / bounds.width, line.y / bounds.height)
    let square = slope.x * slope.x + slope.y * slope.y
    let factor = square > 0 ? (line.x * line.x + line.y * line.y) / square : 0
    let endPoint = startPoint + Point(slope.x * factor / bounds.width, slope.y * factor / bounds.height)
    let stops = colors.enumerated().map { index, color in
      let even = Double(index) / Double(colors.count - 1)
      return (location: locations.flatMap { $0.count == colors.count ? $0[index] : nil } ?? even, color: color)
    }
    canvas.fill(bounds, radii: cornerRadii, from: point(at: startPoint), to: point(at: endPoint), stops: stops)
  }
}
