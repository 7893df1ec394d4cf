import PanelViews

/// The areas that layers cover in a picture: clipped to it and to the layers that mask them, hidden or not by others.
enum VisibleArea {
  /// Returns the sums for a window's visible layers, in pixels.
  ///
  /// - Returns: the sum for all layers with their shadows, and for those whose content isn't a single color.
  static func sums(in window: Window) -> (all: Double, contents: Double) {
    var sums = (all: 0.0, contents: 0.0)
    let scale = window.scale
    let picture = ConvexPolygon(Rect(0, 0, window.size.width * scale, window.size.height * scale))
    add(window.rootView.layer, to: &sums, clip: picture, scale: scale)
    return sums
  }

  private static func add(
    _ layer: Layer, to sums: inout (all: Double, contents: Double), clip: ConvexPolygon, scale: Double
  ) {
    guard !layer.isHidden, layer.opacity > 0 else { return }
    var clip = clip
    if !(layer is TransformLayer) {
      let map = layer.homographyToRoot.concatenating(Homography(scale: scale))
      let visible = clipped(layer.bounds, map, to: clip)
      let isSingleColor =
        layer.delegate?.drawsContents != true && layer.contents == nil && !(layer is GradientLayer)
        && layer.cornerRadius == 0
        && layer.borderWidth == 0 && layer.backgroundGradient == nil
      sums.all += visible.area
      if layer.hasContent, !isSingleColor { sums.contents += visible.area }
      if layer.hasContent, layer.shadowOpacity > 0 {
        let reach = 3 * layer.shadowRadius
        let shadow = layer.bounds.insetBy(-reach, -reach).offsetBy(dx: layer.shadowOffset.x, dy: layer.shadowOffset.y)
        let area = clipped(shadow, map, to: clip).area
        sums.all += area
        sums.contents += area
      }
      if layer.masksToBounds { clip = visible }
    }
    for sublayer in layer.sublayers { add(sublayer, to: &sums, clip: clip, scale: scale) }
  }

  /// Maps a rectangle, without what is behind the eye, and clips it to a convex polygon.
  private static func clipped(_ rect: Rect, _ map: Homography, to clip: ConvexPolygon) -> ConvexPolygon {
    guard clip.count > 2 else { return ConvexPolygon() }
    let corners = rect.corners.map { map.homogeneous($0) }
    let near = max(corners.map(\.z).max() ?? 0, 0) * 1e-5
    var points: [Point] = []
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % 4]
      if corner.z > near { points.append(Point(corner.x / corner.z, corner.y / corner.z)) }
      if (corner.z > near) != (next.z > near) {
        let crossing = corner + (next - corner) * ((near - corner.z) / (next.z - corner.z))
        points.append(Point(crossing.x / near, crossing.y / near))
      }
    }
    guard near > 0, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return ConvexPolygon() }
    var result = ConvexPolygon()
    for point in points { result.append(point) }
    let isClockwise = clip.signedArea > 0
    for index in 0..<clip.count {
      let (start, side) = (clip[index], clip.following(index) - clip[index])
      let (a, b) = isClockwise ? (-side.y, side.x) : (side.y, -side.x)
      guard let parts = result.split(a, b, -(a * start.x + b * start.y)) else { continue }
      result = parts.positive
    }
    return result
  }
}
