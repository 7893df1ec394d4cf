import Geometry
import Raster
import Text

/// The bitmaps drawn for a layer, kept until it changes.
struct LayerCache {
  /// The layer's own picture. A solid color takes one pixel, and a gradient along one axis takes one row or column.
  private var contents: Bitmap?
  private var contentsVersion = -1

  /// For a layer drawn as a group: the picture of its sublayers, and the bitmap that contains everything.
  private var group: Bitmap?
  private var picture: Picture?
  private var groupVersion = -1
  private var isDrawn = false
  /// The part of the layer's plane that the group's bitmap covers, in points.
  private var extent = Rect.zero

  private var shadow: Shadow?

  /// The last pass of the containing picture in which the layer was visible.
  var lastSeen = 0

  /// Returns the layer's own picture, redrawn if the layer or the scale changed; `nil` if the layer draws nothing.
  mutating func contents(of layer: Layer, scale: AppearingScale, renderer: Renderer) -> Bitmap? {
    guard layer.hasPicture else {
      contents = nil
      return nil
    }
    let bounds = layer.bounds
    guard !layer.isPlain else {
      guard bounds.width > 0, bounds.height > 0 else { return nil }
      return contents(of: layer, width: 1, height: 1, renderer)
    }
    guard let size = bounds.pixelSize(scale: scale.chosen) else { return nil }
    if let gradient = layer.onlyGradient { return contents(of: layer, showing: gradient, size) }
    // Along an axis without change a single pixel is stretched.
    let changes = layer.isOnlyGround && scale.isUpright ? layer.groundChanges : (true, true)
    return contents(of: layer, width: changes.0 ? size.0 : 1, height: changes.1 ? size.1 : 1, renderer)
  }

  private mutating func contents(of layer: Layer, showing gradient: RadialGradient, _ size: (Int, Int)) -> Bitmap {
    if let contents, contentsVersion == layer.displayVersion, (contents.width, contents.height) == size {
      return contents
    }
    let bounds = layer.bounds
    let (scale, center) = (Double(size.0) / bounds.width, gradient.center - bounds.origin)
    let place = Point(center.x * scale, center.y * Double(size.1) / bounds.height)
    let bitmap = Bitmap(width: size.0, height: size.1, showing: gradient.placed(at: place, scale: scale))
    layer.undrawnPart = .zero
    (contents, contentsVersion) = (bitmap, layer.displayVersion)
    return bitmap
  }

  private mutating func contents(of layer: Layer, width: Int, height: Int, _ renderer: Renderer) -> Bitmap {
    let old = contents.flatMap { ($0.width, $0.height) == (width, height) && !$0.showsGradient ? $0 : nil }
    if let old, contentsVersion == layer.displayVersion { return old }
    let bitmap = old ?? Bitmap(width: width, height: height)
    func draw(_ clip: PixelRect) { layer.drawPicture(in: bitmap, clip: clip) }
    if old != nil, bitmap.isOpaque == layer.fillsItself {
      renderer.redraw(bitmap, layer.undrawnPixels(of: bitmap), draw)
    } else {
      if layer.fillsItself { bitmap.willDrawAll() }
      draw(bitmap.bounds)
      bitmap.isOpaque = layer.fillsItself
      bitmap.didChange()
    }
    layer.undrawnPart = .zero
    contents = bitmap
    contentsVersion = layer.displayVersion
    return bitmap
  }

  /// Returns the bitmap for a layer with all its sublayers, and the area it covers in the layer's points. Its pixels
  /// are valid only after `redraw`.
  mutating func group(_ layer: Layer, scale: AppearingScale) -> (bitmap: Bitmap, shown: Rect)? {
    contents = nil
    if !isDrawn || layer.subtreeIsDirty { extent = layer.extent }
    let chosen = layer.shouldRasterize ? layer.rasterizationScale : scale.chosen
    guard let size = extent.pixelSize(scale: chosen) else { return nil }
    if let group, (group.width, group.height) == size { return (group, extent) }
    let bitmap = Bitmap(width: size.0, height: size.1)
    bitmap.isOpaque = layer.fillsItself && extent == layer.bounds
    group = bitmap
    isDrawn = false
    return (bitmap, extent)
  }

  mutating func forgetGroup() {
    (group, picture, isDrawn) = (nil, nil, false)
  }

  /// Releases the pixels. A group's bitmap object stays, because a display list may refer to it; it is redrawn before
  /// use.
  mutating func discard() {
    group?.discard()
    (contents, picture, isDrawn) = (nil, nil, false)
  }

  /// Releases the pixels of a background gradient. They are computed as needed, or stored again by the next animation
  /// that shows much of it.
  func discardGradient() { contents?.discardGradient() }

