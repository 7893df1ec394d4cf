import Glibc

/// A rotation in space as a unit quaternion: it remains a rotation after millions of steps, and interpolates along the
/// shortest path.
public struct Rotation: Equatable, Hashable, Sendable {
  /// The vector part in x, y and z, the real part in w.
  private var q: SIMD4<Double>

  public static let identity = Rotation(SIMD4(0, 0, 0, 1))

  private init(_ q: SIMD4<Double>) { self.q = q }

  /// Rotates by `angle` radians about an axis of any length; a zero axis yields the identity.
  public init(angle: Double, x: Double, y: Double, z: Double) {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0, length.isFinite else {
      self = .identity
      return
    }
    let k = sin(angle / 2) / length
    self.init(SIMD4(x * k, y * k, z * k, cos(angle / 2)))
  }

  /// Rotates the axes to three orthogonal unit vectors, of which the third is the cross product of the first two.
  init(x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) {
    // Four times each component's square and the products of two components. The largest component is the divisor, so
    // that it is never the rounding error of a zero.
    let squares = SIMD4(
      1 + x.x - y.y - z.z, 1 - x.x + y.y - z.z, 1 - x.x - y.y + z.z, 1 + x.x + y.y + z.z)
    let (yz, zx, xy) = (y.z + z.y, z.x + x.z, x.y + y.x)
    let (wx, wy, wz) = (y.z - z.y, z.x - x.z, x.y - y.x)
    let q =
      switch squares.max() {
      case squares.w: SIMD4(wx, wy, wz, squares.w)
      case squares.x: SIMD4(squares.x, xy, zx, wx)
      case squares.y: SIMD4(xy, squares.y, yz, wy)
      default: SIMD4(zx, yz, squares.z, wz)
      }
    self.init(q / (q * q).sum().squareRoot())
  }

  /// Returns the rotation that applies `self` first, then `other`.
  public func concatenating(_ other: Rotation) -> Rotation {
    let (a, b) = (other.q, q)
    let product = SIMD4(
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z)
    return Rotation(product / (product * product).sum().squareRoot())
  }

  /// Returns the rotation at `progress`, 0…1, on the shortest path to `other`, at constant angular velocity.
  public func interpolated(to other: Rotation, _ progress: Double) -> Rotation {
    var cosine = (q * other.q).sum()
    // A quaternion and its negative are the same rotation; the closer of the two gives the shorter path.
    let target = cosine < 0 ? -other.q : other.q
    cosine = min(abs(cosine), 1)
    let angle = acos(cosine)
    let mixed =
      angle < 1e-6
      ? q + (target - q) * progress
      : (q * sin((1 - progress) * angle) + target * sin(progress * angle)) / sin(angle)
    return Rotation(mixed / (mixed * mixed).sum().squareRoot())
  }

  /// Returns the angle between this rotation and another, in radians, 0…π.
  public func angle(to other: Rotation) -> Double { 2 * acos(min(abs((q * other.q).sum()), 1)) }

  public var transform: Transform3D {
    let (x, y, z, w) = (q.x, q.y, q.z, q.w)
    var m = Transform3D.identity
    (m.m11, m.m12, m.m13) = (1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w))
    (m.m21, m.m22, m.m23) = (2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w))
    (m.m31, m.m32, m.m33) = (2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y))
    return m
  }
}
