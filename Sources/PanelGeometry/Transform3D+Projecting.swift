extension Transform3D {
  /// Returns the transformed point before the division: x, y, z and `w = x·m14 + y·m24 + z·m34 + m44`.
  ///
  /// If w is zero or less, the point is at or behind the eye and can't be projected.
  @inlinable public func homogeneous(_ x: Double, _ y: Double, _ z: Double) -> SIMD4<Double> {
    applied(to: SIMD4(x, y, z, 1))
  }

  /// Returns the product of a row vector and the matrix.
  @inlinable public func applied(to v: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(
      v.x * m11 + v.y * m21 + v.z * m31 + v.w * m41,
      v.x * m12 + v.y * m22 + v.z * m32 + v.w * m42,
      v.x * m13 + v.y * m23 + v.z * m33 + v.w * m43,
      v.x * m14 + v.y * m24 + v.z * m34 + v.w * m44)
  }

  /// Transforms a point in space and divides by w; `nil` if w is zero or less.
  public func project(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Double>? {
    let p = homogeneous(x, y, z)
    return p.w > 0 ? SIMD3(p.x / p.w, p.y / p.w, p.z / p.w) : nil
  }

  /// Transforms a direction by the linear part alone; translation and perspective don't affect it.
  public func direction(_ v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      v.x * m11 + v.y * m21 + v.z * m31,
      v.x * m12 + v.y * m22 + v.z * m32,
      v.x * m13 + v.y * m23 + v.z * m33)
  }

  /// The transform restricted to points of the plane z = 0 and projected onto it: the third row and column become the
  /// identity's.
  ///
  /// Every layer except a transform layer applies it to its sublayers.
  public var flattened: Transform3D {
    var r = self
    (r.m13, r.m23, r.m43) = (0, 0, 0)
    (r.m31, r.m32, r.m34) = (0, 0, 0)
    r.m33 = 1
    return r
  }

  /// Maps the plane z = 0 to its picture.
  public var homography: Homography {
    Homography(m11: m11, m12: m12, m13: m14, m21: m21, m22: m22, m23: m24, m31: m41, m32: m42, m33: m44)
  }
}
