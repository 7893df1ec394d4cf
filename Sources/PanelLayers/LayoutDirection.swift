/// The direction of lines of text and of rows of views.
public enum LayoutDirection: Sendable {
  case leftToRight
  /// Content laid out from the left is shown mirrored.
  case rightToLeft
}

extension Layer {
  /// The layer's own direction, or else that of its nearest superlayer with a direction.
  public final var effectiveLayoutDirection: LayoutDirection {
    var layer: Layer? = self
    while let next = layer {
      if let direction = next.layoutDirection { return direction }
      layer = next.superlayer
    }
    return .leftToRight
  }

  /// True if the layer's direction isn't its superlayer's.
  final var isMirroredInSuperlayer: Bool {
    guard let layoutDirection, let superlayer else { return false }
    return layoutDirection != superlayer.effectiveLayoutDirection
  }

  /// True if the layer is shown mirrored; its texts and images remain readable.
  public final var isMirrored: Bool { effectiveLayoutDirection == .rightToLeft }
}
