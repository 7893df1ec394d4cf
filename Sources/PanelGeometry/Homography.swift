/// A projective map between planes: `(x, y, 1) · H = (x'·w, y'·w, w)`, with row vectors.
public struct Homography: Equatable, Hashable, Sendable {
  public var m11, m12, m13: Double
  public var m21, m22, m23: Double
  public var m31, m32, m33: Double

  @inlinable public init(
    m11: Double, m12: Double, m13: Double, m21: Double, m22: Double, m23: Double, m31: Double, m32: Double,
    m33: Double
  ) {
    (self.m11, self.m12, self.m13) = (m11, m12, m13)
    (self.m21, self.m22, self.m23) = (m21, m22, m23)
    (self.m31, self.m32, self.m33) = (m31, m32, m33)
  }

  public static let identity = Homography(m11: 1, m12: 0, m13: 0, m21: 0, m22: 1, m23: 0, m31: 0, m32: 0, m33: 1)

  /// Scales by `scale`, then translates by `x` and `y`.
  @inlinable public init(scale: Double, x: Double = 0, y: Double = 0) {
    self.init(scaleX: scale, y: scale, translation: Point(x, y))
  }

  /// Scales by `x` and `y`, then translates.
  @inlinable public init(scaleX x: Double, y: Double, translation: Point = .zero) {
    self.init(m11: x, m12: 0, m13: 0, m21: 0, m22: y, m23: 0, m31: translation.x, m32: translation.y, m33: 1)
  }

  public init(_ affine: Transform2D) {
    self.init(
      m11: affine.a, m12: affine.b, m13: 0, m21: affine.c, m22: affine.d, m23: 0, m31: affine.tx, m32: affine.ty, m33: 1
    )
  }

  /// Returns the map that applies `self` first, then `other`.
  public func concatenating(_ o: Homography) -> Homography {
    Homography(
      m11: m11 * o.m11 + m12 * o.m21 + m13 * o.m31,
      m12: m11 * o.m12 + m12 * o.m22 + m13 * o.m32,
      m13: m11 * o.m13 + m12 * o.m23 + m13 * o.m33,
      m21: m21 * o.m11 + m22 * o.m21 + m23 * o.m31,
      m22: m21 * o.m12 + m22 * o.m22 + m23 * o.m32,
      m23: m21 * o.m13 + m22 * o.m23 + m23 * o.m33,
      m31: m31 * o.m11 + m32 * o.m21 + m33 * o.m31,
      m32: m31 * o.m12 + m32 * o.m22 + m33 * o.m32,
      m33: m31 * o.m13 + m32 * o.m23 + m33 * o.m33)
  }

  /// Positive if the front of the plane faces the viewer, negative if the back does (for points with w > 0), zero if
  /// the plane is seen edge-on.
  @inlinable public var determinant: Double {
    m11 * (m22 * m33 - m23 * m32) - m12 * (m21 * m33 - m23 * m31) + m13 * (m21 * m32 - m22 * m31)
  }

  /// Returns the inverse map; `nil` if the plane is seen edge-on, so that a point could come from anywhere on a line.
  ///
  /// The threshold is relative to the size of the matrix elements, because rounding never yields an exact zero. The
  /// longer of the plane's two direction vectors counts for both, since one that points at the viewer is close to zero.
  public func inverted() -> Homography? {
    let determinant = determinant
    let directions = max(m11 * m11 + m12 * m12 + m13 * m13, m21 * m21 + m22 * m22 + m23 * m23)
    let size = directions * (m31 * m31 + m32 * m32 + m33 * m33).squareRoot()
    guard determinant.isFinite, abs(determinant) > 1e-12 * size else { return nil }
    let k = 1 / determinant
    return Homography(
      m11: (m22 * m33 - m23 * m32) * k, m12: (m13 * m32 - m12 * m33) * k, m13: (m12 * m23 - m13 * m22) * k,
      m21: (m23 * m31 - m21 * m33) * k, m22: (m11 * m33 - m13 * m31) * k, m23: (m13 * m21 - m11 * m23) * k,
      m31: (m21 * m32 - m22 * m31) * k, m32: (m12 * m31 - m11 * m32) * k, m33: (m11 * m22 - m12 * m21) * k)
  }

  /// Returns the mapped point before the division: x·w, y·w and w.
  @inlinable public func homogeneous(_ point: Point) -> SIMD3<Double> {
    SIMD3(
      point.x * m11 + point.y * m21 + m31,
      point.x * m12 + point.y * m22 + m32,
      point.x * m13 + point.y * m23 + m33)
  }

  /// Returns the mapped point; `nil` if w is zero or less, at or behind the eye.
  @inlinable public func apply(to point: Point) -> Point? {
    let p = homogeneous(point)
    return p.z > 0 ? Point(p.x / p.z, p.y / p.z) : nil
  }

  /// Returns the point of the plane that appears at `point`; `nil` if the plane is edge-on or is met behind the eye.
  public func unapply(to point: Point) -> Point? {
    guard let inverse = inverted() else { return nil }
    let p = inverse.homogeneous(point)
    guard p.z != 0 else { return nil }
    let source = Point(p.x / p.z, p.y / p.z)
    return homogeneous(source).z > 0 ? source : nil
  }

  /// Returns the velocity in the plane of the point that appears at `point` and moves there with `velocity`; `nil` under
  /// the same conditions as `unapply(to:)`.
  public func unapply(velocity: Point, at point: Point) -> Point? {
    guard let inverse = inverted(), let source = unapply(to: point) else { return nil }
    // The quotient rule; the translation doesn't affect a velocity.
    let w = inverse.homogeneous(point).z
    let change = inverse.homogeneous(velocity) - SIMD3(inverse.m31, inverse.m32, inverse.m33)
    return Point((change.x - source.x * change.z) / w, (change.y - source.y * change.z) / w)
  }

  /// Returns the bounding box of a mapped rectangle; `nil` if a corner is at or behind the eye.
  public func boundingBox(of rect: Rect) -> Rect? {
    guard let a = apply(to: Point(rect.minX, rect.minY)), let b = apply(to: Point(rect.maxX, rect.minY)),
      let c = apply(to: Point(rect.maxX, rect.maxY)), let d = apply(to: Point(rect.minX, rect.maxY))
    else { return nil }
    let (left, top) = (min(min(a.x, b.x), min(c.x, d.x)), min(min(a.y, b.y), min(c.y, d.y)))
    let (right, bottom) = (max(max(a.x, b.x), max(c.x, d.x)), max(max(a.y, b.y), max(c.y, d.y)))
    return Rect(left, top, right - left, bottom - top)
  }
}
