import PanelGeometry
import PanelRaster

/// Turns a layer and its sublayers into a flat display list and updates it incrementally.
public final class DisplayListBuilder {
  /// Bottommost first.
  public private(set) var quads: [Quad] = []

  /// Unowned, because a layer drawn as a group owns a builder for its sublayers.
  private unowned let layer: Layer
  private let isSnapshot: Bool
  /// A layer that isn't drawn, and whose superlayer is drawn without a group.
  private let omitted: Layer?
  /// The result of `quads(fitting:)`; kept to reuse its memory.
  private var fitted: [Quad] = []
  /// The layers of the 3D spaces being added: a stack, to which each nested space adds its own.
  private var members: ContiguousArray<SpaceMember> = []
  private let depthSort = DepthSort()
  private let partition = SpacePartition()
  /// The depth of the quads being added, if they are in a 3D space that is drawn by depth.
  private var depth: QuadDepth?
  /// The number of spaces drawn by depth so far. It numbers them.
  private var depthSpaceCount = 0
  private var damage = Damage()
  /// The quads of layers drawn as groups. Their bitmaps may be out of date while the list is being built. `overlay` is
  /// the sublayer that became the quad's `shade`.
  private var groups: [(quad: Int, layer: Layer, overlay: Layer?)] = []
  /// Layers with cached bitmaps that face away from the viewer or are covered by others.
  private var invisible: [Layer] = []
  /// The number of the current update.
  private var pass = 0
  private var scale = 1.0
  private var pictureTransform = Transform2D.identity
  /// The facing that counts as the front: a mirroring `pictureTransform` exchanges front and back.
  private var frontFacing: Facing { Homography(pictureTransform).determinant < 0 ? .back : .front }
  private var size = PixelRect.empty

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
    begin(size: size)
    (self.scale, self.pictureTransform) = (scale, pictureTransform)
    let toPixels = Transform3D(translationX: -layer.bounds.minX, y: -layer.bounds.minY, z: 0)
      .concatenating(Transform3D(pictureTransform))
      .concatenating(Transform3D(scaleX: scale, y: scale, z: 1))
    let opacity = omitted == nil ? layer.opacity : 1
    if layer.isShown { add(layer, transform: toPixels, opacity: opacity, member: nil, renderer: renderer) }
    let changed = finish(renderer: renderer)
    return isNew ? Region(size) : changed
  }

  /// Returns the display list with the picture stretched to a target of another size. It uses the same bitmaps.
  public func quads(fitting target: PixelRect) -> [Quad] {
    fitted.removeAll(keepingCapacity: true)
    guard target != size, size.area > 0 else { return quads }
    let (sx, sy) = (Double(target.width) / Double(size.width), Double(target.height) / Double(size.height))
    let stretch = Homography(scaleX: sx, y: sy)
    for var quad in quads {
      quad.transform = quad.transform.concatenating(stretch)
      quad.targetPixelsPerScreenPixel = sx * sy
      quad.depth?.x /= sx
      quad.depth?.y /= sy
      fitted.append(quad)
    }
    return fitted
  }

  /// The number of quads below the black overlay that the last `prepareSublayers` left out.
  private(set) var shadedCount = 0

  /// Like `updateDamage`, for the sublayers alone.
  ///
  /// - Parameter overlay: a sublayer to leave out, because the layer's own quad has its blackness as `shade`.
  func prepareSublayers(
    leavingOut overlay: Layer?, transform: Transform3D, size: PixelRect, renderer: Renderer
  ) -> Region {
    begin(size: size)
    let count = layer.sublayers.count
    let overlayIndex = overlay.flatMap { overlay in layer.sublayers.lastIndex { $0 === overlay } } ?? count
    addSublayers(of: layer, 0..<overlayIndex, transform: transform, opacity: 1, renderer: renderer)
    shadedCount = quads.count
    addSublayers(of: layer, min(overlayIndex + 1, count)..<count, transform: transform, opacity: 1, renderer: renderer)
    layer.subtreeIsDirty = false
    return finish(renderer: renderer)
  }

  // MARK: Building

  private func begin(size: PixelRect) {
    self.size = size
    pass += 1
    quads.removeAll(keepingCapacity: true)
    depthSpaceCount = 0
  }

  /// Returns the damage.
  private func finish(renderer: Renderer) -> Region {
    redrawGroups(renderer: renderer)
    discardInvisible()
    return damage.update(quads, in: size)
  }

  /// Adds a layer whose plane `transform` maps to pixels.
  ///
  /// - Parameter member: the layer, or the piece of it to draw, in its 3D space; `nil` for the root layer.
  private func add(
    _ layer: Layer, transform: Transform3D, opacity: Double, member: SpaceMember?, renderer: Renderer
  ) {
    let homography = transform.homography
    if !layer.isDoubleSided, Facing(homography, around: layer.bounds.center) != frontFacing {
      if layer.hasCachedBitmaps { invisible.append(layer) }
      return
    }
    layer.hasCachedBitmaps = true
    let part = member.flatMap { $0.isPiece ? $0.polygon : nil }
    // A layer drawn by depth has one depth. If its sublayers leave its plane, they are drawn as a group with it.
    let needsSingleQuad = part != nil || (depth != nil && !layer.hasFlatSublayers)
    let rasterizer = LayerRasterizer(layer: layer, renderer: renderer)
    // A layer that is cut has a single shadow.
    if member?.isFirst ?? true, let shadow = rasterizer.shadow() {
      add(shadow, around: layer.opaquePart, homography: homography, opacity: opacity)
    }
    let scale = BitmapScale(homography, of: layer.bounds, pictureArea: size.area)
    let omitsSublayer = omitted != nil && layer === self.layer
    if !omitsSublayer, layer.isDrawnAsGroup(opacity: opacity, needsSingleQuad: needsSingleQuad) {
      if let (bitmap, extent) = rasterizer.group(scale: scale) {
        let overlay = layer.foldedOverlay(isOpaque: layer.isFullyOpaque && extent == layer.bounds)
        add(
          bitmap, covering: extent, homography: homography, part: part, opacity: opacity, shade: overlay?.opacity ?? 0,
          opaquePart: layer.opaquePart)
        groups.append((quads.count - 1, layer, overlay))
      }
    } else {
      layer.cache.lastVisiblePass = pass
      if !omitsSublayer { layer.cache.removeGroup() }
      if let bitmap = rasterizer.contents(scale: scale) {
        add(
          bitmap, covering: layer.bounds, homography: homography, part: part, opacity: opacity,
          opaquePart: layer.opaquePart)
      }
      addSublayers(of: layer, layer.sublayers.indices, transform: transform, opacity: opacity, renderer: renderer)
      if !isSnapshot { layer.subtreeIsDirty = false }
    }
  }

  /// Adds a shadow without the part that the layer itself hides, which is most of it.
  private func add(_ shadow: Shadow, around opaquePart: Rect, homography: Homography, opacity: Double) {
    func add(_ part: Rect?) {
      self.add(
        shadow.bitmap, covering: shadow.extent, homography: homography, part: part.map { ConvexPolygon($0) },
        opacity: opacity)
    }
    let (outer, inner) = (shadow.extent, opaquePart)
    guard !inner.isEmpty, opacity >= 1, outer.minX < inner.minX, outer.minY < inner.minY, outer.maxX > inner.maxX,
      outer.maxY > inner.maxY
    else { return add(nil) }
    add(Rect(outer.minX, outer.minY, outer.width, inner.minY - outer.minY))
    add(Rect(outer.minX, inner.minY, inner.minX - outer.minX, inner.height))
    add(Rect(inner.maxX, inner.minY, outer.maxX - inner.maxX, inner.height))
    add(Rect(outer.minX, inner.maxY, outer.width, outer.maxY - inner.maxY))
  }

  private func addSublayers(
    of layer: Layer, _ range: Range<Int>, transform: Transform3D, opacity: Double, renderer: Renderer
  ) {
    let first = members.count
    gather(layer, range, transform: layer.sublayerTransformAboutAnchor, opacity: opacity)
    // Each sorts the members if a drawing order exists; the second also cuts them. Inside of a space that is drawn by
    // depth, everything has the depth of the outer member.
    let isSorted = depthSort.sort(&members, from: first) || partition.sort(&members, from: first)
    let drawsByDepth = !isSorted && depth == nil
    if drawsByDepth { depthSpaceCount += 1 }
    let (outerDepth, toPixels, end) = (depth, transform.homography, members.count)
    for index in first..<end {
      let member = members[index]
      if drawsByDepth { depth = member.depth(through: toPixels, space: depthSpaceCount) }
      add(
        member.layer, transform: member.transform.droppingDepth.concatenating(transform), opacity: member.opacity,
        member: member, renderer: renderer)
    }
    depth = outerDepth
    members.removeLast(end - first)
  }

  /// Collects the sublayers that share a layer's 3D space, including those inside transform layers.
  private func gather(_ layer: Layer, _ range: Range<Int>, transform spaceTransform: Transform3D, opacity: Double) {
    for sublayer in layer.sublayers[range] where sublayer !== omitted {
      guard sublayer.isShown else {
        sublayer.removeBitmaps()
        continue
      }
      let transform = sublayer.transformToSuperlayer.concatenating(spaceTransform)
      let opacity = opacity * sublayer.opacity
      if sublayer is TransformLayer {
        gather(
          sublayer, sublayer.sublayers.indices,
          transform: sublayer.sublayerTransformAboutAnchor.concatenating(transform), opacity: opacity)
        if !isSnapshot { sublayer.subtreeIsDirty = false }
        // Of its sublayers, which are added later.
        sublayer.hasCachedBitmaps = true
      } else {
        members.append(SpaceMember(sublayer, transform: transform, opacity: opacity, order: members.count))
      }
    }
  }

  /// Adds a quad for a bitmap that covers `extent`.
  ///
  /// - Parameters:
  ///   - part: the part to draw, in the layer's points.
  ///   - opaquePart: a part that is opaque although the bitmap isn't, in the layer's points, or an empty rectangle.
  private func add(
    _ bitmap: Bitmap, covering extent: Rect, homography: Homography, part: ConvexPolygon?, opacity: Double,
    shade: Double = 0, opaquePart: Rect = .zero
  ) {
    let (sx, sy) = (extent.width / Double(bitmap.width), extent.height / Double(bitmap.height))
    let toPoints = Homography(scaleX: sx, y: sy, translation: extent.origin)
    let transform = toPoints.concatenating(homography).snappedToPixels(bitmap)
    let part = part?.mapped { Point(($0.x - extent.minX) / sx, ($0.y - extent.minY) / sy) }
    var quad = Quad(bitmap, transform: transform, part: part, opacity: opacity, shade: shade)
    if !opaquePart.isEmpty, !bitmap.isOpaque {
      quad.opaquePart = ConvexPolygon(
        Rect(
          (opaquePart.minX - extent.minX) / sx, (opaquePart.minY - extent.minY) / sy, opaquePart.width / sx,
          opaquePart.height / sy))
    }
    quad.depth = depth
    quads.append(quad)
  }

  /// Updates the bitmaps of the visible groups. The hidden faces of a solid aren't drawn until they turn to the viewer.
  private func redrawGroups(renderer: Renderer) {
    renderer.markHidden(&quads, in: size)
    for (index, layer, overlay) in groups {
      guard !quads[index].isHidden else {
        invisible.append(layer)
        continue
      }
      layer.cache.lastVisiblePass = pass
      LayerRasterizer(layer: layer, renderer: renderer).redrawGroup(overlay: overlay)
    }
    groups.removeAll(keepingCapacity: true)
  }

  /// Discards the bitmaps of invisible layers, least recently visible first, until the rest has at most as many pixels
  /// as the picture. That much is kept because a rotating solid shows them again soon.
  private func discardInvisible() {
    defer { invisible.removeAll(keepingCapacity: true) }
    guard !isSnapshot else { return }
    // If a layer is cut to pieces, some may be hidden while others are visible.
    invisible.removeAll { $0.cache.lastVisiblePass == pass }
    var pixels = invisible.reduce(0) { $0 + $1.cache.pixelCount }
    while pixels > size.area,
      let oldest = invisible.indices.min(by: {
        invisible[$0].cache.lastVisiblePass < invisible[$1].cache.lastVisiblePass
      })
    {
      let layer = invisible.remove(at: oldest)
      pixels -= layer.cache.pixelCount
      layer.discardBitmaps()
    }
  }
}
