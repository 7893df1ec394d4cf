import PanelGeometry
import PanelRaster

/// The part and the form in which a bitmap shows a layer's own content.
struct ContentsShape: Equatable {
  /// The part of the layer's plane that the bitmap covers, in points.
  var extent = Rect.zero
  /// The radii of the corners, in points: 0 if a mask rounds them.
  var cornerRadii = CornerRadii()
  var hasBorder = false
}

/// The bitmaps drawn for a layer, kept until it changes.
struct LayerCache {
  /// The layer's own content. A solid color takes one pixel, and a gradient along one axis takes one row or column.
  var contents: Bitmap?
  /// The layer's `displayVersion` when `contents` was drawn.
  var contentsVersion = -1
  var contentsShape = ContentsShape()
  /// The last frame that took pixels of its budget for `contents`, and for `group`.
  var contentsFrame = 0
  var groupFrame = 0
  /// True while the pixels of `contents` are drawn for each frame and freed after it, because memory is short.
  var isContentsDeferred = false
  /// True if `contents` has few pixels, because memory is short.
  var isContentsReduced = false
  /// The border of a layer that is drawn in place, since its border lies over its sublayers.
  var border: Bitmap?
  var borderVersion = -1
  var borderExtent = Rect.zero
  /// The same as for `contents`.
  var borderFrame = 0
  var isBorderDeferred = false
  var isBorderReduced = false

  /// The layer and its sublayers in one bitmap, if the layer is drawn as a group.
  var group: Bitmap?
  /// The display list from which `group` is drawn.
  var groupDisplayList: DisplayListBuilder?
  /// The layer's `displayVersion` when `group` was drawn.
  var groupVersion = -1
  /// False while `group` has no valid pixels.
  var isGroupDrawn = false
  /// The part of the layer's plane that the group's bitmap covers, in points.
  var groupExtent = Rect.zero
  /// The area that the layer and its sublayers cover, in points, if `groupExtent` isn't all of it.
  var subtreeExtent = Rect.zero
  /// The pixels of the frame's budget that the bitmaps in the group's display list take.
  var nestedPixels = PixelBudget.Use()

  var shadow: Shadow?

  /// The number of the display list's last pass over the layers in which the layer was visible. If memory runs short,
  /// the layer that was invisible longest loses its bitmaps first.
  var lastVisiblePass = 0

  mutating func removeGroup() {
    (group, groupDisplayList, isGroupDrawn) = (nil, nil, false)
  }

  /// Frees the memory of the bitmaps. The object `group` stays, because a display list may refer to it; its pixels are
  /// drawn again before use.
  mutating func discardPixels() {
    group?.discard()
    (contents, border, groupDisplayList, isGroupDrawn) = (nil, nil, nil, false)
  }

  /// Frees the layer's own content, which no visible quad shows.
  mutating func discardContents() { (contents, contentsVersion) = (nil, -1) }

  var contentsPixelCount: Int {
    guard let contents, contentsVersion >= 0, !isContentsDeferred else { return 0 }
    return contents.pixelCount
  }

  /// The number of pixels kept for the layer, including those of the quads that a group was drawn from.
  var pixelCount: Int {
    var count = contentsPixelCount
    if !isBorderDeferred { count += border?.pixelCount ?? 0 }
    if isGroupDrawn { count += group?.pixelCount ?? 0 }
    for quad in groupDisplayList?.quads ?? [] { count += quad.bitmap.pixelCount }
    return count
  }
}

extension Layer {
  /// Removes the bitmaps of the layer and its sublayers, which no display list refers to.
  final func removeBitmaps() {
    guard hasCachedBitmaps else { return }
    hasCachedBitmaps = false
    cache = LayerCache()
    for sublayer in sublayers { sublayer.removeBitmaps() }
  }

  /// The number of pixels kept for the layer and its sublayers.
  final var cachedPixelCount: Int {
    guard hasCachedBitmaps else { return 0 }
    // The sublayers' bitmaps in a group are counted with its display list.
    return sublayers.reduce(cache.pixelCount) { cache.groupDisplayList == nil ? $0 + $1.cachedPixelCount : $0 }
  }

  /// Frees the bitmaps of a covered group or of a layer that faces away. The display list still refers to its group, if
  /// it has one, but no longer to the sublayers.
  final func discardBitmaps() {
    cache.discardPixels()
    for sublayer in sublayers { sublayer.removeBitmaps() }
  }
}
