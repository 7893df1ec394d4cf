import PanelGeometry
import PanelRaster
import PanelText

/// Draws a layer into bitmaps, which the layer's cache keeps.
struct LayerRasterizer {
  let layer: Layer
  let renderer: Renderer
  /// The size of the picture, in pixels.
  let picture: PixelRect
  let budget: PixelBudget
  /// True in a group that is drawn in place, and in a space that is drawn by depth. Their quads are drawn together, so the
  /// bitmaps of all of them are in memory at once.
  let isInGroup: Bool

  // MARK: Own content

  /// A layer's own content, or its border.
  struct Contents {
    let bitmap: Bitmap
    /// The bitmap's rectangle, in points of the layer.
    let extent: Rect
    /// True if memory is short: `drawContents` must draw the bitmap for each frame.
    var isDeferred = false
  }

  /// Returns the bitmap for the layer's own content; `nil` if the layer draws nothing. Its pixels are valid only after
  /// `drawContents`.
  ///
  /// - Parameters:
  ///   - visible: the visible part of the bounds, in points.
  ///   - cornerRadii: the radii of the background's corners, in points.
  ///   - hasBorder: false to leave the border to the caller.
  func reserveContents(scale: BitmapScale, visible: Rect, cornerRadii: CornerRadii, hasBorder: Bool) -> Contents? {
    guard layer.hasContent else {
      layer.cache.contents = nil
      return nil
    }
    let bounds = layer.bounds
    var shape = ContentsShape(extent: bounds, cornerRadii: cornerRadii, hasBorder: layer.hasBorder && hasBorder)
    let isPlain = layer.isUndecorated && shape.cornerRadii.isZero && !shape.hasBorder
    if isPlain, !layer.hasFill, layer.backgroundGradient == nil {
      return bounds.isEmpty ? nil : reserveContents((1, 1), shape)
    }
    var pixelsPerPoint = pixelsPerPoint(scale)
    shape.extent = bounds.bitmapPart(around: visible, pixelsPerPoint: pixelsPerPoint, picture: picture)
    pixelsPerPoint = limited(
      pixelsPerPoint, shape.extent, isKnown: layer.cache.contentsFrame == budget.frame, &layer.cache.isContentsReduced)
    guard let size = shape.extent.pixelSize(scale: pixelsPerPoint) else { return nil }
    // Along an axis without change a single pixel is stretched.
    let varies = isPlain && scale.isUpright ? layer.fillVaries : (true, true)
    return reserveContents((varies.0 ? size.0 : 1, varies.1 ? size.1 : 1), shape)
  }

  private func pixelsPerPoint(_ scale: BitmapScale) -> Double {
    layer.shouldRasterize ? layer.rasterizationScale : scale.pixelsPerPoint
  }

  private func reserveContents(_ size: (Int, Int), _ shape: ContentsShape) -> Contents {
    let isDeferred = size.0 * size.1 > 1 && !takesPixels(size.0 * size.1) && !isInGroup
    var bitmap = cachedContents(size, shape)
    if bitmap == nil || isDeferred != layer.cache.isContentsDeferred {
      bitmap = nil
      layer.cache.contentsVersion = -1
    }
    let placed = bitmap ?? Bitmap(width: size.0, height: size.1)
    (layer.cache.contents, layer.cache.contentsShape) = (placed, shape)
    layer.cache.isContentsDeferred = isDeferred
    let isOutdated = layer.cache.contentsVersion != layer.displayVersion
    if isOutdated {
      let isOpaque = layer.fillsBounds && shape.cornerRadii.isZero
      // The background appears or disappears everywhere.
      if placed.isOpaque != isOpaque { layer.dirtyRect = nil }
      placed.isOpaque = isOpaque
    }
    if isDeferred {
      if isOutdated { placed.didChange() }
      layer.cache.contentsVersion = layer.displayVersion
      layer.dirtyRect = .zero
    }
    return Contents(bitmap: placed, extent: shape.extent, isDeferred: isDeferred)
  }

