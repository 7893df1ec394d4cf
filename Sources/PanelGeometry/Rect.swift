/// An axis-aligned rectangle, in points unless stated otherwise.
///
/// It is half-open: it contains its left and top edges, but not its right and bottom edges.
public struct Rect: Equatable, Hashable, Sendable {
  public var origin: Point
  public var size: Size

  @inlinable public init(origin: Point, size: Size) { (self.origin, self.size) = (origin, size) }

  @inlinable public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.init(origin: Point(x, y), size: Size(width, height))
  }

  @inlinable public init(x: Double, y: Double, width: Double, height: Double) { self.init(x, y, width, height) }

  /// The bounding box of the points; `zero` for no points.
  public init(bounding points: some Sequence<Point>) {
    var (low, high) = (Point(.infinity, .infinity), Point(-.infinity, -.infinity))
    for point in points {
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    self = low.x <= high.x ? Rect(low.x, low.y, high.x - low.x, high.y - low.y) : .zero
  }

  public static let zero = Rect(0, 0, 0, 0)

  @inlinable public var minX: Double { origin.x }
  @inlinable public var minY: Double { origin.y }
  @inlinable public var midX: Double { origin.x + size.width / 2 }
  @inlinable public var midY: Double { origin.y + size.height / 2 }
  @inlinable public var maxX: Double { origin.x + size.width }
  @inlinable public var maxY: Double { origin.y + size.height }
  @inlinable public var width: Double { size.width }
  @inlinable public var height: Double { size.height }
  @inlinable public var center: Point { Point(midX, midY) }

  @inlinable public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

  /// Returns the bounding box of both rectangles.
  @inlinable public func union(_ other: Rect) -> Rect {
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(left, top, max(maxX, other.maxX) - left, max(maxY, other.maxY) - top)
  }

  /// The corners, clockwise on the screen from the top left.
  @inlinable public var corners: [Point] {
    [Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY)]
  }

  @inlinable public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Like `contains`, for a point that was converted between coordinate systems: a point within rounding errors of an
  /// edge counts as on it. Of two rectangles with a common edge, exactly one contains a point on that edge.
  @inlinable public func containsWithTolerance(_ point: Point) -> Bool {
    let slack = 1e-9 * max(1, width, height)
    return point.x >= minX - slack && point.x < maxX - slack && point.y >= minY - slack && point.y < maxY - slack
  }

  /// Returns the rectangle with each side moved inward by `dx` or `dy`; negative values move it outward.
  @inlinable public func insetBy(_ dx: Double, _ dy: Double) -> Rect {
    Rect(minX + dx, minY + dy, width - 2 * dx, height - 2 * dy)
  }

  @inlinable public func insetBy(dx: Double, dy: Double) -> Rect { insetBy(dx, dy) }

  @inlinable public func offsetBy(dx: Double, dy: Double) -> Rect { Rect(minX + dx, minY + dy, width, height) }
}
