import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// The size at which a point of a layer appears, in pixels, for which its bitmap is made.
struct AppearingScale {
  private let needed: Double
  /// The largest of the scales to choose from at which a layer that is turned has no more pixels than the picture.
  private let largest: Double
  /// True for a layer that is neither turned, but by quarters of a circle, nor seen in perspective: made for exactly this scale, its bitmap is copied
  /// pixel by pixel.
  let isUpright: Bool

  /// More than this isn't made: a layer that comes near to the eye would need more and more.
  private static let limit = 16.0

  /// - Parameter picture: what is beyond it is made for nobody. A layer that comes near to the eye is seen in part and is
  ///   stretched there: its bitmap would take many times the memory of the screen, at two fingers' will.
  init(_ homography: Homography, of bounds: Rect, in picture: PixelRect) {
    let isOnItsSide = homography.m11 == 0 && homography.m22 == 0
    isUpright =
      homography.m13 == 0 && homography.m23 == 0 && (isOnItsSide || (homography.m12 == 0 && homography.m21 == 0))
    var needed = 0.0
    if isUpright {
      needed = homography.stretch(at: bounds.center)
    } else {
      let seen = homography.part(of: bounds, in: picture)
      for index in 0..<seen.count { needed = max(needed, homography.stretch(at: seen[index])) }
    }
    self.needed = min(max(needed, 1e-3), Self.limit)
    largest = Self.step(0.5 * log2(Double(picture.area) / (bounds.width * bounds.height)), .down)
  }

  /// The scale to make a bitmap for. For a layer that is turned it is one of a few, so that it isn't drawn anew for each
  /// angle; and it depends on nothing but the angle, so that a film looks the same however many of its frames were drawn.
  var chosen: Double {
    guard !isUpright else { return needed }
    return min(Self.step(log2(needed) - 5e-10, .up), largest)
  }

  /// The scale next to a power of two. From one to the next there are twice as many pixels: so many more than needed do no
  /// harm.
  private static func step(_ power: Double, _ rule: FloatingPointRoundingRule) -> Double {
    exp2((power * 2).rounded(rule) / 2)
  }
}

extension Homography {
  /// The part of a rectangle that appears in a picture.
  fileprivate func part(of bounds: Rect, in picture: PixelRect) -> ConvexPolygon {
    var part = ConvexPolygon(bounds)
    func keep(_ a: Double, _ b: Double, _ c: Double) { part = part.split(a, b, c)?.positive ?? part }
    let (left, right) = (Double(picture.minX), Double(picture.maxX))
    let (top, bottom) = (Double(picture.minY), Double(picture.maxY))
    // Before the eye first: behind it the sides are the other way round.
    keep(m13, m23, m33)
    keep(m11 - left * m13, m21 - left * m23, m31 - left * m33)
    keep(right * m13 - m11, right * m23 - m21, right * m33 - m31)
    keep(m12 - top * m13, m22 - top * m23, m32 - top * m33)
    keep(bottom * m13 - m12, bottom * m23 - m22, bottom * m33 - m32)
    return part
  }

  /// The factor by which a short way grows at a point, in the direction in which it grows most; 0 behind the eye.
  fileprivate func stretch(at point: Point) -> Double {
    let p = homogeneous(point)
    guard p.z > 0 else { return 0 }
    let (x, y) = (p.x / p.z, p.y / p.z)
    // The derivatives of the quotients.
    let (a, b) = ((m11 - x * m13) / p.z, (m12 - y * m13) / p.z)
    let (c, d) = ((m21 - x * m23) / p.z, (m22 - y * m23) / p.z)
    // The larger singular value of the two by two matrix.
    let (sum, difference) = (a * a + b * b + c * c + d * d, a * a + b * b - c * c - d * d)
    let cross = a * c + b * d
    return ((sum + (difference * difference + 4 * cross * cross).squareRoot()) / 2).squareRoot()
  }
}
