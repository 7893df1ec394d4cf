import PanelGeometry
import PanelRaster
import PanelText

/// Draws a layer into bitmaps, which the layer's cache keeps.
struct LayerRasterizer {
  let layer: Layer
  let renderer: Renderer

  /// Returns the layer's own content, redrawn if the layer or the scale changed; `nil` if the layer draws nothing.
  func contents(scale: BitmapScale) -> Bitmap? {
    guard layer.hasContent else {
      layer.cache.contents = nil
      return nil
    }
    let bounds = layer.bounds
    guard !layer.isSingleColor else { return bounds.isEmpty ? nil : contents(width: 1, height: 1) }
    guard let size = bounds.pixelSize(scale: scale.pixelsPerPoint) else { return nil }
    if let gradient = layer.onlyGradient { return contents(showing: gradient, size) }
    // Along an axis without change a single pixel is stretched.
    let varies = layer.isSquareAndUndecorated && scale.isUpright ? layer.fillVaries : (true, true)
    return contents(width: varies.0 ? size.0 : 1, height: varies.1 ? size.1 : 1)
  }

  private func contents(showing gradient: RadialGradient, _ size: (Int, Int)) -> Bitmap {
    if let contents = layer.cache.contents, layer.cache.contentsVersion == layer.displayVersion,
      (contents.width, contents.height) == size
    {
      return contents
    }
    let bounds = layer.bounds
    let (scale, center) = (Double(size.0) / bounds.width, gradient.center - bounds.origin)
    let pixelCenter = Point(center.x * scale, center.y * Double(size.1) / bounds.height)
    return store(Bitmap(width: size.0, height: size.1, showing: gradient.placed(at: pixelCenter, scale: scale)))
  }

  private func contents(width: Int, height: Int) -> Bitmap {
    let old = layer.cache.contents.flatMap { ($0.width, $0.height) == (width, height) && !$0.showsGradient ? $0 : nil }
    if let old, layer.cache.contentsVersion == layer.displayVersion { return old }
    let bitmap = old ?? Bitmap(width: width, height: height)
    func draw(_ clip: PixelRect) {
      layer.drawOwnContent(in: bitmap, covering: layer.bounds, clip: clip)
      if layer.hasBorder { layer.drawBorder(on: Canvas(bitmap, fitting: layer.bounds, clip: clip)) }
    }
    if old != nil, bitmap.isOpaque == layer.isFullyOpaque {
      renderer.redraw(bitmap, layer.dirtyPixels(of: bitmap), draw)
    } else {
      if layer.isFullyOpaque { bitmap.willDrawAll() }
      draw(bitmap.bounds)
      bitmap.isOpaque = layer.isFullyOpaque
      bitmap.didChange()
    }
    return store(bitmap)
  }

  private func store(_ contents: Bitmap) -> Bitmap {
    layer.dirtyRect = .zero
    (layer.cache.contents, layer.cache.contentsVersion) = (contents, layer.displayVersion)
    return contents
  }

  /// Returns the bitmap for the layer with all its sublayers, and the area it covers in the layer's points. Its pixels
  /// are valid only after `redrawGroup`.
  func group(scale: BitmapScale) -> (bitmap: Bitmap, extent: Rect)? {
    layer.cache.contents = nil
    if !layer.cache.isGroupDrawn || layer.subtreeIsDirty { layer.cache.groupExtent = layer.extent }
    let extent = layer.cache.groupExtent
    let pixelsPerPoint = layer.shouldRasterize ? layer.rasterizationScale : scale.pixelsPerPoint
    guard let size = extent.pixelSize(scale: pixelsPerPoint) else { return nil }
    if let group = layer.cache.group, (group.width, group.height) == size { return (group, extent) }
    let bitmap = Bitmap(width: size.0, height: size.1)
    bitmap.isOpaque = layer.isFullyOpaque && extent == layer.bounds
    (layer.cache.group, layer.cache.isGroupDrawn) = (bitmap, false)
    return (bitmap, extent)
  }

