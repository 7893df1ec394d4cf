/// Rules for drawing a layer and its sublayers as a group.
extension Layer {
  /// False if neither the layer nor its sublayers are drawn.
  final var isShown: Bool { !isHidden && opacity > 0 }

  final var hasSublayers: Bool { !sublayers.isEmpty }

  /// True if all sublayers lie in the layer's own plane.
  final var hasFlatSublayers: Bool { sublayerTransform.isIdentity && sublayers.allSatisfy { $0.isInPlane } }

  private final var isInPlane: Bool {
    !(self is TransformLayer) && zPosition == 0 && anchorPointZ == 0 && transform.m13 == 0 && transform.m23 == 0
      && transform.m43 == 0
  }
}
