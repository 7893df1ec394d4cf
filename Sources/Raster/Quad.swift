import Geometry

/// One item of a display list: a bitmap, and how its plane appears.
public struct Quad {
  public var bitmap: Bitmap

  /// From the bitmap's pixels (0…width, 0…height) to the target's. Where w ≤ 0 nothing is drawn.
  public var transform: Homography

  /// 0…1, multiplies the whole picture.
  public var opacity: Double

  /// The alpha, 0…1, of a black laid over the picture where the picture is: 1 is black.
  public var shade: Double

  public init(_ bitmap: Bitmap, transform: Homography, opacity: Double = 1, shade: Double = 0) {
    self.bitmap = bitmap
    self.transform = transform
    self.opacity = opacity
    self.shade = shade
  }
}