  /// Redraws the parts of the group's bitmap that changed.
  ///
  /// - Parameter overlay: the sublayer that the quad's `shade` replaces; see `foldedOverlay`.
  func redrawGroup(overlay: Layer?) {
    let wasDrawn = layer.cache.isGroupDrawn
    guard let bitmap = layer.cache.group, !wasDrawn || layer.subtreeIsDirty else { return }
    let displayList = layer.cache.groupDisplayList ?? DisplayListBuilder(of: layer)
    layer.cache.groupDisplayList = displayList
    let extent = layer.cache.groupExtent
    let (sx, sy) = (Double(bitmap.width) / extent.width, Double(bitmap.height) / extent.height)
    let toPixels = Transform3D(translationX: -extent.minX, y: -extent.minY, z: 0)
      .concatenating(Transform3D(scaleX: sx, y: sy, z: 1))
    var changed = displayList.prepareSublayers(
      leavingOut: overlay, transform: toPixels, size: bitmap.bounds, renderer: renderer)
    let alphaIsShade = overlay != nil && overlay !== layer.sublayers.last
    if !wasDrawn, bitmap.isOpaque { bitmap.willDrawAll() }
    if !wasDrawn || layer.cache.groupVersion != layer.displayVersion || alphaIsShade != bitmap.alphaIsShade {
      changed = Region(bitmap.bounds)
    }
    (layer.cache.isGroupDrawn, layer.cache.groupVersion) = (true, layer.displayVersion)
    guard !changed.isEmpty else { return }
    for index in 0..<changed.count { layer.drawOwnContent(in: bitmap, covering: extent, clip: changed[index]) }
    // A bitmap that a delegate draws is opaque only from now on.
    bitmap.isOpaque = layer.isFullyOpaque && extent == layer.bounds
    bitmap.alphaIsShade = alphaIsShade
    if alphaIsShade {
      // A second bitmap borrows the same pixels, so that `bitmap` records a single change.
      let shaded = Bitmap(
        borrowing: bitmap.pixels, width: bitmap.width, height: bitmap.height, stride: bitmap.stride)
      renderer.draw(Array(displayList.quads[..<displayList.shadedCount]), into: shaded, clip: changed)
      // From here on alpha accumulates the coverage of the quads above the shade, which the shade must not darken.
      for index in 0..<changed.count { bitmap.clearAlpha(in: changed[index]) }
      renderer.draw(Array(displayList.quads[displayList.shadedCount...]), into: bitmap, clip: changed)
    } else {
      renderer.draw(displayList.quads, into: bitmap, clip: changed)
    }
    if layer.hasBorder || (layer.masksToBounds && layer.cornerRadius > 0) {
      for index in 0..<changed.count {
        let canvas = Canvas(bitmap, fitting: extent, clip: changed[index])
        if layer.masksToBounds, layer.cornerRadius > 0 { canvas.mask(layer.bounds, radius: layer.cornerRadius) }
        layer.drawBorder(on: canvas)
      }
      bitmap.didChange(changed)
    }
    guard alphaIsShade else { return }
    for index in 0..<changed.count { bitmap.invertAlpha(in: changed[index]) }
  }

  /// Returns the layer's shadow; `nil` for a layer without a shadow.
  func shadow() -> Shadow? {
    guard layer.shadowOpacity > 0, layer.hasContent, layer.shadowColor.alpha > 0 else {
      layer.cache.shadow = nil
      return nil
    }
    if layer.cache.shadow?.version != layer.displayVersion { layer.cache.shadow = Shadow(of: layer) }
    return layer.cache.shadow
  }
}

extension Layer {
  /// Returns the pixels of the layer's own content that `dirtyRect` touches.
  fileprivate final func dirtyPixels(of bitmap: Bitmap) -> PixelRect {
    // Mirroring moves the part.
    guard let dirtyRect, !isMirrored else { return bitmap.bounds }
    let (sx, sy) = (Double(bitmap.width) / bounds.width, Double(bitmap.height) / bounds.height)
    let origin = dirtyRect.origin - bounds.origin
    return PixelRect(around: Rect(origin.x * sx, origin.y * sy, dirtyRect.width * sx, dirtyRect.height * sy))
      .intersection(bitmap.bounds)
  }

  /// The area that the layer and its sublayers cover, in the layer's points: the bounds, enlarged by sublayers that
  /// extend beyond them.
  fileprivate final var extent: Rect {
    guard !masksToBounds else { return bounds }
    var extent = bounds
    for sublayer in sublayers where !sublayer.isHidden && sublayer.opacity > 0 {
      sublayer.extend(&extent, space: sublayerTransformAboutAnchor)
    }
    // If nothing extends beyond the bounds, return them exactly, without rounding errors.
    return bounds.nearlyContains(extent) ? bounds : extent
  }

  private final func extend(_ extent: inout Rect, space: Transform3D) {
    let transform = transformToSuperlayer.concatenating(space)
    if !(self is TransformLayer), let box = transform.homography.boundingBox(of: bounds) {
      extent = extent.union(box.insetBy(-shadowReach, -shadowReach))
    }
    guard !masksToBounds || self is TransformLayer else { return }
    let inner = sublayerTransformAboutAnchor.concatenating(self is TransformLayer ? transform : transform.flattened)
    for sublayer in sublayers where !sublayer.isHidden { sublayer.extend(&extent, space: inner) }
  }

  private final var shadowReach: Double {
    shadowOpacity > 0 ? 2.6 * shadowRadius + 2 + Swift.max(abs(shadowOffset.x), abs(shadowOffset.y)) : 0
  }
}
