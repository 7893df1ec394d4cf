import PanelLayers

/// Properties of the layer under UIKit's names.
extension View {
  public final var backgroundColor: Color? {
    get { layer.backgroundColor }
    set { layer.backgroundColor = newValue }
  }

  /// True to clip the subviews to the bounds and their rounded corners.
  public final var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }

  /// The transform about the anchor point, which is the center by default.
  public final var transform3D: Transform3D {
    get { layer.transform }
    set { layer.transform = newValue }
  }

  /// Returns the bounding box of a rectangle in another view's coordinates; `nil` if a corner can't be converted.
  public final func convert(_ rect: Rect, to other: View) -> Rect? { layer.convert(rect, to: other.layer) }

  public final func convert(_ rect: Rect, from other: View) -> Rect? { other.convert(rect, to: self) }
}
