import PanelGeometry

/// Consecutive quads of a display list that are faded or masked together.
///
/// They are drawn in place, over what lies beneath. Then the pixels beneath, which were kept, are blended back in as far as
/// the group is translucent or masked. For source-over compositing that equals a group drawn into a separate bitmap.
public struct QuadGroup: Equatable, Sendable {
  /// The indices of the quads. Groups may nest, but not overlap otherwise.
  public var quads: Range<Int>

  /// 0…1.
  public var opacity: Double

  /// Nothing is drawn outside of this polygon, in the target's pixels; `nil` for no mask.
  public var mask: ConvexPolygon?

  /// Nothing is drawn outside of this rounded rectangle, in the target's pixels; `nil` for no mask.
  public var roundedMask: RoundedPixelRect?

  public init(
    _ quads: Range<Int>, opacity: Double = 1, mask: ConvexPolygon? = nil, roundedMask: RoundedPixelRect? = nil
  ) {
    self.quads = quads
    self.opacity = opacity
    self.mask = mask
    self.roundedMask = roundedMask
  }
}

/// A rectangle of whole pixels with round corners.
public struct RoundedPixelRect: Hashable, Sendable {
  public var rect: PixelRect
  /// In pixels, each at most half the rectangle's shorter side.
  public var radii: CornerRadii

  public init(_ rect: PixelRect, radii: CornerRadii) {
    self.rect = rect
    self.radii = radii
  }
}
