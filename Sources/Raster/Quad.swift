import Geometry

/// One item of a display list: a bitmap, and how its plane appears.
public struct Quad {
  public var bitmap: Bitmap

  /// From the bitmap's pixels (0…width, 0…height) to the target's. Where w ≤ 0 nothing is drawn.
  public var transform: Homography

  /// The part of the bitmap that is drawn, in its pixels; `nil` for all of it. Parts of one bitmap are taken for pieces
  /// that don't overlap: along their cuts nothing of what lies beneath is seen.
  public var part: ConvexPolygon?

  /// For a bitmap that isn't opaque as a whole, such as a card with round corners: a part of it that is, in its pixels.
  public var core: ConvexPolygon?

  /// 0…1, multiplies the whole picture.
  public var opacity: Double

  /// The alpha, 0…1, of a black laid over the picture where the picture is: 1 is black. See `Bitmap.alphaIsShade`.
  public var shade: Double

  /// Less than 1 in a target that is stretched afterwards: the number of its pixels for each of the screen's. The bitmap's
  /// smaller copies are chosen as for the screen: no more of them are made, and kept, than it needs.
  public var coarseness = 1.0

  /// For a quad of a 3D space that no drawing order shows right: it is drawn by its depth at each pixel.
  public var depth: QuadDepth?

  /// True if nothing of the quad can be seen, so that its bitmap needn't be up to date. See `Renderer.markHidden`.
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

  /// Its picture in the target; empty when it has none.
  var outline: Outline { Outline(part ?? ConvexPolygon(bitmap.rect), transform: transform) }
}

/// The depth of a quad's plane: `x · X + y · Y + constant` at the target pixel (X, Y). A larger depth is nearer to the viewer.
public struct QuadDepth: Equatable, Sendable {
  public var x, y, constant: Double
  /// Consecutive quads with the same number are drawn by depth; those in one plane are drawn in their order.
  public var space: Int

  public init(x: Double, y: Double, constant: Double, space: Int) {
    (self.x, self.y, self.constant, self.space) = (x, y, constant, space)
  }
}

extension Bitmap {
  /// The bounds as numbers of pixels.
  var rect: Rect { Rect(0, 0, Double(width), Double(height)) }
}
