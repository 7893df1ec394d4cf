import Geometry
import Layers
import Views

extension Layer {
  /// The map of the layer's plane into another's, wherever in the tree; `nil` where that one is seen edge-on.
  func homography(over other: Layer) -> Homography? {
    other.homographyToRoot.inverted().map(homographyToRoot.concatenating)
  }

  /// Puts the layer where a rectangle of another plane appears in its superlayer.
  func place(_ rect: Rect, by homography: Homography) {
    (bounds, anchorPoint, position) = (Rect(origin: .zero, size: rect.size), .zero, .zero)
    transform = Transform3D(homography).translatedBy(x: rect.minX, y: rect.minY, z: 0)
  }
}

extension Homography {
  /// The picture of a rectangle, without what is beside or behind the eye; empty where nothing is left.
  func polygon(of rect: Rect) -> ConvexPolygon {
    // A little before the eye's plane, where nothing is infinitely far away yet.
    let least = 1e-3 * abs(homogeneous(rect.center).z)
    guard let shown = ConvexPolygon(rect).split(m13, m23, m33 - least)?.positive else { return ConvexPolygon() }
    var polygon = ConvexPolygon()
    for index in 0..<shown.count {
      if let point = apply(to: shown[index]) { polygon.append(point) }
    }
    return polygon
  }

  /// The factor by which the longest of a rectangle's edges grows.
  func stretch(of rect: Rect) -> Double {
    let polygon = polygon(of: rect)
    guard polygon.count == 4, !rect.isEmpty else { return 1 }
    return (0..<4).map { (polygon.following($0) - polygon[$0]).length / ($0 % 2 == 0 ? rect.width : rect.height) }
      .max() ?? 1
  }
}

extension ConvexPolygon {
  var points: [Point] { (0..<count).map { self[$0] } }

  /// The mean of the corners; `nil` where there is nothing.
  var middle: Point? { count > 2 ? points.reduce(.zero, +) * (1 / Double(count)) : nil }

  /// The part of it that lies in another.
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
  /// The transform from the view's space to that of the view above that flattens it, its depth kept.
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
