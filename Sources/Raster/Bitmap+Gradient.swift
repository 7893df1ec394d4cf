import Geometry

extension Bitmap {
  /// Fills with colours in straight lines: `first` up to `start`, `last` from `end` on, in sRGB between them.
  ///
  /// `start` and `end` are in pixels. The result is opaque, dithered, and the same wherever `clip` lies; only what is
  /// inside of `clip` is written. Where both points are the same all of it is `last`.
  public func fillLinearGradient(
    from start: Point, to end: Point, colors first: Color, _ last: Color, clip: PixelRect? = nil
  ) {
    let gradient = LinearGradient(from: start, to: end, first, last)
    background = gradient
    let rect = bounds.intersection(clip ?? bounds)
    for y in rect.minY..<rect.maxY { gradient.fill(pixels + (y * stride + rect.minX), rect.minX..<rect.maxX, y: y) }
  }

  /// Fills with colours in rings, of a gradient in pixels. The result is opaque, dithered, and the same wherever `clip` lies;
  /// only what is inside of `clip` is written.
  public func fill(_ gradient: RadialGradient, clip: PixelRect? = nil) {
    let rect = bounds.intersection(clip ?? bounds)
    guard !rect.isEmpty else { return }
    let rings = Rings(gradient)
    for y in rect.minY..<rect.maxY {
      rings.fill(pixels + (y * stride + rect.minX), rect.minX..<rect.maxX, RowPlaces(y: y))
    }
  }
}
