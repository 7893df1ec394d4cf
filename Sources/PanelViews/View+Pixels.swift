import PanelGeometry
import PanelLayers

extension View {
  /// The pixels per point of the view: the window's `scale`, unless the view or an ancestor is magnified and has its own
  /// `contentScaleFactor`.
  final var pixelsPerPoint: Double {
    var view = self
    while view.contentScaleFactor == nil, let superview = view.superview { view = superview }
    return view.contentScaleFactor ?? view.ownWindow?.scale ?? 1
  }

  /// Returns a coordinate or a length, in points, rounded to whole pixels.
  public final func roundedToPixels(_ length: Double) -> Double {
    let scale = pixelsPerPoint
    return (length * scale).rounded() / scale
  }

  /// Returns a size in points, rounded up to whole pixels, so that the edges of a view of this size can be on pixels
  /// without cutting it off.
  final func roundedUpToPixels(_ size: Size) -> Size {
    let scale = pixelsPerPoint
    // Tolerates rounding errors of the division.
    func roundedUp(_ length: Double) -> Double { (length * scale - 1e-6).rounded(.up) / scale }
    return Size(roundedUp(size.width), roundedUp(size.height))
  }

  /// Sets the frame and magnifies the contents: the bounds are the frame's size divided by the magnification.
  ///
  /// - Parameters:
  ///   - frame: in the superview.
  ///   - magnification: the superview's points per point of the view.
  public final func setFrame(_ frame: Rect, magnification: Double) {
    layer.transform = Transform3D(scaleX: magnification, y: magnification, z: magnification)
    bounds = Rect(origin: bounds.origin, size: frame.size * (1 / magnification))
    center = frame.center
    contentScaleFactor = (superview?.pixelsPerPoint ?? 1) * magnification
  }

  /// Lays out the views after a change of the pixels per point.
  final func scaleDidChange() {
    setNeedsLayout()
    for subview in subviews { subview.scaleDidChange() }
  }

  /// Lays out the view and its subviews, if needed.
  public final func layoutIfNeeded() {
    if needsLayout {
      needsLayout = false
      layoutSubviews()
    }
    for subview in subviews { subview.layoutIfNeeded() }
  }
}
