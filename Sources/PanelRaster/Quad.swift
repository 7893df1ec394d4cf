import PanelGeometry

/// An item of a display list: a bitmap under a perspective map.
public struct Quad {
  public var bitmap: Bitmap

  /// Maps the bitmap's pixels (0…width, 0…height) to the target's. Points with w ≤ 0 aren't drawn.
  public var transform: Homography

  /// The part of the bitmap to draw, in its pixels; `nil` for all of it. Parts of the same bitmap may not overlap. They
  /// are drawn without seams along their common sides.
  public var part: ConvexPolygon?

  /// An opaque part of a bitmap that isn't opaque as a whole, such as a card with round corners, in its pixels.
  public var opaquePart: ConvexPolygon?

  /// 0…1.
  public var opacity: Double

  /// The alpha, 0…1, of a black overlay on the bitmap: 1 is black.
  public var shade: Double

  /// Nothing of the quad is drawn outside of this rectangle, in the target's pixels; `nil` for no clip.
  public var clip: PixelRect?

  /// The number of the 3D space that the quad is in; 0 for none. Common corners and sides are closed only among the quads
  /// of one space.
  public var space = 0

  /// Set for quads of a 3D space that no drawing order shows correctly: they are drawn by their depth at each pixel.
  public var depth: QuadDepth?

  /// True if nothing of the quad is visible, so that its bitmap needn't be up to date. See `Renderer.markHidden`.
  public internal(set) var isHidden = false

  public init(
    _ bitmap: Bitmap, transform: Homography, part: ConvexPolygon? = nil, opacity: Double = 1, shade: Double = 0
  ) {
    self.bitmap = bitmap
    self.transform = transform
    self.part = part
    self.opacity = opacity
    self.shade = shade
  }

  /// True if corners and sides are closed between this quad and others.
  var sharesSpace: Bool { (space > 0 || part != nil) && depth == nil }

  /// False if the quad is fully transparent, or can't be drawn.
  var isVisible: Bool { Color.clamped(opacity) * 256 >= 0.5 && inverse != nil }

  /// True if the quad is certainly outside of a rectangle. Only maps without perspective are examined.
  func isOutside(_ rect: PixelRect) -> Bool {
    guard transform.m13 == 0, transform.m23 == 0, transform.m33 == 1 else { return false }
    let (width, height) = (Double(bitmap.width), Double(bitmap.height))
    let (x, y) = (transform.m31, transform.m32)
    let (alongX, downX) = (width * transform.m11, height * transform.m21)
    let (alongY, downY) = (width * transform.m12, height * transform.m22)
    return x + min(alongX, 0) + min(downX, 0) > Double(rect.maxX)
      || y + min(alongY, 0) + min(downY, 0) > Double(rect.maxY)
      || x + max(alongX, 0) + max(downX, 0) < Double(rect.minX)
      || y + max(alongY, 0) + max(downY, 0) < Double(rect.minY)
  }

  /// From the target to the bitmap; `nil` if the quad can't be drawn, and so hides nothing. Borrowed memory may lack the
  /// padding that sampling reads.
  var inverse: Homography? {
    guard bitmap.ownsPixels, max(bitmap.width, bitmap.height) <= Texels.maxSide,
      let inverse = transform.inverted(), inverse.isFinite
    else { return nil }
    return inverse
  }

  /// The quad in the target; empty if it isn't visible.
  var outline: Outline { Outline(part ?? ConvexPolygon(bitmap.rect), transform: transform) }
}

/// The depth of a quad's plane: `x · X + y · Y + constant` at the target pixel (X, Y). A larger depth is nearer to the
/// viewer.
public struct QuadDepth: Equatable, Sendable {
  public var x, y, constant: Double
  /// Consecutive quads with the same number are drawn by depth; those in the same plane are drawn in their order.
  public var space: Int

  public init(x: Double, y: Double, constant: Double, space: Int) {
    self.x = x
    self.y = y
    self.constant = constant
    self.space = space
  }
}
