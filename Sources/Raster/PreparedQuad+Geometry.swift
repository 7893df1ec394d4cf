import Geometry

extension PreparedQuad {
  /// The deepest of the smaller copies that is needed inside of `bounds`: where the picture is smallest, q is.
  func deepestLevel(in bounds: PixelRect) -> Int {
    var least = Double.infinity
    for index in 0..<outline.count {
      least = min(least, map.homogeneous(outline[index]).z)
    }
    // A plane can run to the horizon far outside of them.
    let (x, y) = (Double(bounds.minX), Double(bounds.minY))
    let (width, height) = (Double(bounds.width) * map.m13, Double(bounds.height) * map.m23)
    let leastInside = map.homogeneous(Point(x, y)).z + min(width, 0) + min(height, 0)
    let q = max(least, leastInside)
    guard q > 0 else { return MipLevels.limit }
    let level = MipChoice(density: density / (q * q * q))
    return level.weight > 0 ? level.level + 1 : level.level
  }
}

/// The choice of a bitmap's copy for a target pixel that lies over several texels.
///
/// The measure is the area: a face that turns away shrinks in one direction only, and by the smaller side it would be
/// blurred along the other. Up to 2½ texels a pixel the bilinear filter does well; from there to 3½ the next copy is
/// blended in step by step, so that nothing jumps while a face turns; from there on it is alone. And so on, times 4.
struct MipChoice {
  var level: Int
  /// Of the next copy, 0…127 of 128.
  var weight: Int16

  /// Of the first `count` copies.
  func limited(to count: Int) -> MipChoice {
    var choice = self
    choice.level = min(level, count &- 1)
    if choice.level &+ 1 == count { choice.weight = 0 }
    return choice
  }

  /// `density` is in texels a pixel.
  @inline(__always) init(density: Double) {
    let bits = Float(density).bitPattern
    let exponent = Int(bits >> 23) - 127
    if exponent < 1 {
      (level, weight) = (0, 0)
    } else {
      level = exponent >> 1
      // Of 128ths of the way from 2 to 4, the 64 in the middle count.
      let part = exponent & 1 == 1 ? 2 * Int16(truncatingIfNeeded: bits >> 16 & 127) - 64 : 0
      if part >= 128 { level += 1 }
      weight = part > 0 && part < 128 ? part : 0
    }
  }
}

extension Outline {
  /// All pixels that the outline may touch.
  var pixelBounds: PixelRect {
    var (low, high) = (self[0], self[0])
    for index in 1..<count {
      low = Point(min(low.x, self[index].x), min(low.y, self[index].y))
      high = Point(max(high.x, self[index].x), max(high.y, self[index].y))
    }
    return PixelRect(
      minX: Int(clamping: (low.x + Edge.tolerance).rounded(.down)),
      minY: Int(clamping: (low.y + Edge.tolerance).rounded(.down)),
      maxX: Int(clamping: (high.x - Edge.tolerance).rounded(.up)),
      maxY: Int(clamping: (high.y - Edge.tolerance).rounded(.up)))
  }

  func touches(_ rect: PixelRect) -> Bool { !pixelBounds.intersection(rect).isEmpty }
}

extension Homography {
  var isFinite: Bool {
    // A sum is finite only when all of its terms are; nine finite ones may still overflow, and are then no use either.
    (abs(m11) + abs(m12) + abs(m13) + abs(m21) + abs(m22) + abs(m23) + abs(m31) + abs(m32) + abs(m33)).isFinite
  }

  /// The same map, with q at most 1 at the corners, and so all over.
  func scaled(toOneIn outline: Outline) -> Homography {
    var most = 0.0
    for index in 0..<outline.count { most = max(most, homogeneous(outline[index]).z) }
    let k = 1 / most
    guard k > 0, k.isFinite else { return self }
    let scaled = Homography(
      m11: m11 * k, m12: m12 * k, m13: m13 * k, m21: m21 * k, m22: m22 * k, m23: m23 * k, m31: m31 * k, m32: m32 * k,
      m33: m33 * k)
    return scaled.isFinite ? scaled : self
  }

  /// This map's move, if it is no more than that, and by whole pixels.
  var wholeMove: (x: Int, y: Int)? {
    guard m11 == 1, m12 == 0, m13 == 0, m21 == 0, m22 == 1, m23 == 0, m33 == 1, let x = Int(exactly: m31),
      let y = Int(exactly: m32)
    else { return nil }
    return (x, y)
  }

  /// This map from target to bitmap in whole steps, for a bitmap of that size, if it is nothing else that one could
  /// see.
  func wholeSteps(width: Int, height: Int) -> WholeSteps? {
    guard m33 != 0 else { return nil }
    let (size, k, tolerance) = (Double(max(width, height)), 1 / m33, 1.0 / 512)
    /// -1, 0 or 1.
    func step(_ value: Double) -> Int? {
      let whole = (value * k).rounded()
      return abs(whole) <= 1 && abs(value * k - whole) * size < tolerance ? Int(clamping: whole) : nil
    }
    guard let ux = step(m11), let uy = step(m21), let vx = step(m12), let vy = step(m22), abs(ux * vy - uy * vx) == 1
    else { return nil }
    // A pixel's centre lies half a pixel from its corner, and so does a texel's.
    let (u, v) = (m31 * k + Double(ux + uy - 1) / 2, m32 * k + Double(vx + vy - 1) / 2)
    let (u0, v0) = (u.rounded(), v.rounded())
    guard abs(u0) < 1e6, abs(v0) < 1e6, abs(u - u0) < tolerance, abs(v - v0) < tolerance,
      (abs(m13) + abs(m23)) * abs(k) * size * (size + abs(u0) + abs(v0)) < tolerance
    else { return nil }
    return WholeSteps(ux: ux, uy: uy, u0: Int(clamping: u0), vx: vx, vy: vy, v0: Int(clamping: v0))
  }
}

extension PreparedQuad {
  /// Where the bitmap will be read four rows further down, in texels from where it is read at a place.
  func ahead(x: Double, y: Double) -> (u: Int, v: Int) {
    let p = map.homogeneous(Point(x, y))
    let k = 4 / p.z
    let (u, v) = (p.x / p.z, p.y / p.z)
    // Also of what isn't a number.
    func whole(_ value: Double) -> Int { abs(value) < 1e9 ? Int(clamping: value) : 0 }
    let ahead = (whole(k * (map.m21 - u * map.m23)), whole(k * (map.m22 - v * map.m23)))
    return max(abs(ahead.0), abs(ahead.1)) < 2 ? (0, 0) : ahead
  }
}
