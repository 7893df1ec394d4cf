import PanelLayers

extension Layer {
  /// Returns the homography from the layer's plane to that of any other layer; `nil` if the other one is edge-on.
  func homography(toPlaneOf other: Layer) -> Homography? {
    other.homographyToRoot.inverted().map(homographyToRoot.concatenating)
  }
}

extension Homography {
  /// Returns the projection of a rectangle, without the part behind the eye; may be empty.
  func polygon(of rect: Rect) -> ConvexPolygon {
    // Slightly in front of the eye's plane, where distances are still finite.
    let minimumW = 1e-3 * abs(homogeneous(rect.center).z)
    guard let visiblePart = ConvexPolygon(rect).split(m13, m23, m33 - minimumW)?.positive else {
      return ConvexPolygon()
    }
    var polygon = ConvexPolygon()
    for index in 0..<visiblePart.count {
      if let point = apply(to: visiblePart[index]) { polygon.append(point) }
    }
    return polygon
  }
}

extension ConvexPolygon {
  var points: [Point] { (0..<count).map { self[$0] } }

  /// The mean of the corners; `nil` if there are fewer than three.
  var centroid: Point? { count > 2 ? points.reduce(.zero, +) * (1 / Double(count)) : nil }
}
