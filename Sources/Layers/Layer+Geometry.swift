import Geometry

extension Layer {
  /// The anchor point in the layer's own coordinates, in points.
  public final var anchor: Point {
    Point(bounds.minX + anchorPoint.x * bounds.width, bounds.minY + anchorPoint.y * bounds.height)
  }

  /// From the layer's coordinates to its superlayer's, before the superlayer's `sublayerTransform`: subtract the
  /// anchor, apply `transform`, add the position.
  public final var transformToSuperlayer: Transform3D {
    let anchor = anchor
    var result = transform.translatedBy(x: -anchor.x, y: -anchor.y, z: -anchorPointZ)
    // Adding a translation on the right needs w: a transform with perspective of its own divides it as well.
    result = result.concatenating(Transform3D(translationX: position.x, y: position.y, z: zPosition))
    return result
  }

  /// `sublayerTransform` about the anchor point: what every sublayer goes through after its own transform.
  public final var sublayerTransformAboutAnchor: Transform3D {
    guard !sublayerTransform.isIdentity else { return .identity }
    let anchor = anchor
    return sublayerTransform.translatedBy(x: -anchor.x, y: -anchor.y, z: 0)
      .concatenating(Transform3D(translationX: anchor.x, y: anchor.y, z: 0))
  }

  /// From the layer's coordinates to those of the topmost layer: every flattening on the way included.
  public final var transformToRoot: Transform3D {
    guard var above = superlayer else { return .identity }
    var result = transformToSuperlayer
    while true {
      result = result.concatenating(above.sublayerTransformAboutAnchor)
      if !(above is TransformLayer) { result = result.droppingDepth }
      guard let next = above.superlayer else { return result }
      result = result.concatenating(above.transformToSuperlayer)
      above = next
    }
  }

  /// The map of the layer's plane into the topmost layer.
  public final var homographyToRoot: Homography { transformToRoot.homography }

  /// The bounding box of the transformed bounds in the superlayer, without the superlayer's `sublayerTransform`. `nil`
  /// when a corner is beside or behind the eye.
  ///
  /// Setting it moves `position` and sizes `bounds`; with a transform other than the identity that isn't the inverse of
  /// reading it, as in Core Animation. Setting `nil` changes nothing.
  public final var frame: Rect? {
    get {
      transformToSuperlayer.homography.boundingBox(of: bounds)
    }
    set {
      guard let newValue else { return }
      bounds.size = newValue.size
      position = Point(
        newValue.minX + anchorPoint.x * newValue.width, newValue.minY + anchorPoint.y * newValue.height)
    }
  }

  /// The side of the layer that the viewer of the topmost layer sees.
  public final var facing: Facing { Facing(homographyToRoot, around: bounds.center) }

  /// A point of this layer in another layer's coordinates, through every perspective between them.
  ///
  /// `nil` when it is behind the eye, or when the other layer is seen edge-on. Layers of two trees are converted
  /// through their topmost layers, as if those lay upon each other.
  public final func convert(_ point: Point, to other: Layer) -> Point? {
    if other === self { return point }
    return homographyToRoot.apply(to: point).flatMap(other.homographyToRoot.unapply)
  }

  /// The bounding box of the rectangle in another layer's coordinates; `nil` when a corner has no place there.
  public final func convert(_ rect: Rect, to other: Layer) -> Rect? {
    let corners = rect.corners.compactMap { convert($0, to: other) }
    return corners.count == 4 ? Rect(bounding: corners) : nil
  }
}

/// The side of a plane that is seen.
public enum Facing: String, Sendable {
  case front, back, edge

  /// - Parameters:
  ///   - homography: from the plane's points to those of the picture.
  ///   - point: a point of the plane on the viewer's side of the eye, for telling the sign.
  public init(_ homography: Homography, around point: Point) {
    guard homography.inverted() != nil else {
      self = .edge
      return
    }
    let w = homography.homogeneous(point).z
    self = homography.determinant * w > 0 ? .front : .back
  }
}

extension Transform3D {
  /// The same picture pressed into the plane z = 0. What comes in may still have a depth: it has had its effect on x, y
  /// and w by then. For what lies in a plane itself this is all that `flattened` is.
  public var droppingDepth: Transform3D {
    var result = self
    (result.m13, result.m23, result.m33, result.m43) = (0, 0, 0, 0)
    return result
  }
}
