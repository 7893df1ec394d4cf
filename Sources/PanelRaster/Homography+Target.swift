import PanelGeometry

/// Maps from the target's pixels to a bitmap's.
extension Homography {
  var isFinite: Bool {
    // If the sum of nine finite numbers overflows, so do later sums.
    (abs(m11) + abs(m12) + abs(m13) + abs(m21) + abs(m22) + abs(m23) + abs(m31) + abs(m32) + abs(m33)).isFinite
  }

  /// Returns the same map with q scaled to at most 1 inside the outline.
  func scaled(toOneIn outline: Outline) -> Homography {
    let k = 1 / (0..<outline.count).reduce(0) { max($0, homogeneous(outline[$1]).z) }
    guard k > 0, k.isFinite else { return self }
    let scaled = Homography(
      m11: m11 * k, m12: m12 * k, m13: m13 * k, m21: m21 * k, m22: m22 * k, m23: m23 * k, m31: m31 * k, m32: m32 * k,
      m33: m33 * k)
    return scaled.isFinite ? scaled : self
  }

  /// Returns a lower bound of q at points inside both an outline and `bounds`. Outside of the bounds, the outline may
  /// extend nearly to the horizon, at which q is 0.
  func minQ(in outline: Outline, _ bounds: PixelRect) -> Double {
    let least = (0..<outline.count).reduce(Double.infinity) { min($0, homogeneous(outline[$1]).z) }
    let (right, down) = (Double(bounds.width) * m13, Double(bounds.height) * m23)
    return max(least, homogeneous(Point(Double(bounds.minX), Double(bounds.minY))).z + min(right, 0) + min(down, 0))
  }

  /// Returns the map as an `IntegerMap`; `nil` if pixels of a bitmap of that size would then look different.
  func integerMap(width: Int, height: Int) -> IntegerMap? {
    guard m33 != 0 else { return nil }
    let (size, k, tolerance) = (Double(max(width, height)), 1 / m33, 1.0 / 512)
    /// Returns -1, 0 or 1 for a number that is close enough to it.
    func step(_ value: Double) -> Int? {
      let whole = (value * k).rounded()
      return abs(whole) <= 1 && abs(value * k - whole) * size < tolerance ? Int(clamping: whole) : nil
    }
    guard let ux = step(m11), let uy = step(m21), let vx = step(m12), let vy = step(m22), abs(ux * vy - uy * vx) == 1
    else { return nil }
    // Centers lie half a pixel, and half a texel, from the corners.
    let (u, v) = (m31 * k + Double(ux + uy - 1) / 2, m32 * k + Double(vx + vy - 1) / 2)
    let (u0, v0) = (u.rounded(), v.rounded())
    guard abs(u0) < 1e6, abs(v0) < 1e6, abs(u - u0) < tolerance, abs(v - v0) < tolerance,
      (abs(m13) + abs(m23)) * abs(k) * size * (size + abs(u0) + abs(v0)) < tolerance
    else { return nil }
    return IntegerMap(ux: ux, uy: uy, u0: Int(clamping: u0), vx: vx, vy: vy, v0: Int(clamping: v0))
  }

  /// Returns the distance between the texels of a pixel and of the pixel four rows below it; 0 for a texture that is
  /// enlarged so much that the cache already holds them.
  func prefetchOffset(x: Double, y: Double) -> (u: Int, v: Int) {
    let p = homogeneous(Point(x, y))
    let (k, u, v) = (4 / p.z, p.x / p.z, p.y / p.z)
    // False for NaN.
    func whole(_ value: Double) -> Int { abs(value) < 1e9 ? Int(clamping: value) : 0 }
    let offset = (u: whole(k * (m21 - u * m23)), v: whole(k * (m22 - v * m23)))
    return max(abs(offset.u), abs(offset.v)) < 2 ? (0, 0) : offset
  }
}
