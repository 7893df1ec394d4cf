import PanelGeometry
import PanelRaster

/// Turns a layer and its sublayers into a flat display list. Bitmaps of layers that didn't change are used again.
public final class DisplayListBuilder {
  /// Bottommost first.
  public internal(set) var quads: [Quad] = []
  /// The quads that are faded or masked in place. An outer group comes before those in it.
  public internal(set) var groups: [QuadGroup] = []

  /// A layer with cached bitmaps that faces away from the viewer, is covered by others or lies outside of the picture.
  fileprivate struct Invisible {
    let layer: Layer
    /// True if its sublayers aren't visible, either.
    let isSubtree: Bool
  }

  /// The number of groups to which quads are being added.
  var openGroupCount = 0
  /// Unowned, because a layer drawn into a bitmap with its sublayers owns a builder for them.
  unowned let layer: Layer
  let isSnapshot: Bool
  /// A layer that isn't drawn, and whose superlayer is drawn without a group.
  let omitted: Layer?
  /// The layers of the 3D spaces being added: a stack, to which each nested space adds its own.
  var members: ContiguousArray<SpaceMember> = []
  let depthSort = DepthSort()
  let partition = SpacePartition()
  /// The depth of the quads being added, if they are in a 3D space that is drawn by depth.
  var depth: QuadDepth?
  /// The number of spaces drawn by depth so far. It numbers them.
  var depthSpaceCount = 0
  /// The number of the outermost 3D space that the quads being added are in; 0 for none.
  var space = 0
  var spaceCount = 0
  private var damage = Damage()
  /// The quads whose bitmaps show a layer with its sublayers. They may be out of date while the list is being built.
  var groupBitmaps: [(quad: Int, layer: Layer)] = []
  /// The quads whose bitmaps show a layer's own content, and may be out of date.
  var contents: [(quad: Int, layer: Layer)] = []
  /// The quads whose bitmaps are drawn only while they are used.
  var deferredContents: [(quad: Int, layer: Layer, isBorder: Bool)] = []
  private var invisible: [Invisible] = []
  /// The number of the current update.
  var pass = 0
  private var scale = 1.0
  private var pictureTransform = Transform2D.identity
  var size = PixelRect.empty
  /// That of the list that draws the picture.
  var budget = PixelBudget()
  /// The number of frames of all display lists. A layer can be in several, for example in a snapshot.
  nonisolated(unsafe) private static var frameCount = 0

  /// - Parameters:
  ///   - layer: the root layer.
  ///   - isSnapshot: true for a list besides the displayed one. The displayed list still needs the dirty flags, and the
  ///     bitmaps of layers that are invisible in this one.
  ///   - omitted: a layer to leave out of a snapshot.
  public init(of layer: Layer, isSnapshot: Bool = false, leavingOut omitted: Layer? = nil) {
    (self.layer, self.isSnapshot, self.omitted) = (layer, isSnapshot, omitted)
  }

  /// Updates the display list and the bitmaps in it.
  ///
  /// - Parameters:
  ///   - size: the picture's size, in pixels.
  ///   - scale: pixels per point of the layer.
  ///   - pictureTransform: maps the layer into the picture, which may be rotated or mirrored, in points.
  ///   - renderer: draws the layers that need a bitmap.
  /// - Returns: the region that differs from the previous picture; everything if `size`, `scale` or `pictureTransform` changed.
  public func updateDamage(
    size: PixelRect, scale: Double, pictureTransform: Transform2D = .identity, renderer: Renderer
  ) -> Region {
    let isNew = size != self.size || scale != self.scale || pictureTransform != self.pictureTransform
    guard isNew || layer.subtreeIsDirty else { return Region() }
    Self.frameCount += 1
    budget.begin(frame: Self.frameCount, pictureArea: size.area)
    begin(size: size, budget: budget)
    (self.scale, self.pictureTransform) = (scale, pictureTransform)
    let toPixels = Transform3D(translationX: -layer.bounds.minX, y: -layer.bounds.minY, z: 0)
      .concatenating(Transform3D(pictureTransform))
      .concatenating(Transform3D(scaleX: scale, y: scale, z: 1))
    let place = Place(
      transform: toPixels, opacity: omitted == nil ? layer.opacity : 1, shade: 0, clip: size)
    if layer.isShown { add(layer, place, member: nil, renderer: renderer) }
    let changed = finish(renderer: renderer)
    return isNew ? Region(size) : changed
  }

  /// Like `updateDamage`, for the sublayers alone.
  func prepareSublayers(
    transform: Transform3D, size: PixelRect, budget: PixelBudget, renderer: Renderer
  ) -> Region {
    begin(size: size, budget: budget)
    addSublayers(of: layer, Place(transform: transform, opacity: 1, shade: 0, clip: size), renderer: renderer)
    layer.subtreeIsDirty = false
    return finish(renderer: renderer)
  }

