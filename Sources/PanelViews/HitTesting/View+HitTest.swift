import PanelLayers

extension Double {
  /// True for an opacity with which a view can't be seen and receives no touches: in the words of UIKit's
  /// `hitTest(_:with:)`, "an alpha level less than 0.01". UIKit stores Float values, so 0.01 itself is less than that.
  var isTransparentOpacity: Bool { Double(Float(self)) < 0.01 }
}

extension View {
  /// True if the view is too transparent to be seen and to receive touches.
  public final var isTransparent: Bool { alpha.isTransparentOpacity }

  /// False if neither the view nor its subviews receive touches at any point.
  package final var receivesTouches: Bool { !isHidden && !isTransparent && isUserInteractionEnabled }

  /// Returns the nearest view that draws at a point, whether or not it receives touches there: a descendant, which may
  /// lie outside of its superview, or the view itself.
  ///
  /// A view draws if it has a background, a border, a picture, a text or another drawing, and isn't nearly transparent.
  /// The drawing's pixels don't count.
  public final func visibleView(at point: Point) -> View? {
    visibleView(at: point) { $0.draws(at: $1) }
  }

  /// Returns the nearest view for which `isBlocking` returns true, at a point in that view's coordinates.
  final func visibleView(at point: Point, _ isBlocking: @escaping (View, Point) -> Bool) -> View? {
    HitTester(order: .depth, isBlocking: isBlocking).test(self, point)
  }

  /// Returns true if the view itself draws at a point of its bounds, in a layer that isn't nearly transparent.
  final func draws(at point: Point) -> Bool {
    guard layer.hasContent || layer.sublayers.contains(where: { $0.decorates(at: point) }) else { return false }
    return !sequence(first: self, next: \.superview).reduce(1) { $0 * $1.alpha }.isTransparentOpacity
  }

  /// Converts a point to another view's coordinates; `nil` if it is behind the eye or the other view is edge-on.
  public final func convert(_ point: Point, to other: View) -> Point? {
    layer.convert(point, to: other.layer)
  }

  /// Converts a point from another view's coordinates; `nil` if it is behind the eye or this view is edge-on.
  public final func convert(_ point: Point, from other: View) -> Point? {
    other.convert(point, to: self)
  }
}

extension Layer {
  /// True for a sublayer that isn't a view's and draws at a point of the superlayer.
  fileprivate final func decorates(at point: Point) -> Bool {
    hasContent && !isHidden && !opacity.isTransparentOpacity && !(delegate is ViewLayerDelegate)
      && frame?.contains(point) == true
  }
}
