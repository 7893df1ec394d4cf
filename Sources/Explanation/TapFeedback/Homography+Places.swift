import PanelGeometry
import PanelLayers
import PanelViews

extension Layer {
  /// Returns the homography from the layer's plane to that of any other layer; `nil` if the other one is edge-on.
  func homography(over other: Layer) -> Homography? {
    other.homographyToRoot.inverted().map(homographyToRoot.concatenating)
  }

  /// Places the layer where a rectangle of another plane appears in its superlayer.
  func place(_ rect: Rect, by homography: Homography) {
    (bounds, anchorPoint, position) = (Rect(origin: .zero, size: rect.size), .zero, .zero)
    transform = Transform3D(homography).translatedBy(x: rect.minX, y: rect.minY, z: 0)
  }
}

extension Homography {
  /// Returns the image of a rectangle, without the part behind the eye; may be empty.
  func polygon(of rect: Rect) -> ConvexPolygon {
    // Slightly in front of the eye's plane, where distances are still finite.
    let least = 1e-3 * abs(homogeneous(rect.center).z)
    guard let shown = ConvexPolygon(rect).split(m13, m23, m33 - least)?.positive else { return ConvexPolygon() }
    var polygon = ConvexPolygon()
    for index in 0..<shown.count {
      if let point = apply(to: shown[index]) { polygon.append(point) }
    }
    return polygon
  }

  /// Returns the factor by which a rectangle's longest edge grows.
  func stretch(of rect: Rect) -> Double {
    let polygon = polygon(of: rect)
    guard polygon.count == 4, !rect.isEmpty else { return 1 }
    return (0..<4).map { (polygon.following($0) - polygon[$0]).length / ($0 % 2 == 0 ? rect.width : rect.height) }
      .max() ?? 1
  }
}

extension ConvexPolygon {
  var points: [Point] { (0..<count).map { self[$0] } }

  /// The centroid of the corners; `nil` for an empty polygon.
  var middle: Point? { count > 2 ? points.reduce(.zero, +) * (1 / Double(count)) : nil }

  func intersection(_ other: ConvexPolygon) -> ConvexPolygon {
    var result = self
    let sign = other.signedArea < 0 ? -1.0 : 1.0
    for index in 0..<other.count {
      let (a, b) = (other[index], other.following(index))
      let normal = Point(a.y - b.y, b.x - a.x) * sign
      guard let parts = result.split(normal.x, normal.y, -normal.x * a.x - normal.y * a.y) else { return result }
      result = parts.positive
    }
    return result
  }
}

extension View {
  /// The transform to the space of the nearest flattening ancestor, including depth.
  var transformInSpace: Transform3D {
    var transform = layer.transformToSuperlayer
    var above = layer.superlayer
    while let next = above {
      transform = transform.concatenating(next.sublayerTransformAboutAnchor)
      guard next is TransformLayer else { break }
      transform = transform.concatenating(next.transformToSuperlayer)
      above = next.superlayer
    }
    return transform
  }
}
