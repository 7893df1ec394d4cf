import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// The size at which a point of a layer appears, in pixels, for which its bitmap is made.
struct AppearingScale {
  private let needed: Double
  /// The largest of the scales to choose from at which a layer that is turned has no more pixels than the picture.
  private let largest: Double
  /// True for a layer whose bitmap, made for exactly this scale, is copied pixel by pixel.
  let isUpright: Bool

  /// More than this isn't made: a layer that comes near to the eye would need more and more.
  private static let limit = 16.0

  /// - Parameter room: the picture's pixels. Nearer to the eye than they are enough for, a layer is seen in part and is
  ///   stretched: its bitmap would take many times the memory of the screen, at two fingers' will.
  init(_ homography: Homography, of bounds: Rect, room: Int) {
    isUpright = homography.isUpright
    var needed = homography.stretch(at: bounds.center)
    if !isUpright {
      let polygon = ConvexPolygon(bounds)
      for index in 0..<4 { needed = max(needed, homography.stretch(at: polygon[index])) }
    }
    self.needed = min(max(needed, 1e-3), Self.limit)
    largest = Self.step(0.5 * log2(Double(room) / (bounds.width * bounds.height)), .down)
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
