import PanelGeometry
import PanelRaster

extension Layer {
  /// Renders the layer and its sublayers into a bitmap of its bounds.
  ///
  /// Later changes don't affect the bitmap. The layer's own `shade` is left out, because it belongs to the layer's place.
  ///
  /// - Parameter scale: pixels per point of the layer.
  /// - Returns: `nil` if the bounds are empty.
  public final func snapshot(scale: Double) -> Bitmap? {
    guard let (width, height) = bounds.pixelSize(scale: scale) else { return nil }
    // Drawing the group clears the dirty flag, but the displayed picture hasn't seen the change yet.
    let wasDirty = subtreeIsDirty
    defer { if wasDirty { subtreeIsDirty = true } }
    let bitmap = Bitmap(width: width, height: height)
    let renderer = Renderer(threads: 1)
    let picture = DisplayListBuilder(of: self, isSnapshot: true)
    _ = picture.updateDamage(size: bitmap.bounds, scale: scale, renderer: renderer)
    picture.draw(into: bitmap, clip: Region(bitmap.bounds), renderer: renderer)
    bitmap.isOpaque = isFullyOpaque && cornerRadii.isZero
    return bitmap
  }

  /// Renders what is behind a sublayer: the layer's own content and its other sublayers.
  ///
  /// Later changes don't affect the bitmap. The layer's opacity, border and mask are left out.
  ///
  /// - Parameters:
  ///   - omitted: a sublayer, which may be in a transform layer.
  ///   - area: the part of the layer that the bitmap covers, in points.
  ///   - scale: pixels per point of the layer.
  /// - Returns: `nil` if the area is empty.
  public final func snapshot(behind omitted: Layer, in area: Rect, scale: Double) -> Bitmap? {
    guard let (width, height) = area.pixelSize(scale: scale) else { return nil }
    let wasDirty = subtreeIsDirty
    defer { if wasDirty { subtreeIsDirty = true } }
    let bitmap = Bitmap(width: width, height: height)
    let renderer = Renderer(threads: 1)
    let picture = DisplayListBuilder(of: self, isSnapshot: true, leavingOut: omitted)
    let toArea = Transform2D(translationX: bounds.minX - area.minX, y: bounds.minY - area.minY)
    _ = picture.updateDamage(size: bitmap.bounds, scale: scale, pictureTransform: toArea, renderer: renderer)
    picture.draw(into: bitmap, clip: Region(bitmap.bounds), renderer: renderer)
    return bitmap
  }

  /// True if the layer or a sublayer has changed since the last frame.
  public final var hasChanges: Bool { subtreeIsDirty }
}
