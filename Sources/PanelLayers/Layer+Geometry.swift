import PanelGeometry

extension Layer {
  /// The anchor point in the layer's own coordinates, in points.
  public final var anchor: Point {
    Point(bounds.minX + anchorPoint.x * bounds.width, bounds.minY + anchorPoint.y * bounds.height)
  }

  /// The transform from the layer's coordinates to its superlayer's, before the superlayer's `sublayerTransform`:
  /// subtract the anchor point, apply `transform`, add the position. Before, a change of `layoutDirection` mirrors.
  public final var transformToSuperlayer: Transform3D {
    let anchor = anchor
    // A translation on the right involves w, because a `transform` with perspective divides the translation, too.
    let result = transform.translatedBy(x: -anchor.x, y: -anchor.y, z: -anchorPointZ)
      .concatenating(Transform3D(translationX: position.x, y: position.y, z: zPosition))
    guard isMirroredInSuperlayer else { return result }
    return Transform3D(scaleX: -1, y: 1, z: 1).concatenating(Transform3D(translationX: 2 * bounds.midX, y: 0, z: 0))
      .concatenating(result)
  }

  /// `sublayerTransform` about the anchor point, applied to every sublayer after its own transform.
  public final var sublayerTransformAboutAnchor: Transform3D {
    guard !sublayerTransform.isIdentity else { return .identity }
    let anchor = anchor
    return sublayerTransform.translatedBy(x: -anchor.x, y: -anchor.y, z: 0)
      .concatenating(Transform3D(translationX: anchor.x, y: anchor.y, z: 0))
  }

  /// The transform from the layer's coordinates to the root layer's, including every flattening in between.
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

  /// Maps the layer's plane to the root layer.
  public final var homographyToRoot: Homography { transformToRoot.homography }

  /// The bounding box of the transformed bounds in the superlayer, without the superlayer's `sublayerTransform`. `nil`
  /// if a corner is at or behind the eye.
  ///
  /// Setting it moves `position` and sizes `bounds`. As in Core Animation, that isn't the inverse of reading it unless
  /// the transform is the identity. Setting `nil` changes nothing.
  public final var frame: Rect? {
    get { transformToSuperlayer.homography.boundingBox(of: bounds) }
    set {
      guard let newValue else { return }
      bounds.size = newValue.size
      position = Point(
        newValue.minX + anchorPoint.x * newValue.width, newValue.minY + anchorPoint.y * newValue.height)
    }
  }

  /// The side of the layer that is seen in the plane of the nearest superlayer that isn't a `TransformLayer`.
  ///
  /// That superlayer is flat: its sublayers keep their sides, whatever side of itself it shows. `isDoubleSided` refers to
  /// this side, as in Core Animation.
  public final var facing: Facing {
    guard var above = superlayer else { return .front }
    var transform = transformToSuperlayer
    while true {
      transform = transform.concatenating(above.sublayerTransformAboutAnchor)
      guard above is TransformLayer, let next = above.superlayer else { return facing(through: transform) }
      transform = transform.concatenating(above.transformToSuperlayer)
      above = next
    }
  }

  /// Returns the side of the layer that is seen in the plane that it is flattened into. A change of `layoutDirection`
  /// on the way doesn't exchange the sides.
  ///
  /// - Parameter transform: from the layer's coordinates to those of the superlayer that flattens it.
  public final func facing(through transform: Transform3D) -> Facing {
    let facing = Facing(transform.homography, around: bounds.center)
    var plane = superlayer
    while let layer = plane, layer is TransformLayer { plane = layer.superlayer }
    guard facing != .edge, let plane, isMirrored != plane.isMirrored else { return facing }
    return facing == .front ? .back : .front
  }

  /// Converts a point to another layer's coordinates, through every perspective between them.
  ///
  /// Layers of two trees are converted through their root layers, as if those coincided.
  ///
  /// - Returns: `nil` if the point is behind the eye, or if the other layer is seen edge-on.
  public final func convert(_ point: Point, to other: Layer) -> Point? {
    if other === self { return point }
    return homographyToRoot.apply(to: point).flatMap(other.homographyToRoot.unapply)
  }

  /// Returns the bounding box of the rectangle in another layer's coordinates; `nil` if a corner can't be converted.
  public final func convert(_ rect: Rect, to other: Layer) -> Rect? {
    let corners = rect.corners.compactMap { convert($0, to: other) }
    return corners.count == 4 ? Rect(bounding: corners) : nil
  }
}

/// The visible side of a plane.
public enum Facing: String, Sendable {
  case front, back, edge

  /// - Parameters:
  ///   - homography: maps the plane's points to the picture.
  ///   - point: a point of the plane in front of the eye, which decides the sign.
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
  /// The transform followed by a projection onto z = 0. The depth of its input still affects x, y and w. For points
  /// that lie in the plane z = 0, the result equals that of `flattened`.
  public var droppingDepth: Transform3D {
    var result = self
    (result.m13, result.m23, result.m33, result.m43) = (0, 0, 0, 0)
    return result
  }
}