  /// The number of pixels kept for the layer, including those of the quads that a group was drawn from.
  var pixelCount: Int {
    var count = contents.map { $0.hasPixels ? $0.pixelCount : 0 } ?? 0
    if isDrawn { count += group?.pixelCount ?? 0 }
    for quad in picture?.quads ?? [] { count += quad.bitmap.pixelCount }
    return count
  }

  /// Redraws the parts of the group that changed.
  mutating func redraw(_ layer: Layer, shade: Layer?, renderer: Renderer) {
    guard let bitmap = group, !isDrawn || layer.subtreeIsDirty else { return }
    let picture = picture ?? Picture(of: layer)
    self.picture = picture
    let (sx, sy) = (Double(bitmap.width) / extent.width, Double(bitmap.height) / extent.height)
    let toPixels = Transform3D(translationX: -extent.minX, y: -extent.minY, z: 0)
      .concatenating(Transform3D(scaleX: sx, y: sy, z: 1))
    var changed = picture.prepareSublayers(
      leavingOut: shade, transform: toPixels, size: bitmap.bounds, renderer: renderer)
    let glows = shade != nil && shade !== layer.sublayers.last
    if !isDrawn, bitmap.isOpaque { bitmap.willDrawAll() }
    if !isDrawn || groupVersion != layer.displayVersion || glows != bitmap.alphaIsShade {
      changed = Region(bitmap.bounds)
    }
    isDrawn = true
    groupVersion = layer.displayVersion
    guard !changed.isEmpty else { return }
    for index in 0..<changed.count { layer.drawContents(in: bitmap, showing: extent, clip: changed[index]) }
    // A bitmap that a delegate draws is opaque only from now on.
    bitmap.isOpaque = layer.fillsItself && extent == layer.bounds
    bitmap.alphaIsShade = glows
    if glows {
      // A second bitmap borrows the same pixels, so that `bitmap` records a single change.
      let ground = Bitmap(
        borrowing: bitmap.pixels, width: bitmap.width, height: bitmap.height, stride: bitmap.stride)
      renderer.draw(Array(picture.quads[..<picture.shadedCount]), into: ground, clip: changed)
      // From here on alpha accumulates the coverage of the quads above the shade, which the shade must not darken.
      for index in 0..<changed.count { bitmap.clearAlpha(in: changed[index]) }
      renderer.draw(Array(picture.quads[picture.shadedCount...]), into: bitmap, clip: changed)
    } else {
      renderer.draw(picture.quads, into: bitmap, clip: changed)
    }
    if layer.hasBorder || (layer.masksToBounds && layer.cornerRadius > 0) {
      for index in 0..<changed.count {
        let canvas = Canvas(bitmap, fitting: extent, clip: changed[index])
        if layer.masksToBounds, layer.cornerRadius > 0 { canvas.mask(layer.bounds, radius: layer.cornerRadius) }
        layer.drawBorder(on: canvas)
      }
      bitmap.didChange(changed)
    }
    guard glows else { return }
    for index in 0..<changed.count { bitmap.invertAlpha(in: changed[index]) }
  }

  /// Returns the layer's shadow and its rectangle in the layer's points; `nil` for a layer without a shadow.
  mutating func shadow(of layer: Layer) -> (bitmap: Bitmap, shown: Rect)? {
    guard layer.shadowOpacity > 0, layer.hasPicture, layer.shadowColor.alpha > 0 else {
      shadow = nil
      return nil
    }
    if shadow?.version != layer.displayVersion { shadow = Shadow(of: layer) }
    return shadow.map { ($0.bitmap, $0.shown) }
  }
}

extension Layer {
  /// Draws the layer's own picture into a bitmap that covers its bounds.
  fileprivate final func drawPicture(in bitmap: Bitmap, clip: PixelRect) {
    drawContents(in: bitmap, showing: bounds, clip: clip)
    if hasBorder { drawBorder(on: Canvas(bitmap, fitting: bounds, clip: clip)) }
  }

  /// Returns the pixels of the layer's picture that `undrawnPart` touches.
  fileprivate final func undrawnPixels(of bitmap: Bitmap) -> PixelRect {
    // Mirroring moves the part.
    guard let part = undrawnPart, !isMirrored else { return bitmap.bounds }
    let (sx, sy) = (Double(bitmap.width) / bounds.width, Double(bitmap.height) / bounds.height)
    let origin = part.origin - bounds.origin
    return PixelRect(around: Rect(origin.x * sx, origin.y * sy, part.width * sx, part.height * sy))
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
    return bounds.holds(extent) ? bounds : extent
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
