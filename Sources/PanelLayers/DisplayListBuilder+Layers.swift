import PanelGeometry
import PanelRaster

/// The effects of a layer's superlayers, and its own opacity.
struct Place {
  /// Maps the layer's coordinates to pixels.
  var transform: Transform3D
  /// The product of the opacities, 0…1.
  var opacity: Double
  /// The alpha of the black over everything, 0…1.
  var shade: Double
  /// Nothing is visible outside of it, in pixels.
  var clip: PixelRect
}

extension DisplayListBuilder {
  /// The ways to draw a layer with sublayers.
  private enum Style {
    /// The own content, then the sublayers.
    case plain
    /// The same, but faded, masked or with a border above.
    case inPlace
    /// Into a bitmap, which is then one quad.
    case bitmap
  }

  /// A layer that is being added.
  private struct Item {
    let layer: Layer
    var place: Place
    let homography: Homography
    /// The visible part of the bounds, in points.
    let visible: Rect?
    /// The piece to draw, in points; `nil` for the whole layer.
    let part: ConvexPolygon?
    var rasterizer: LayerRasterizer
    let scale: BitmapScale
    let castsShadow: Bool
    /// The shade of the layer and of those above it, 0…1.
    let shade: Double

    /// True if the layer is upright, and nothing but its mask makes it a group.
    var isOnlyMasked: Bool { scale.isUpright && place.opacity >= 1 && !layer.hasBorder }

    var placeOfSublayers: Place {
      var result = place
      result.shade = layer.shadesSublayers ? shade : place.shade
      return result
    }
  }

  /// Adds a layer.
  ///
  /// - Parameter member: the layer, or the piece of it to draw, in its 3D space; `nil` for the root layer.
  func add(_ layer: Layer, _ place: Place, member: SpaceMember?, renderer: Renderer) {
    let homography = place.transform.homography
    let visible = homography.visibleRect(of: layer.bounds, in: place.clip)
    guard visible != nil || layer.hasShadow || (layer.hasSublayers && !layer.masksToBounds) else { return hide(layer) }
    layer.hasCachedBitmaps = true
    // The shade of a snapshot's layer belongs to the layer's place.
    let ownShade = isSnapshot && layer === self.layer ? 0 : layer.shade
    let item = Item(
      layer: layer, place: place, homography: homography, visible: visible,
      part: member.flatMap { $0.isPiece ? $0.polygon : nil }, rasterizer: rasterizer(of: layer, renderer),
      scale: BitmapScale(homography, visible: visible ?? layer.bounds, pictureArea: size.area),
      // A layer that is cut has a single shadow.
      castsShadow: layer.hasShadow && member?.isFirst ?? true, shade: 1 - (1 - place.shade) * (1 - ownShade))
    let style = style(of: item)
    if style == .bitmap, addBitmap(item) { return }
    if style == .plain {
      if item.castsShadow { addShadow(item) }
      addContents(item)
      addSublayers(of: layer, item.placeOfSublayers, renderer: renderer)
    } else {
      addInPlace(item)
    }
    if omitted == nil || layer !== self.layer { layer.cache.removeGroup() }
    if !isSnapshot { layer.subtreeIsDirty = false }
  }

  private func style(of item: Item) -> Style {
    let layer = item.layer
    if omitted != nil, layer === self.layer { return .plain }
    if layer.shouldRasterize { return .bitmap }
    // A shadow fades with its layer. All pieces of a layer that is cut are drawn alike, and a group has no depth.
    if item.place.opacity < 1, item.castsShadow, item.part == nil, depth == nil { return .inPlace }
    // A layer drawn by depth has one depth. If its sublayers leave its plane, they are drawn as a group with it.
    let needsSingleQuad = item.part != nil || (depth != nil && !layer.hasFlatSublayers)
    guard layer.hasSublayers,
      item.place.opacity < 1 || layer.masksToBounds || layer.hasBorder || needsSingleQuad
    else { return .plain }
    // A rectangular mask of whole pixels costs less than a bitmap.
    return item.isOnlyMasked && !needsSingleQuad && layer.cornerRadii.isZero ? .inPlace : .bitmap
  }

  // MARK: In place

