import PanelGeometry
import PanelRaster

/// The bitmaps drawn for a layer, kept until it changes.
struct LayerCache {
  /// The layer's own content. A solid color takes one pixel, and a gradient along one axis takes one row or column.
  var contents: Bitmap?
  /// The layer's `displayVersion` when `contents` was drawn.
  var contentsVersion = -1

  /// For a layer drawn as a group: the bitmap with everything, and the display list of its sublayers.
  var group: Bitmap?
  var sublayers: DisplayListBuilder?
  var groupVersion = -1
  var isGroupDrawn = false
  /// The part of the layer's plane that the group's bitmap covers, in points.
  var groupExtent = Rect.zero

  var shadow: Shadow?

  /// The last pass of the containing display list in which the layer was visible.
  var lastVisiblePass = 0

  mutating func removeGroup() {
    (group, sublayers, isGroupDrawn) = (nil, nil, false)
  }

  /// Releases the pixels. A group's bitmap object stays, because a display list may refer to it; it is redrawn before
  /// use.
  mutating func discard() {
    group?.discard()
    (contents, sublayers, isGroupDrawn) = (nil, nil, false)
  }

  /// The number of pixels kept for the layer, including those of the quads that a group was drawn from.
  var pixelCount: Int {
    var count = contents.map { $0.hasPixels ? $0.pixelCount : 0 } ?? 0
    if isGroupDrawn { count += group?.pixelCount ?? 0 }
    for quad in sublayers?.quads ?? [] { count += quad.bitmap.pixelCount }
    return count
  }
}

extension Layer {
  /// Releases the bitmaps of a layer that is no longer shown, and those of its sublayers.
  final func releaseBitmaps() {
    guard hasCachedBitmaps else { return }
    hasCachedBitmaps = false
    cache = LayerCache()
    for sublayer in sublayers { sublayer.releaseBitmaps() }
  }

  /// Releases the bitmaps of a layer that is shown but not visible. Its group's bitmap may be in a display list.
  final func discardBitmaps() {
    cache.discard()
    for sublayer in sublayers { sublayer.releaseBitmaps() }
  }

  /// Releases the pixels of background gradients in the subtree. They are computed as needed, or stored again by the
  /// next animation that shows much of them.
  public final func discardGradients() {
    cache.contents?.discardGradient()
    for sublayer in sublayers { sublayer.discardGradients() }
  }
}
