extension Transform3D: Interpolatable {
  /// Interpolates scale, shear, rotation, translation and perspective separately, so that a rotation proceeds at
  /// constant speed on the shortest path.
  ///
  /// If either transform is singular and can't be decomposed, the sixteen elements are interpolated linearly. The order
  /// of the parts follows "Decomposing a 3D matrix" in CSS Transforms Module Level 2.
  public func interpolated(to other: Transform3D, _ progress: Double) -> Transform3D {
    if self == other { return other }
    guard let first = Decomposition(self), let last = Decomposition(other) else {
      return Transform3D(elements: zip(elements, other.elements).map { $0.interpolated(to: $1, progress) })
    }
    return first.interpolated(to: last, progress).transform
  }
}

private struct Decomposition {
  private var perspective: SIMD4<Double>
  private var translation: SIMD3<Double>
  private var rotation: Rotation
  private var scale: SIMD3<Double>
  /// xy, xz, yz.
  private var shear: SIMD3<Double>

  init?(_ transform: Transform3D) {
    let m = transform
    guard m.m44 != 0, m.m44.isFinite else { return nil }
    let k = 1 / m.m44
    var affine = m
    (affine.m14, affine.m24, affine.m34, affine.m44) = (0, 0, 0, 1)
    func row(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Double> { SIMD3(x, y, z) * k }
    translation = row(m.m41, m.m42, m.m43)
    var (x, y, z) = (row(m.m11, m.m12, m.m13), row(m.m21, m.m22, m.m23), row(m.m31, m.m32, m.m33))
    (affine.m11, affine.m12, affine.m13) = (x.x, x.y, x.z)
    (affine.m21, affine.m22, affine.m23) = (y.x, y.y, y.z)
    (affine.m31, affine.m32, affine.m33) = (z.x, z.y, z.z)
    (affine.m41, affine.m42, affine.m43) = (translation.x, translation.y, translation.z)
    guard let inverse = affine.inverted() else { return nil }
    // The last column is the affine part times the perspective: p · A⁻¹ᵀ, row by row.
    let column = SIMD4(m.m14, m.m24, m.m34, m.m44) * k
    perspective = SIMD4(
      inverse.m11 * column.x + inverse.m12 * column.y + inverse.m13 * column.z + inverse.m14 * column.w,
      inverse.m21 * column.x + inverse.m22 * column.y + inverse.m23 * column.z + inverse.m24 * column.w,
      inverse.m31 * column.x + inverse.m32 * column.y + inverse.m33 * column.z + inverse.m34 * column.w,
      inverse.m41 * column.x + inverse.m42 * column.y + inverse.m43 * column.z + inverse.m44 * column.w)

    (scale, shear) = (.zero, .zero)
    func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
    scale.x = length(x)
    guard scale.x > 0 else { return nil }
    x /= scale.x
    shear.x = (x * y).sum()
    y -= x * shear.x
    scale.y = length(y)
    guard scale.y > 0 else { return nil }
    y /= scale.y
    shear.x /= scale.y
    shear.y = (x * z).sum()
    z -= x * shear.y
    shear.z = (y * z).sum()
    z -= y * shear.z
    scale.z = length(z)
    guard scale.z > 0 else { return nil }
    z /= scale.z
    shear.y /= scale.z
    shear.z /= scale.z
    let cross = SIMD3(y.y * z.z - y.z * z.y, y.z * z.x - y.x * z.z, y.x * z.y - y.y * z.x)
    if (x * cross).sum() < 0 {
      scale = -scale
      (x, y, z) = (-x, -y, -z)
    }
    rotation = Rotation(x: x, y: y, z: z)
  }

  func interpolated(to other: Decomposition, _ t: Double) -> Decomposition {
    var parts = self
    parts.perspective += (other.perspective - perspective) * t
    parts.translation += (other.translation - translation) * t
    parts.rotation = rotation.interpolated(to: other.rotation, t)
    parts.scale += (other.scale - scale) * t
    parts.shear += (other.shear - shear) * t
    return parts
  }

  var transform: Transform3D {
    var sheared = Transform3D.identity
    (sheared.m21, sheared.m31, sheared.m32) = (shear.x, shear.y, shear.z)
    var projection = Transform3D.identity
    (projection.m14, projection.m24, projection.m34, projection.m44) = (
      perspective.x, perspective.y, perspective.z, perspective.w
    )
    // Scale, shear, rotate, translate, then apply the perspective.
    return Transform3D(scaleX: scale.x, y: scale.y, z: scale.z).concatenating(sheared)
      .concatenating(rotation.transform)
      .concatenating(Transform3D(translationX: translation.x, y: translation.y, z: translation.z))
      .concatenating(projection)
  }
}
