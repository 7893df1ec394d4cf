import Glibc
import PanelGeometry

/// The scale at which a layer appears, in pixels per point. It determines the resolution of the layer's bitmap.
struct BitmapScale {
  /// The scale at the largest magnification within the layer, at most `maximumScale`.
  private let requiredScale: Double
  /// The largest quantized scale at which the bitmap of a rotated layer has no more pixels than the picture.
  private let maximumRotatedScale: Double
  /// True if the layer's bitmap has exactly this scale and is copied pixel by pixel.
  let isUpright: Bool

  /// The maximum scale. A layer that approaches the eye would otherwise need ever larger bitmaps.
  private static let maximumScale = 16.0

  /// - Parameters:
  ///   - homography: maps the layer's points to pixels.
  ///   - visible: the visible part of the layer's bounds, in points.
  ///   - pictureArea: the picture's number of pixels. A visible part that needs more is seen in perspective, and gets
  ///     stretched at its near end.
  init(_ homography: Homography, visible bounds: Rect, pictureArea: Int) {
    isUpright = homography.isUpright
    var requiredScale = homography.magnification(at: bounds.center)
    if !isUpright {
      let polygon = ConvexPolygon(bounds)
      for index in 0..<4 { requiredScale = max(requiredScale, homography.magnification(at: polygon[index])) }
    }
    self.requiredScale = min(max(requiredScale, 1e-3), Self.maximumScale)
    maximumRotatedScale = Self.quantized(0.5 * log2(Double(pictureArea) / (bounds.width * bounds.height)), .down)
  }

  /// The scale of the bitmap, in pixels per point.
  ///
  /// For a rotated layer it is quantized, so that not every angle needs a redraw. It depends only on the current
  /// transform, so a recording looks the same regardless of which frames were drawn.
  var pixelsPerPoint: Double {
    guard !isUpright else { return requiredScale }
    return min(Self.quantized(log2(requiredScale) - 5e-10, .up), maximumRotatedScale)
  }

  /// Returns 2 to the given power, rounded to a power of √2. Adjacent results differ by a factor of two in pixels, which
  /// is an acceptable excess.
  private static func quantized(_ power: Double, _ rule: FloatingPointRoundingRule) -> Double {
    exp2((power * 2).rounded(rule) / 2)
  }
}

extension Homography {
  /// Returns the largest factor by which a short distance at a point grows, over all directions; 0 behind the eye.
  fileprivate func magnification(at point: Point) -> Double {
    let p = homogeneous(point)
    guard p.z > 0 else { return 0 }
    let (x, y) = (p.x / p.z, p.y / p.z)
    // The partial derivatives of the two quotients.
    let (a, b) = ((m11 - x * m13) / p.z, (m12 - y * m13) / p.z)
    let (c, d) = ((m21 - x * m23) / p.z, (m22 - y * m23) / p.z)
    // The larger singular value of the 2×2 matrix.
    let (sum, difference) = (a * a + b * b + c * c + d * d, a * a + b * b - c * c - d * d)
    let cross = a * c + b * d
    return ((sum + (difference * difference + 4 * cross * cross).squareRoot()) / 2).squareRoot()
  }
}
