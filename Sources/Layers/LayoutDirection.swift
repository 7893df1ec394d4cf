/// The way that lines and rows run.
public enum LayoutDirection: Sendable {
  case leftToRight
  /// What is laid out from the left is shown mirrored.
  case rightToLeft
}

extension Layer {
  /// The layer's own direction, or that of the nearest layer above it that has one.
  public final var effectiveLayoutDirection: LayoutDirection {
    var layer: Layer? = self
    while let next = layer {
      if let direction = next.layoutDirection { return direction }
      layer = next.superlayer
    }
    return .leftToRight
  }

  /// True where it is shown mirrored, but for its texts and pictures.
  public final var isMirrored: Bool { effectiveLayoutDirection == .rightToLeft }
}
