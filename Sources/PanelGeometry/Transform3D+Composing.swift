extension Transform3D {
  /// Returns the transform that applies `a` first, then `b`.
  public static func concat(_ a: Transform3D, _ b: Transform3D) -> Transform3D { a.concatenating(b) }

  /// Returns the transform that applies `self` first, then `other`: the matrix product `self · other`.
  public func concatenating(_ other: Transform3D) -> Transform3D {
    Transform3D(
      rows: other.applied(to: SIMD4(m11, m12, m13, m14)), other.applied(to: SIMD4(m21, m22, m23, m24)),
      other.applied(to: SIMD4(m31, m32, m33, m34)), other.applied(to: SIMD4(m41, m42, m43, m44)))
  }

  /// Returns a translation followed by `self`.
  public func translatedBy(x: Double, y: Double, z: Double) -> Transform3D {
    Transform3D(translationX: x, y: y, z: z).concatenating(self)
  }

  /// Returns a scaling followed by `self`.
  public func scaledBy(x: Double, y: Double, z: Double) -> Transform3D {
    Transform3D(scaleX: x, y: y, z: z).concatenating(self)
  }

  /// Returns a rotation by `angle` radians about an axis of any length, followed by `self`. A zero axis changes
  /// nothing.
  public func rotated(by angle: Double, x: Double, y: Double, z: Double) -> Transform3D {
    Transform3D(rotationAngle: angle, x: x, y: y, z: z).concatenating(self)
  }
}
