import PanelGeometry
import PanelRaster

/// The bitmaps drawn for a layer, kept until it changes.
struct LayerCache {
  /// The layer's own content. A solid color takes one pixel, and a gradient along one axis takes one row or column.
  var contents: Bitmap?
  /// The layer's `displayVersion` when `contents` was drawn.
  var contentsVersion = -1

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
    (contents, groupDisplayList, isGroupDrawn) = (nil, nil, false)
  }

  /// The number of pixels kept for the layer, including those of the quads that a group was drawn from.
  var pixelCount: Int {
    var count = contents.map { $0.hasPixels ? $0.pixelCount : 0 } ?? 0
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

  /// Frees the bitmaps of a covered group or of a layer that faces away. The display list still refers to its group, if
  /// it has one, but no longer to the sublayers.
  final func discardBitmaps() {
    cache.discardPixels()
    for sublayer in sublayers { sublayer.removeBitmaps() }
  }

  /// Frees the stored pixels of the subtree's background gradients. Later frames compute the colors that they show; an
  /// animation that shows a large part of a gradient stores its pixels again.
  public final func discardGradients() {
    cache.contents?.discardGradient()
    for sublayer in sublayers { sublayer.discardGradients() }
  }
}