  private func begin(size: PixelRect, budget: PixelBudget) {
    self.size = size
    self.budget = budget
    pass += 1
    quads.removeAll(keepingCapacity: true)
    groups.removeAll(keepingCapacity: true)
    deferredContents.removeAll(keepingCapacity: true)
    (depthSpaceCount, spaceCount, openGroupCount) = (0, 0, 0)
  }

  /// Returns the damage.
  private func finish(renderer: Renderer) -> Region {
    redrawBitmaps(renderer: renderer)
    discardInvisible()
    return damage.update(quads, groups, in: size)
  }

  /// Updates the bitmaps of the visible quads. The hidden faces of a solid aren't drawn until they turn to the viewer.
  private func redrawBitmaps(renderer: Renderer) {
    renderer.markHidden(&quads, groups: groups, in: size)
    for (index, layer) in contents {
      if quads[index].isHidden {
        invisible.append(Invisible(layer: layer, isSubtree: false))
      } else {
        layer.cache.lastVisiblePass = pass
        rasterizer(of: layer, renderer).drawContents()
      }
    }
    contents.removeAll(keepingCapacity: true)
    for (index, layer) in groupBitmaps {
      guard !quads[index].isHidden else {
        hide(layer)
        continue
      }
      layer.cache.lastVisiblePass = pass
      rasterizer(of: layer, renderer).redrawGroup()
    }
    groupBitmaps.removeAll(keepingCapacity: true)
  }

  func rasterizer(of layer: Layer, _ renderer: Renderer) -> LayerRasterizer {
    LayerRasterizer(
      layer: layer, renderer: renderer, picture: size, budget: budget, isInGroup: openGroupCount > 0 || depth != nil)
  }

  // MARK: Memory

  /// Records that a layer with its sublayers isn't visible, so that its bitmaps may be freed.
  func hide(_ layer: Layer) {
    if layer.hasCachedBitmaps { invisible.append(Invisible(layer: layer, isSubtree: true)) }
  }

  /// Discards the bitmaps of invisible layers, least recently visible first, until the rest has at most as many pixels
  /// as the picture. That much is kept because a rotating solid shows them again soon.
  private func discardInvisible() {
    defer { invisible.removeAll(keepingCapacity: true) }
    guard !isSnapshot else { return }
    // If a layer is cut to pieces, some may be hidden while others are visible.
    invisible.removeAll { $0.layer.cache.lastVisiblePass == pass }
    var pixels = invisible.reduce(0) { $0 + $1.pixelCount }
    guard pixels > size.area else { return }
    invisible.sort { $0.layer.cache.lastVisiblePass < $1.layer.cache.lastVisiblePass }
    for hidden in invisible where pixels > size.area {
      pixels -= hidden.pixelCount
      if hidden.isSubtree { hidden.layer.discardBitmaps() } else { hidden.layer.cache.discardContents() }
    }
  }

  // MARK: Drawing

  /// Draws the picture of the last update.
  ///
  /// - Parameters:
  ///   - target: a bitmap of the update's `size`.
  ///   - clip: the part to draw.
  ///   - renderer: draws it.
  public func draw(into target: Bitmap, clip: Region, renderer: Renderer) {
    guard !deferredContents.isEmpty else { return renderer.draw(quads, groups: groups, into: target, clip: clip) }
    var (start, first) = (0, 0)
    while start < quads.count {
      // As many quads as a picture's worth of deferred content allows. None with such content is in a group.
      var (end, last, pixels) = (quads.count, first, 0)
      while last < deferredContents.count {
        let quad = deferredContents[last].quad
        pixels += quads[quad].bitmap.pixelCount
        if pixels > size.area, quad > start {
          end = quad
          break
        }
        last += 1
      }
      for (quad, layer, isBorder) in deferredContents[first..<last] where !quads[quad].isHidden {
        let rasterizer = rasterizer(of: layer, renderer)
        if isBorder { rasterizer.drawBorder() } else { rasterizer.drawContents() }
      }
      renderer.draw(Array(quads[start..<end]), groups: groups(in: start..<end), into: target, clip: clip)
      for (quad, _, _) in deferredContents[first..<last] { quads[quad].bitmap.discard() }
      (start, first) = (end, last)
    }
  }

  private func groups(in range: Range<Int>) -> [QuadGroup] {
    groups.filter { range.lowerBound <= $0.quads.lowerBound && $0.quads.upperBound <= range.upperBound }.map {
      var group = $0
      group.quads = group.quads.lowerBound - range.lowerBound..<group.quads.upperBound - range.lowerBound
      return group
    }
  }
}

extension DisplayListBuilder.Invisible {
  fileprivate var pixelCount: Int { isSubtree ? layer.cachedPixelCount : layer.cache.contentsPixelCount }
}
