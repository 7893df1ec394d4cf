extension Transform3D {
  public var determinant: Double {
    let (a, b) = minors
    return a.0 * b.5 - a.1 * b.4 + a.2 * b.3 + a.3 * b.2 - a.4 * b.1 + a.5 * b.0
  }

  /// Returns the inverse transform; `nil` if this transform is singular.
  public func inverted() -> Transform3D? {
    let (a, b) = minors
    let determinant = a.0 * b.5 - a.1 * b.4 + a.2 * b.3 + a.3 * b.2 - a.4 * b.1 + a.5 * b.0
    guard determinant != 0, determinant.isFinite else { return nil }
    let k = 1 / determinant
    var r = Transform3D()
    r.m11 = (m22 * b.5 - m23 * b.4 + m24 * b.3) * k
    r.m12 = (-m12 * b.5 + m13 * b.4 - m14 * b.3) * k
    r.m13 = (m42 * a.5 - m43 * a.4 + m44 * a.3) * k
    r.m14 = (-m32 * a.5 + m33 * a.4 - m34 * a.3) * k
    r.m21 = (-m21 * b.5 + m23 * b.2 - m24 * b.1) * k
    r.m22 = (m11 * b.5 - m13 * b.2 + m14 * b.1) * k
    r.m23 = (-m41 * a.5 + m43 * a.2 - m44 * a.1) * k
    r.m24 = (m31 * a.5 - m33 * a.2 + m34 * a.1) * k
    r.m31 = (m21 * b.4 - m22 * b.2 + m24 * b.0) * k
    r.m32 = (-m11 * b.4 + m12 * b.2 - m14 * b.0) * k
    r.m33 = (m41 * a.4 - m42 * a.2 + m44 * a.0) * k
    r.m34 = (-m31 * a.4 + m32 * a.2 - m34 * a.0) * k
    r.m41 = (-m21 * b.3 + m22 * b.1 - m23 * b.0) * k
    r.m42 = (m11 * b.3 - m12 * b.1 + m13 * b.0) * k
    r.m43 = (-m41 * a.3 + m42 * a.1 - m43 * a.0) * k
    r.m44 = (m31 * a.3 - m32 * a.1 + m33 * a.0) * k
    return r
  }

  private typealias Minors = (Double, Double, Double, Double, Double, Double)

  /// The 2×2 minors of the upper and the lower two rows. Laplace's expansion needs each of them several times.
  private var minors: (Minors, Minors) {
    let upper = (
      m11 * m22 - m12 * m21, m11 * m23 - m13 * m21, m11 * m24 - m14 * m21,
      m12 * m23 - m13 * m22, m12 * m24 - m14 * m22, m13 * m24 - m14 * m23
    )
    let lower = (
      m31 * m42 - m32 * m41, m31 * m43 - m33 * m41, m31 * m44 - m34 * m41,
      m32 * m43 - m33 * m42, m32 * m44 - m34 * m42, m33 * m44 - m34 * m43
    )
    return (upper, lower)
  }
}