  /// Returns the resolution of a bitmap, which is low in a group if memory is short.
  ///
  /// - Parameters:
  ///   - isKnown: true if `isReduced` is that of another piece in this frame.
  ///   - isReduced: whether the resolution is low.
  private func limited(_ pixelsPerPoint: Double, _ extent: Rect, isKnown: Bool, _ isReduced: inout Bool) -> Double {
    let area = extent.width * extent.height * pixelsPerPoint * pixelsPerPoint
    guard isInGroup, area > Self.pixelsBeyondBudget else { return pixelsPerPoint }
    if !isKnown { isReduced = !budget.hasContents(Int(clamping: area)) }
    return isReduced ? pixelsPerPoint * (Self.pixelsBeyondBudget / area).squareRoot() : pixelsPerPoint
  }

  /// Takes the pixels for the layer's own content from the budget, once for all of its pieces.
  private func takesPixels(_ count: Int) -> Bool {
    guard layer.cache.contentsFrame != budget.frame else { return !layer.cache.isContentsDeferred }
    layer.cache.contentsFrame = budget.frame
    return budget.takeContents(count)
  }

  private func cachedContents(_ size: (Int, Int), _ shape: ContentsShape) -> Bitmap? {
    guard let bitmap = layer.cache.contents, (bitmap.width, bitmap.height) == size, layer.cache.contentsShape == shape
    else { return nil }
    return bitmap
  }

  /// Draws the bitmap of the last `reserveContents`.
  func drawContents() {
    guard let bitmap = layer.cache.contents else { return }
    let shape = layer.cache.contentsShape
    func draw(_ clip: PixelRect) {
      layer.drawOwnContent(in: bitmap, covering: shape.extent, cornerRadii: shape.cornerRadii, clip: clip)
      let masks = layer.masksToBounds && !shape.cornerRadii.isZero && layer.delegateDraws
      guard masks || shape.hasBorder else { return }
      let canvas = Canvas(bitmap, fitting: shape.extent, clip: clip)
      if masks { canvas.mask(layer.bounds, radii: shape.cornerRadii) }
      if shape.hasBorder { layer.drawBorder(on: canvas) }
    }
    // Deferred content is the same each time, so the bitmap doesn't count as changed.
    guard !layer.cache.isContentsDeferred else { return draw(bitmap.bounds) }
    guard layer.cache.contentsVersion != layer.displayVersion else { return }
    if layer.cache.contentsVersion >= 0 {
      renderer.redraw(bitmap, layer.dirtyPixels(of: bitmap, covering: shape.extent), draw)
    } else {
      if bitmap.isOpaque { bitmap.willDrawAll() }
      draw(bitmap.bounds)
      bitmap.didChange()
    }
    layer.cache.contentsVersion = layer.displayVersion
    layer.dirtyRect = .zero
  }

  /// Returns the border of a layer that is drawn in place, to be shown over its sublayers.
  func border(scale: BitmapScale, visible: Rect) -> Contents? {
    let extent = layer.bounds.bitmapPart(around: visible, pixelsPerPoint: scale.pixelsPerPoint, picture: picture)
    let pixelsPerPoint = limited(
      scale.pixelsPerPoint, extent, isKnown: layer.cache.borderFrame == budget.frame, &layer.cache.isBorderReduced)
    guard let size = extent.pixelSize(scale: pixelsPerPoint) else { return nil }
    let isDeferred = !takesBorderPixels(size.0 * size.1) && !isInGroup
    if let border = layer.cache.border, (border.width, border.height) == size,
      layer.cache.borderVersion == layer.displayVersion, layer.cache.borderExtent == extent,
      layer.cache.isBorderDeferred == isDeferred
    {
      return Contents(bitmap: border, extent: extent, isDeferred: isDeferred)
    }
    let bitmap = Bitmap(width: size.0, height: size.1)
    (layer.cache.border, layer.cache.borderVersion, layer.cache.borderExtent) = (bitmap, layer.displayVersion, extent)
    layer.cache.isBorderDeferred = isDeferred
    if !isDeferred { drawBorder() }
    bitmap.didChange()
    return Contents(bitmap: bitmap, extent: extent, isDeferred: isDeferred)
  }