  private func addInPlace(_ item: Item) {
    let layer = item.layer
    var item = item
    let renderer = item.rasterizer.renderer
    let fading = beginFading(&item)
    // The layer's own content is in the groups that begin here.
    item.rasterizer = rasterizer(of: layer, renderer)
    if item.castsShadow { addShadow(item) }
    var inner = item
    let masking = layer.masksToBounds || item.part != nil ? mask(&inner) : nil
    inner.rasterizer = rasterizer(of: layer, renderer)
    let roundsCorners = masking.map { groups[$0].roundedMask != nil } ?? false
    addContents(inner, cornersAreMasked: roundsCorners, hasBorder: !layer.hasSublayers)
    addSublayers(of: layer, inner.placeOfSublayers, renderer: renderer)
    if let masking { endGroup(masking) }
    if layer.hasBorder, layer.hasSublayers, let visible = item.visible,
      let border = item.rasterizer.border(scale: item.scale, visible: visible)
    {
      let index = quads.count
      add(border.bitmap, covering: border.extent, item, shade: item.shade)
      if border.isDeferred, quads.count > index { deferredContents.append((index, layer, isBorder: true)) }
    }
    if let fading { endGroup(fading) }
  }

  /// Begins a group that has the item's opacity.
  ///
  /// - Returns: the group's index; `nil` for an opaque item.
  private func beginFading(_ item: inout Item) -> Int? {
    guard item.place.opacity < 1 else { return nil }
    defer { item.place.opacity = 1 }
    return beginGroup(QuadGroup(0..<0, opacity: item.place.opacity))
  }

  /// Limits what follows to the layer's bounds.
  ///
  /// - Returns: the index of the group that masks it; `nil` if the clip of the item is enough.
  private func mask(_ item: inout Item) -> Int? {
    let (layer, homography, clip) = (item.layer, item.homography, item.place.clip)
    if item.part == nil, let rect = homography.wholePixels(of: layer.bounds) {
      item.place.clip = clip.intersection(rect)
      guard !layer.cornerRadii.isZero else { return nil }
      return beginGroup(QuadGroup(0..<0, roundedMask: layer.roundedBounds(in: rect, homography)))
    }
    var polygon = homography.visiblePart(of: layer.bounds, in: clip)
    if let part = item.part { polygon = part.intersection(polygon) }
    return beginGroup(QuadGroup(0..<0, mask: polygon.mapped { homography.apply(to: $0) ?? .zero }))
  }

  private func beginGroup(_ group: QuadGroup) -> Int {
    var group = group
    group.quads = quads.count..<quads.count
    groups.append(group)
    openGroupCount += 1
    return groups.count - 1
  }

  private func endGroup(_ index: Int) {
    openGroupCount -= 1
    groups[index].quads = groups[index].quads.lowerBound..<quads.count
    if groups[index].quads.isEmpty { groups.removeSubrange(index...) }
  }

  // MARK: Bitmaps

  /// Adds a quad that shows the layer with its sublayers, or one for the own content and one for the bright sublayers.
  ///
  /// - Returns: False if the bitmap would be too large. The layer is then drawn in place.
  private func addBitmap(_ item: Item) -> Bool {
    let layer = item.layer
    // A larger upright group needs no bitmap to look the same, and round corners cost little in place. A small one, such as
    // a card, costs less as one quad.
    let isLimited = item.scale.isUpright && !layer.shouldRasterize && item.part == nil
    let limit = item.isOnlyMasked ? size.area / 8 : size.area / 2
    guard
      let (bitmap, extent) = item.rasterizer.reserveGroup(
        scale: item.scale, homography: item.homography, clip: item.place.clip,
        maximumArea: isLimited ? limit : 4 * size.area)
    else { return false }
    var item = item
    let isBright = !layer.shadesSublayers && layer.hasSublayers
    let fading = depth == nil && (isBright || item.castsShadow) ? beginFading(&item) : nil
    if item.castsShadow { addShadow(item) }
    if isBright { addContents(item) }
    let index = quads.count
    add(
      bitmap, covering: extent, item, shade: isBright ? item.place.shade : item.shade,
      opaquePart: isBright ? .zero : layer.opaquePart)
    if quads.count > index { groupBitmaps.append((index, layer)) }
    if let fading { endGroup(fading) }
    return true
  }

  // MARK: Quads

  /// - Parameters:
  ///   - cornersAreMasked: true if a mask rounds the corners.
  ///   - hasBorder: false to leave the border to the caller.
  private func addContents(_ item: Item, cornersAreMasked: Bool = false, hasBorder: Bool = true) {
    guard let visible = item.visible else { return }
    let cornerRadii = cornersAreMasked ? CornerRadii() : item.layer.cornerRadii
    guard
      let contents = item.rasterizer.reserveContents(
        scale: item.scale, visible: visible, cornerRadii: cornerRadii, hasBorder: hasBorder)
    else { return }
    let index = quads.count
    add(contents.bitmap, covering: contents.extent, item, shade: item.shade, opaquePart: item.layer.opaquePart)
    guard quads.count > index else { return }
    if contents.isDeferred {
      deferredContents.append((index, item.layer, isBorder: false))
    } else {
      self.contents.append((index, item.layer))
    }
  }

