import CPixels
import PanelGeometry

/// A radial gradient: `first` in the center, `last` from the radius on, in sRGB between them. Opaque and dithered.
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

  /// Fills columns of a row, without perspective.
  ///
  /// - Parameters:
  ///   - row: points to the first of the columns.
  ///   - map: from the target to the gradient's plane, without perspective.
  ///   - move: the map's translation if it only moves by whole pixels, otherwise `nil`. With a move, the gradient is
  ///     dithered by its own pixels, otherwise by the target's.
  func fill(
    _ row: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>, y: Int, _ map: Homography, move: (x: Int, y: Int)?
  ) {
    // Computed exactly as for the bitmap: if its pixels are copied later, they must be the same.
    let (map, dx, dy) = move.map { (.identity, $0.x, $0.y) } ?? (map, 0, 0)
    let middle = Double(y &+ dy) + 0.5
    let x = Float(map.m21 * middle + map.m31)
    let position = cpixels_position(
      x: x - Float(center.x), step_x: Float(map.m11), y: Float(map.m22 * middle + map.m32) - Float(center.y),
      step_y: Float(map.m12), scale: Float(radius > 0 ? 1 / radius : 0), offset: radius > 0 ? 0 : 1, is_radial: 1)
    DitheredColors(first, last).fill(
      row, columns.lowerBound &+ dx..<columns.upperBound &+ dx, y: y &+ dy, position)
  }
}
