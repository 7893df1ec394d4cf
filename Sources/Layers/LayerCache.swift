import Geometry
import Raster

/// What was drawn for a layer, kept until it changes.
struct LayerCache {
  /// The layer's own contents; one pixel where that is only a colour.
  private(set) var contents: Bitmap?
  private var contentsVersion = -1

  /// For a layer that is rasterized: its sublayers' picture, and the bitmap that holds it all.
  private(set) var rasterized: Bitmap?
  private var picture: Picture?
  private var rasterizedVersion = -1
  private var isDrawn = false

  /// The layer's own contents, drawn anew only if they or the scale changed; `nil` for a layer without any.
  mutating func contents(of layer: Layer, scale: Double) -> Bitmap? {
    guard layer.delegate != nil || (layer.backgroundColor?.alpha ?? 0) > 0 else {
      contents = nil
      return nil
    }
    let size = layer.delegate == nil ? (1, 1) : layer.pixelSize(scale: scale)
    guard let size else { return nil }
    if let contents, contentsVersion == layer.displayVersion, (contents.width, contents.height) == size {
      return contents
    }
    let bitmap = contents.flatMap { ($0.width, $0.height) == size ? $0 : nil } ?? Bitmap(width: size.0, height: size.1)
    layer.drawContents(in: bitmap, clip: bitmap.bounds)
    bitmap.didChange()
    contents = bitmap
    contentsVersion = layer.displayVersion
    return bitmap
  }

  /// The bitmap that holds a layer and all its sublayers. What is in it is up to date only after `redraw`.
  mutating func rasterized(_ layer: Layer) -> Bitmap? {
    guard let size = layer.pixelSize(scale: layer.rasterizationScale) else { return nil }
    if let rasterized, (rasterized.width, rasterized.height) == size { return rasterized }
    let bitmap = Bitmap(width: size.0, height: size.1)
    bitmap.isOpaque = layer.fillsItself
    rasterized = bitmap
    isDrawn = false
    return bitmap
  }

  /// Draws anew what changed of it.
  mutating func redraw(_ layer: Layer, shade: Layer?, renderer: Renderer) {
    guard let bitmap = rasterized, !isDrawn || layer.subtreeIsDirty else { return }
    let picture = picture ?? Picture(of: layer)
    self.picture = picture
    let (sx, sy) = (Double(bitmap.width) / layer.bounds.width, Double(bitmap.height) / layer.bounds.height)
    let toPixels = Transform3D(translationX: -layer.bounds.minX, y: -layer.bounds.minY, z: 0)
      .concatenating(Transform3D(scaleX: sx, y: sy, z: 1))
    var changed = picture.prepareSublayers(
      leavingOut: shade, transform: toPixels, size: bitmap.bounds, scale: layer.rasterizationScale, renderer: renderer)
    if !isDrawn || rasterizedVersion != layer.displayVersion { changed = Region(bitmap.bounds) }
    isDrawn = true
    rasterizedVersion = layer.displayVersion
    guard !changed.isEmpty else { return }
    for index in 0..<changed.count { layer.drawContents(in: bitmap, clip: changed[index]) }
    renderer.draw(picture.quads, into: bitmap, clip: changed)
  }
}

extension Layer {
  /// The pixels that the bounds need; `nil` when there is nothing to see. No side is longer than 16 384 pixels, which
  /// is more than any panel has.
  fileprivate final func pixelSize(scale: Double) -> (Int, Int)? {
    let (width, height) = (bounds.width * scale, bounds.height * scale)
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
    // A size that is whole but for rounding stays whole.
    func pixels(_ length: Double) -> Int { Int(min(max((length - 1e-6).rounded(.up), 1), 16384)) }
    return (pixels(width), pixels(height))
  }

  fileprivate final func drawContents(in bitmap: Bitmap, clip: PixelRect) {
    // A delegate that fills every pixel needs no ground.
    if !isOpaque { bitmap.fill(clip, with: (backgroundColor ?? .clear).premultipliedPixel) }
    delegate?.draw(self, in: bitmap, clip: clip)
    bitmap.isOpaque = fillsItself
  }

  fileprivate final var fillsItself: Bool { isOpaque || (backgroundColor?.alpha ?? 0) >= 1 }
}
