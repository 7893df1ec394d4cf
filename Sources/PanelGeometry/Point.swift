import Glibc

/// A point in a plane, in points unless stated otherwise: x to the right, y down.
public struct Point: Equatable, Hashable, Sendable {
  public var x, y: Double

  @inlinable public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

  @inlinable public init(x: Double, y: Double) { self.init(x, y) }

  public static let zero = Point(0, 0)

  @inlinable public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  @inlinable public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  @inlinable public static func * (a: Point, k: Double) -> Point { Point(a.x * k, a.y * k) }

  /// The distance from the origin.
  @inlinable public var length: Double { (x * x + y * y).squareRoot() }

  /// Returns the angle from this direction to another, -π…π, from the x axis toward the y axis.
  public func angle(to other: Point) -> Double {
    atan2(x * other.y - y * other.x, x * other.x + y * other.y)
  }
}
