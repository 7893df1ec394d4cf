import PanelGeometry

extension Layer {
  /// The area that the layer and its sublayers cover, in the layer's points: the bounds, enlarged by sublayers that
  /// extend beyond them. It is very large if a sublayer passes the eye.
  final var extent: Rect {
    guard !masksToBounds else { return bounds }
    // Bright sublayers are drawn without the layer's own content.
    var extent = shadesSublayers ? bounds : Rect(origin: anchor, size: .zero)
    for sublayer in sublayers where sublayer.isShown { sublayer.extend(&extent, space: sublayerTransformAboutAnchor) }
    guard shadesSublayers else { return extent }
    // If nothing extends beyond the bounds, return them exactly, without rounding errors.
    return bounds.nearlyContains(extent) ? bounds : extent
  }

  private final func extend(_ extent: inout Rect, space: Transform3D) {
    let transform = transformToSuperlayer.concatenating(space)
    if !(self is TransformLayer), hasContent || masksToBounds {
      let covered = hasShadow ? bounds.union(shadowExtent) : bounds
      let box = transform.homography.boundingBox(of: covered)
      extent = extent.union(box ?? Rect(-1e6, -1e6, 2e6, 2e6))
    }
    guard !masksToBounds || self is TransformLayer else { return }
    let inner = sublayerTransformAboutAnchor.concatenating(self is TransformLayer ? transform : transform.flattened)
    for sublayer in sublayers where sublayer.isShown { sublayer.extend(&extent, space: inner) }
  }
}
