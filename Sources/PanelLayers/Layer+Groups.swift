/// Rules for drawing a layer and its sublayers into one bitmap, a group.
extension Layer {
  /// False if neither the layer nor its sublayers are drawn.
  final var isShown: Bool { !isHidden && opacity > 0 }

  /// True if the layer is drawn into a bitmap together with its sublayers. Fading, clipping, cutting, and a border, which
  /// is above the sublayers, apply to the whole.
  final func isDrawnAsGroup(opacity: Double, needsSingleQuad: Bool) -> Bool {
    shouldRasterize || (!sublayers.isEmpty && (opacity < 1 || masksToBounds || hasBorder || needsSingleQuad))
  }

  /// Returns the last sublayer that only lays translucent black over the whole layer. It isn't drawn: the quad of the
  /// layer's group gets its opacity as `shade`, and is darkened while it is drawn.
  ///
  /// Sublayers above it must not be darkened. The alpha channel of the group's bitmap tells them apart
  /// (`Bitmap.alphaIsShade`), so the bitmap must be opaque, and all sublayers in it.
  final func foldedOverlay(isOpaque: Bool) -> Layer? {
    guard sublayerTransform.isIdentity, let overlay = sublayers.last(where: { $0.isBlackOverlay(of: bounds) }),
      overlay === sublayers.last || (isOpaque && hasFlatSublayers)
    else { return nil }
    return overlay
  }

  /// True if all sublayers lie in the layer's own plane.
  final var hasFlatSublayers: Bool { sublayerTransform.isIdentity && sublayers.allSatisfy { $0.isInPlane } }

  private final func isBlackOverlay(of bounds: Rect) -> Bool {
    backgroundColor == .black && !delegateDraws && sublayers.isEmpty && !isHidden && transform.isIdentity
      && zPosition == 0 && frame == bounds
  }

  private final var isInPlane: Bool {
    !(self is TransformLayer) && zPosition == 0 && transform.m13 == 0 && transform.m23 == 0 && transform.m43 == 0
  }
}