  /// Takes the pixels for the layer's border from the budget, once for all of its pieces.
  private func takesBorderPixels(_ count: Int) -> Bool {
    guard layer.cache.borderFrame != budget.frame else { return !layer.cache.isBorderDeferred }
    layer.cache.borderFrame = budget.frame
    return budget.takeContents(count)
  }

  /// Draws the bitmap of the last `border`.
  func drawBorder() {
    guard let bitmap = layer.cache.border else { return }
    bitmap.fill(bitmap.bounds, with: 0)
    layer.drawBorder(on: Canvas(bitmap, fitting: layer.cache.borderExtent))
  }

  // MARK: Groups

  /// Returns the bitmap for the layer with all its sublayers, and the area it covers in the layer's points. Its pixels
  /// are valid only after `redrawGroup`.
  ///
  /// - Parameter maximumArea: the largest number of pixels.
  /// - Returns: `nil` if nothing is visible, or if the bitmap would be too large.
  func reserveGroup(
    scale: BitmapScale, homography: Homography, clip: PixelRect, maximumArea: Int
  ) -> (bitmap: Bitmap, extent: Rect)? {
    if !layer.cache.isGroupDrawn || layer.subtreeIsDirty { layer.cache.subtreeExtent = layer.extent }
    let pixelsPerPoint = pixelsPerPoint(scale)
    let subtree = layer.cache.subtreeExtent
    let whole =
      subtree == layer.bounds ? subtree : subtree.aligned(with: layer.bounds.origin, pixelsPerPoint: pixelsPerPoint)
    guard let visible = homography.visibleRect(of: whole, in: clip) else { return nil }
    let extent = whole.bitmapPart(around: visible, pixelsPerPoint: pixelsPerPoint, picture: picture)
    guard let size = extent.pixelSize(scale: pixelsPerPoint), size.0 * size.1 <= maximumArea,
      takesGroup(size.0 * size.1)
    else { return nil }
    if layer.shadesSublayers { layer.cache.contents = nil }
    let isCurrent =
      layer.cache.groupExtent == extent && layer.cache.group.map { ($0.width, $0.height) == size } ?? false
    let bitmap = layer.cache.group.flatMap { isCurrent ? $0 : nil } ?? Bitmap(width: size.0, height: size.1)
    if !isCurrent { (layer.cache.group, layer.cache.groupExtent, layer.cache.isGroupDrawn) = (bitmap, extent, false) }
    bitmap.isOpaque = isGroupOpaque(extent)
    return (bitmap, extent)
  }

  /// Takes the group's pixels from the budget, once for all of its pieces.
  private func takesGroup(_ count: Int) -> Bool {
    guard layer.cache.groupFrame != budget.frame else { return true }
    guard budget.takeGroup(count, nested: layer.cache.nestedPixels) else { return false }
    layer.cache.groupFrame = budget.frame
    return true
  }

  private func isGroupOpaque(_ extent: Rect) -> Bool {
    layer.isFullyOpaque && layer.shadesSublayers && layer.bounds.nearlyContains(extent)
  }