  /// Adds a shadow without the part that the layer itself hides, which is most of it. It isn't seen through a translucent
  /// layer either, as if both faded together.
  private func addShadow(_ item: Item) {
    guard
      let shadow = item.rasterizer.shadow(scale: item.scale, homography: item.homography, clip: item.place.clip)
    else { return }
    func add(part: ConvexPolygon?) {
      self.add(shadow.bitmap, covering: shadow.extent, item, part: .some(part), shade: item.shade)
    }
    func add(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
      add(part: ConvexPolygon(Rect(x, y, width, height)))
    }
    let (outer, inner) = (shadow.extent, item.layer.opaquePart)
    guard !inner.isEmpty, outer.minX < inner.minX, outer.minY < inner.minY,
      outer.maxX > inner.maxX, outer.maxY > inner.maxY
    else { return add(part: nil) }
    add(outer.minX, outer.minY, outer.width, inner.minY - outer.minY)
    add(outer.minX, inner.minY, inner.minX - outer.minX, inner.height)
    add(inner.maxX, inner.minY, outer.maxX - inner.maxX, inner.height)
    add(outer.minX, inner.maxY, outer.width, outer.maxY - inner.maxY)
  }

  /// Adds a quad for a bitmap, unless nothing of it is to be drawn.
  ///
  /// - Parameters:
  ///   - extent: what the bitmap covers, in the layer's points.
  ///   - part: the part to draw, in the layer's points; `nil` for all of it. By default, the item's part.
  ///   - opaquePart: a part that is opaque although the bitmap isn't, in the layer's points, or an empty rectangle.
  private func add(
    _ bitmap: Bitmap, covering extent: Rect, _ item: Item, part: ConvexPolygon?? = nil, shade: Double,
    opaquePart: Rect = .zero
  ) {
    let (sx, sy) = (extent.width / Double(bitmap.width), extent.height / Double(bitmap.height))
    let toPoints = Homography(scaleX: sx, y: sy, translation: extent.origin)
    let transform = toPoints.concatenating(item.homography).snappedToPixels(bitmap)
    let bitmapRect = Rect(0, 0, Double(bitmap.width), Double(bitmap.height))
    func inBitmap(_ polygon: ConvexPolygon) -> ConvexPolygon {
      polygon.mapped { Point(($0.x - extent.minX) / sx, ($0.y - extent.minY) / sy) }
    }
    var part = part ?? item.part
    if let whole = part, extent != item.layer.bounds { part = whole.intersection(ConvexPolygon(extent)) }
    if let part, part.count == 0 { return }
    var quad = Quad(
      bitmap, transform: transform, part: part.map(inBitmap), opacity: item.place.opacity, shade: shade)
    let opaquePart = opaquePart.intersection(extent)
    if !opaquePart.isEmpty, !bitmap.isOpaque {
      // Sampling spreads the translucent corners.
      let reach = item.scale.isUpright ? 0 : transform.reach(of: bitmapRect) * max(sx, sy)
      let part = opaquePart.insetBy(reach, reach)
      if !part.isEmpty { quad.opaquePart = inBitmap(ConvexPolygon(part)) }
    }
    quad.depth = depth
    quad.space = item.scale.isUpright ? 0 : space
    quad.clip = item.place.clip == size ? nil : item.place.clip
    quads.append(quad)
  }
}

extension Layer {
  /// Returns the bounds with their round corners.
  ///
  /// - Parameters:
  ///   - rect: the bounds in the picture.
  ///   - homography: maps the layer's points to the picture, without a rotation other than by quarter turns.
  fileprivate final func roundedBounds(in rect: PixelRect, _ homography: Homography) -> RoundedPixelRect {
    let size = Size(Double(rect.width), Double(rect.height))
    let center = Point(Double(rect.minX) + size.width / 2, Double(rect.minY) + size.height / 2)
    let scale = Swift.max(abs(homography.m11), abs(homography.m12))
    var radii = CornerRadii()
    for (x, y, radius) in [
      (bounds.minX, bounds.minY, cornerRadii.topLeft), (bounds.maxX, bounds.minY, cornerRadii.topRight),
      (bounds.maxX, bounds.maxY, cornerRadii.bottomRight), (bounds.minX, bounds.maxY, cornerRadii.bottomLeft),
    ] {
      let corner = homography.apply(to: Point(x, y)) ?? center
      switch (corner.x < center.x, corner.y < center.y) {
      case (true, true): radii.topLeft = radius * scale
      case (false, true): radii.topRight = radius * scale
      case (false, false): radii.bottomRight = radius * scale
      case (true, false): radii.bottomLeft = radius * scale
      }
    }
    return RoundedPixelRect(rect, radii: radii.fitted(to: size))
  }
}
