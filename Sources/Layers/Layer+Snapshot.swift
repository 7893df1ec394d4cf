import Geometry
import Raster

extension Layer {
  /// The alpha, 0…1, of the shadow that lies over the whole layer: what `snapshot` leaves out.
  public final var shade: Double { foldedShade(isOpaque: fillsItself)?.opacity ?? 0 }

  /// A picture of the layer and all beneath it, for a bitmap of its bounds' size. It shows the layer as it is now and
  /// changes no more; a shadow that is laid over the whole layer is left out, for it belongs to the place.
  ///
  /// - Parameter scale: pixels to a point of the layer.
  /// - Returns: `nil` where the layer has no extent.
  public final func snapshot(scale: Double) -> Bitmap? {
    guard let (width, height) = bounds.pixelSize(scale: scale) else { return nil }
    // Drawn as a group, it is up to date afterwards, and who shows it hasn't heard of that.
    let wasDirty = subtreeIsDirty
    defer { if wasDirty { subtreeIsDirty = true } }
    let bitmap = Bitmap(width: width, height: height)
    let renderer = Renderer(threads: 1)
    let picture = Picture(of: self, isSnapshot: true)
    _ = picture.prepare(size: bitmap.bounds, scale: scale, renderer: renderer)
    var quads = picture.quads
    for index in quads.indices { quads[index].shade = 0 }
    renderer.draw(quads, into: bitmap, clip: Region(bitmap.bounds))
    bitmap.isOpaque = fillsItself && cornerRadius == 0
    return bitmap
  }
}
