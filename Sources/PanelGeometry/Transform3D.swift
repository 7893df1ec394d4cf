import Glibc

/// A 4×4 transform of points in space: x to the right, y down, z toward the viewer.
///
/// Points are row vectors, `p' = p · M`, so the translation is in `m41 m42 m43` and `concat(a, b)` applies `a` first.
public struct Transform3D: Equatable, Hashable, Sendable {
  public var m11, m12, m13, m14: Double
  public var m21, m22, m23, m24: Double
  public var m31, m32, m33, m34: Double
  public var m41, m42, m43, m44: Double

  public static let identity = Transform3D()

  public init() {
    (m11, m12, m13, m14) = (1, 0, 0, 0)
    (m21, m22, m23, m24) = (0, 1, 0, 0)
    (m31, m32, m33, m34) = (0, 0, 1, 0)
    (m41, m42, m43, m44) = (0, 0, 0, 1)
  }

  /// Translates by `x`, `y` and `z` points.
  public init(translationX x: Double, y: Double, z: Double) {
    self.init()
    (m41, m42, m43) = (x, y, z)
  }

  /// Scales about the origin.
  public init(scaleX x: Double, y: Double, z: Double) {
    self.init()
    (m11, m22, m33) = (x, y, z)
  }

  /// Rotates by `angle` radians about the axis (`x`, `y`, `z`) of any length. A zero axis yields the identity.
  ///
  /// About z, a positive angle rotates the x axis toward the y axis.
  public init(rotationAngle angle: Double, x: Double, y: Double, z: Double) {
    self.init()
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0, length.isFinite else { return }
    let (x, y, z) = (x / length, y / length, z / length)
    // The sine of a full turn isn't 0, but the layer should be drawn as one that isn't turned.
    let isFullTurn = angle.remainder(dividingBy: 2 * .pi) == 0
    let (s, c) = isFullTurn ? (0, 1) : (sin(angle), cos(angle))
    let k = 1 - c
    (m11, m12, m13) = (x * x * k + c, x * y * k + z * s, x * z * k - y * s)
    (m21, m22, m23) = (x * y * k - z * s, y * y * k + c, y * z * k + x * s)
    (m31, m32, m33) = (x * z * k + y * s, y * z * k - x * s, z * z * k + c)
  }

  /// A 2D transform in the plane z = 0.
  public init(_ affine: Transform2D) {
    self.init()
    (m11, m12, m21, m22, m41, m42) = (affine.a, affine.b, affine.c, affine.d, affine.tx, affine.ty)
  }

  /// The identity with `m34 = -1/distance`: an eye `distance` points in front of the plane z = 0.
  public init(perspectiveDistance distance: Double) {
    self.init()
    m34 = -1 / distance
  }

  /// Creates a transform from sixteen numbers in row-major order.
  public init(elements e: [Double]) {
    precondition(e.count == 16, "a transform has sixteen numbers")
    self.init(
      rows: SIMD4(e[0], e[1], e[2], e[3]), SIMD4(e[4], e[5], e[6], e[7]), SIMD4(e[8], e[9], e[10], e[11]),
      SIMD4(e[12], e[13], e[14], e[15]))
  }

  init(rows a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ d: SIMD4<Double>) {
    (m11, m12, m13, m14) = (a.x, a.y, a.z, a.w)
    (m21, m22, m23, m24) = (b.x, b.y, b.z, b.w)
    (m31, m32, m33, m34) = (c.x, c.y, c.z, c.w)
    (m41, m42, m43, m44) = (d.x, d.y, d.z, d.w)
  }

  /// The sixteen numbers in row-major order.
  public var elements: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
  }

  public var isIdentity: Bool { self == .identity }

  /// True for a 2D transform: z is unchanged, without perspective.
  public var isAffine: Bool {
    m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m33 == 1 && m34 == 0 && m43 == 0
      && m44 == 1
  }

  /// The equivalent 2D transform; the identity if the transform has none, as in Core Animation.
  public var affineTransform: Transform2D {
    isAffine ? Transform2D(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42) : .identity
  }
}
