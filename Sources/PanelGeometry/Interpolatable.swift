/// A value that can be interpolated toward another value.
public protocol Interpolatable {
  /// Returns the value at `progress` on the way to `other`: 0 is this value, 1 the other. Springs exceed 1.
  func interpolated(to other: Self, _ progress: Double) -> Self
}

extension Double: Interpolatable {
  public func interpolated(to other: Double, _ progress: Double) -> Double { self + (other - self) * progress }
}

extension Point: Interpolatable {
  public func interpolated(to other: Point, _ progress: Double) -> Point { self + (other - self) * progress }
}

extension Rect: Interpolatable {
  public func interpolated(to other: Rect, _ progress: Double) -> Rect {
    Rect(
      minX.interpolated(to: other.minX, progress), minY.interpolated(to: other.minY, progress),
      width.interpolated(to: other.width, progress), height.interpolated(to: other.height, progress))
  }
}

extension Rotation: Interpolatable {}

extension Transform2D: Interpolatable {
  /// Interpolates each element linearly, so a parallelogram remains one on the way.
  public func interpolated(to other: Transform2D, _ progress: Double) -> Transform2D {
    Transform2D(
      a: a.interpolated(to: other.a, progress), b: b.interpolated(to: other.b, progress),
      c: c.interpolated(to: other.c, progress), d: d.interpolated(to: other.d, progress),
      tx: tx.interpolated(to: other.tx, progress), ty: ty.interpolated(to: other.ty, progress))
  }
}