  /// Redraws the parts of the group's bitmap that changed.
  func redrawGroup() {
    let wasDrawn = layer.cache.isGroupDrawn
    guard let bitmap = layer.cache.group, !wasDrawn || layer.subtreeIsDirty else { return }
    let displayList = layer.cache.groupDisplayList ?? DisplayListBuilder(of: layer)
    layer.cache.groupDisplayList = displayList
    let extent = layer.cache.groupExtent
    let (sx, sy) = (Double(bitmap.width) / extent.width, Double(bitmap.height) / extent.height)
    let toPixels = Transform3D(translationX: -extent.minX, y: -extent.minY, z: 0)
      .concatenating(Transform3D(scaleX: sx, y: sy, z: 1))
    budget.giveBack(layer.cache.nestedPixels)
    let before = budget.use
    var changed = displayList.prepareSublayers(
      transform: toPixels, size: bitmap.bounds, budget: budget, renderer: renderer)
    layer.cache.nestedPixels = budget.use - before
    if !wasDrawn, bitmap.isOpaque { bitmap.willDrawAll() }
    if !wasDrawn || layer.cache.groupVersion != layer.displayVersion { changed = Region(bitmap.bounds) }
    layer.cache.isGroupDrawn = true
    layer.cache.groupVersion = layer.displayVersion
    guard !changed.isEmpty else { return }
    for index in 0..<changed.count {
      if layer.shadesSublayers {
        layer.drawOwnContent(in: bitmap, covering: extent, cornerRadii: layer.cornerRadii, clip: changed[index])
      } else {
        bitmap.fill(changed[index], with: 0)
      }
    }
    displayList.draw(into: bitmap, clip: changed, renderer: renderer)
    let masks = layer.masksToBounds && !layer.cornerRadii.isZero
    let drawsBorder = layer.hasBorder && layer.shadesSublayers
    guard drawsBorder || masks else { return }
    for index in 0..<changed.count {
      let canvas = Canvas(bitmap, fitting: extent, clip: changed[index])
      if masks { canvas.mask(layer.bounds, radii: layer.cornerRadii) }
      if drawsBorder { layer.drawBorder(on: canvas) }
    }
  }

  /// The number of pixels of a shadow, or of content in a group, if memory is short.
  private static let pixelsBeyondBudget = 1024.0

  /// Returns the visible part of the layer's shadow; `nil` if the layer has none or nothing of it is visible.
  func shadow(scale: BitmapScale, homography: Homography, clip: PixelRect) -> Shadow? {
    let whole = layer.shadowExtent
    guard layer.hasShadow, let visible = homography.visibleRect(of: whole, in: clip) else {
      layer.cache.shadow = nil
      return nil
    }
    var pixelsPerPoint = layer.shadowScale(pixelsPerPoint: scale.pixelsPerPoint)
    let part = whole.bitmapPart(around: visible, pixelsPerPoint: pixelsPerPoint, picture: picture)
    guard var size = part.pixelSize(scale: pixelsPerPoint) else { return nil }
    if !budget.takeContents(size.0 * size.1) {
      // Blurring is too slow to be repeated for each frame.
      pixelsPerPoint = min(pixelsPerPoint, (Self.pixelsBeyondBudget / (part.width * part.height)).squareRoot())
      size = part.pixelSize(scale: pixelsPerPoint) ?? size
    }
    if let shadow = layer.cache.shadow, shadow.version == layer.displayVersion, shadow.extent == part,
      (shadow.bitmap.width, shadow.bitmap.height) == size
    {
      return shadow
    }
    layer.cache.shadow = Shadow(of: layer, part: part, pixelsPerPoint: pixelsPerPoint)
    return layer.cache.shadow
  }
}

extension Layer {
  /// Returns the pixels of the layer's own content that `dirtyRect` touches.
  fileprivate final func dirtyPixels(of bitmap: Bitmap, covering extent: Rect) -> PixelRect {
    // Mirroring moves the part.
    guard let dirtyRect, !isMirrored else { return bitmap.bounds }
    let (sx, sy) = (Double(bitmap.width) / extent.width, Double(bitmap.height) / extent.height)
    let origin = dirtyRect.origin - extent.origin
    return PixelRect(around: Rect(origin.x * sx, origin.y * sy, dirtyRect.width * sx, dirtyRect.height * sy))
      .intersection(bitmap.bounds)
  }
}
