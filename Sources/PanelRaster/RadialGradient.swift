import CPixels
import PanelGeometry

/// A dithered radial gradient: `first` in the center, `last` from the radius on, in sRGB between them. Opaque.
public struct RadialGradient: Equatable, Sendable {
  /// In a bitmap's pixels, or a layer's points.
  public var center: Point
  /// If it isn't positive, everything is `last`.
  public var radius: Double
  public var first: Color
  public var last: Color

  public init(center: Point, radius: Double, from first: Color, to last: Color) {
    self.center = center
    self.radius = radius
    self.first = first
    self.last = last
  }

  /// Returns the gradient with another center and a scaled radius.
  public func placed(at center: Point, scale: Double) -> RadialGradient {
    RadialGradient(center: center, radius: radius * scale, from: first, to: last)
  }

  /// Fills columns of a row; `row` points to the first of them.
  func fill(_ row: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>, y: Int) {
    let position = cpixels_position(
      x: -Float(center.x), step_x: 1, y: Float(Double(y) + 0.5) - Float(center.y), step_y: 0,
      scale: Float(radius > 0 ? 1 / radius : 0), offset: radius > 0 ? 0 : 1, is_radial: 1)
    DitheredColors(first.withAlphaComponent(1), last.withAlphaComponent(1)).fill(row, columns, y: y, position)
  }
}
