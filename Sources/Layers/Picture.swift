import Geometry
import Raster

/// The look of a layer and everything beneath it: a flat display list, kept up to date.
public final class Picture {
  /// Undermost first.
  public private(set) var quads: [Quad] = []

  /// Not held: a layer that is drawn as a group has a picture of itself.
  private unowned let layer: Layer
  private let isSnapshot: Bool
  /// The list for a target of another size, as long as that is drawn.
  private var fitted: [Quad] = []
  private var members: ContiguousArray<SpaceMember> = []
  private let depthOrder = DepthOrder()
  private let partition = SpacePartition()
  /// The depth of what is being added, in a space that is drawn by depth; and the number of such spaces.
  private var depth: QuadDepth?
  private var spaceCount = 0
  private var entries: [Entry] = []
  private var lastEntries: [Entry] = []
  /// The quads of layers drawn as groups, whose bitmaps may be out of date while the list is being built.
  private var groups: [(quad: Int, layer: Layer, shade: Layer?)] = []
  /// The layers for which something is kept although they turn their backs, or others cover them.
  private var unseen: [Layer] = []
  /// Grows with each call of `prepare`.
  private var pass = 0
  private var scale = 1.0
  private var turn = AffineTransform.identity
  /// The side that faces the viewer: in a mirror it is the back.
  private var front: Facing { turn.a * turn.d - turn.b * turn.c < 0 ? .back : .front }
  private var size = PixelRect.empty

  /// - Parameters:
  ///   - layer: the topmost one.
  ///   - isSnapshot: true for a picture beside the one that is shown. That has still to hear what changed, and other layers
  ///     are seen in it: nothing is given back.
  public init(of layer: Layer, isSnapshot: Bool = false) {
    (self.layer, self.isSnapshot) = (layer, isSnapshot)
  }

  /// Brings the display list up to date, and the bitmaps in it.
  ///
  /// - Parameters:
  ///   - size: the picture's, in pixels.
  ///   - scale: pixels to a point of the layer.
  ///   - turn: the layer's place in the picture, in points.
  ///   - renderer: draws the layers that need a bitmap of their own.
  /// - Returns: the region that differs from the last call's picture; everything when it had another size or scale.
  public func prepare(
    size: PixelRect, scale: Double, turn: AffineTransform = .identity, renderer: Renderer
  ) -> Region {
    let isNew = size != self.size || scale != self.scale || turn != self.turn
    guard isNew || layer.subtreeIsDirty else { return Region() }
    begin(size: size)
    (self.scale, self.turn) = (scale, turn)
    let toPixels = Transform3D(translationX: -layer.bounds.minX, y: -layer.bounds.minY, z: 0)
      .concatenating(Transform3D(turn))
      .concatenating(Transform3D(scaleX: scale, y: scale, z: 1))
    if layer.isShown { add(layer, transform: toPixels, opacity: layer.opacity, member: nil, renderer: renderer) }
    redrawGroups(renderer: renderer)
    discardUnseen()
    let changed = changes()
    return isNew ? Region(size) : changed
  }

  /// The display list for a target of another size, into which the picture is stretched: made of the same bitmaps.
  public func quads(fitting target: PixelRect) -> [Quad] {
    fitted.removeAll(keepingCapacity: true)
    guard target != size, size.area > 0 else { return quads }
    let (sx, sy) = (Double(target.width) / Double(size.width), Double(target.height) / Double(size.height))
    let stretch = Homography(m11: sx, m12: 0, m13: 0, m21: 0, m22: sy, m23: 0, m31: 0, m32: 0, m33: 1)
    for var quad in quads {
      quad.transform = quad.transform.concatenating(stretch)
      quad.coarseness = sx * sy
      quad.depth?.x /= sx
      quad.depth?.y /= sy
      fitted.append(quad)
    }
    return fitted
  }

  /// The number of the quads that lie beneath the shade: of the first ones.
  private(set) var shadedCount = 0

  /// The same for the sublayers alone, without the one that is folded into the layer's own quad.
  func prepareSublayers(
    leavingOut shade: Layer?, transform: Transform3D, size: PixelRect, renderer: Renderer
  ) -> Region {
    begin(size: size)
    let count = layer.sublayers.count
    let place = shade.flatMap { shade in layer.sublayers.lastIndex { $0 === shade } } ?? count
    addSublayers(of: layer, 0..<place, transform: transform, opacity: 1, renderer: renderer)
    shadedCount = quads.count
    addSublayers(of: layer, min(place + 1, count)..<count, transform: transform, opacity: 1, renderer: renderer)
    layer.subtreeIsDirty = false
    redrawGroups(renderer: renderer)
    discardUnseen()
    return changes()
  }

  // MARK: Building

  private func begin(size: PixelRect) {
    self.size = size
    pass += 1
    swap(&entries, &lastEntries)
    entries.removeAll(keepingCapacity: true)
    quads.removeAll(keepingCapacity: true)
    spaceCount = 0
  }

  /// Adds a layer whose plane appears in pixels through `transform`.
  ///
  /// - Parameter member: the part of it to draw, if others cut it.
  private func add(
    _ layer: Layer, transform: Transform3D, opacity: Double, member: SpaceMember?, renderer: Renderer
  ) {
    let homography = transform.homography
    if !layer.isDoubleSided, Facing(homography, around: layer.bounds.center) != front {
      if layer.holdsDrawings { unseen.append(layer) }
      return
    }
    layer.holdsDrawings = true
    let part = member?.isPiece == true ? member?.polygon : nil
    // In a member that is drawn by depth, sublayers that leave its plane would need a depth each.
    let isPiece = part != nil || (depth != nil && !layer.hasFlatSublayers)
    if member?.isFirst != false, let shadow = layer.cache.shadow(of: layer) {
      addShadow(
        shadow.bitmap, showing: shadow.shown, around: layer.opaqueCore, homography: homography, opacity: opacity)
    }
    let scale = AppearingScale(homography, of: layer.bounds, room: size.area)
    if layer.isGroup(opacity: opacity, isPiece: isPiece) {
      if let (bitmap, shown) = layer.cache.group(layer, scale: scale) {
        let shade = layer.foldedShade(isOpaque: layer.fillsItself && shown == layer.bounds)
        add(
          bitmap, showing: shown, homography: homography, part: part, opacity: opacity, shade: shade?.opacity ?? 0,
          core: layer.opaqueCore)
        groups.append((quads.count - 1, layer, shade))
      }
    } else {
      layer.cache.lastSeen = pass
      layer.cache.forgetGroup()
      if let bitmap = layer.cache.contents(of: layer, scale: scale, renderer: renderer) {
        add(
          bitmap, showing: layer.bounds, homography: homography, part: part, opacity: opacity, shade: 0,
          core: layer.opaqueCore)
      }
      addSublayers(
        of: layer, layer.sublayers.indices, transform: transform, opacity: opacity, renderer: renderer)
      if !isSnapshot { layer.subtreeIsDirty = false }
    }
  }

  /// Adds a shadow, without the part that the layer itself hides: that is most of it.
  private func addShadow(
    _ bitmap: Bitmap, showing shown: Rect, around core: Rect, homography: Homography, opacity: Double
  ) {
    guard !core.isEmpty, opacity >= 1, shown.minX < core.minX, shown.minY < core.minY, shown.maxX > core.maxX,
      shown.maxY > core.maxY
    else {
      return add(bitmap, showing: shown, homography: homography, part: nil, opacity: opacity, shade: 0)
    }
    func addStrip(_ strip: Rect) {
      add(bitmap, showing: shown, homography: homography, part: ConvexPolygon(strip), opacity: opacity, shade: 0)
    }
    addStrip(Rect(shown.minX, shown.minY, shown.width, core.minY - shown.minY))
    addStrip(Rect(shown.minX, core.minY, core.minX - shown.minX, core.height))
    addStrip(Rect(core.maxX, core.minY, shown.maxX - core.maxX, core.height))
    addStrip(Rect(shown.minX, core.maxY, shown.width, shown.maxY - core.maxY))
  }

  private func addSublayers(
    of layer: Layer, _ range: Range<Int>, transform: Transform3D, opacity: Double, renderer: Renderer
  ) {
    let first = members.count
    gather(layer, range, space: layer.sublayerTransformAboutAnchor, opacity: opacity)
    let isByDepth = !depthOrder.sort(&members, from: first) && !partition.sort(&members, from: first) && depth == nil
    if isByDepth { spaceCount += 1 }
    let (plane, toPixels, end) = (depth, transform.homography, members.count)
    for index in first..<end {
      let member = members[index]
      if isByDepth { depth = member.depth(through: toPixels, space: spaceCount) }
      add(
        member.layer, transform: member.transform.droppingDepth.concatenating(transform), opacity: member.opacity,
        member: member, renderer: renderer)
    }
    depth = plane
    members.removeLast(end - first)
  }

  /// Collects the sublayers that share a layer's space: through transform layers, which don't end it.
  private func gather(_ layer: Layer, _ range: Range<Int>, space: Transform3D, opacity: Double) {
    for sublayer in layer.sublayers[range] {
      guard sublayer.isShown else {
        sublayer.forgetDrawings()
        continue
      }
      let transform = sublayer.transformToSuperlayer.concatenating(space)
      let opacity = opacity * sublayer.opacity
      if sublayer is TransformLayer {
        gather(
          sublayer, sublayer.sublayers.indices, space: sublayer.sublayerTransformAboutAnchor.concatenating(transform),
          opacity: opacity)
        if !isSnapshot { sublayer.subtreeIsDirty = false }
        sublayer.holdsDrawings = true
      } else {
        members.append(SpaceMember(sublayer, transform: transform, opacity: opacity, order: members.count))
      }
    }
  }

  private func add(
    _ bitmap: Bitmap, showing shown: Rect, homography: Homography, part: ConvexPolygon?, opacity: Double, shade: Double,
    core: Rect = .zero
  ) {
    let (sx, sy) = (shown.width / Double(bitmap.width), shown.height / Double(bitmap.height))
    let toPoints = Homography(
      m11: sx, m12: 0, m13: 0, m21: 0, m22: sy, m23: 0, m31: shown.minX, m32: shown.minY, m33: 1)
    let transform = toPoints.concatenating(homography).snapped(keeping: bitmap)
    var partInPixels = part
    // swift-format-ignore: NeverForceUnwrap
    for index in 0..<(part?.count ?? 0) {
      let corner = partInPixels![index] - shown.origin
      partInPixels![index] = Point(corner.x / sx, corner.y / sy)
    }
    var quad = Quad(bitmap, transform: transform, part: partInPixels, opacity: opacity, shade: shade)
    if !core.isEmpty, !bitmap.isOpaque {
      quad.core = ConvexPolygon(
        Rect((core.minX - shown.minX) / sx, (core.minY - shown.minY) / sy, core.width / sx, core.height / sy))
    }
    quad.depth = depth
    quads.append(quad)
  }

  /// Brings the bitmaps of groups up to date: of those that can be seen. The far faces of a solid are never drawn until
  /// they are turned to the viewer.
  private func redrawGroups(renderer: Renderer) {
    renderer.markHidden(&quads, in: size)
    for (index, layer, shade) in groups {
      guard !quads[index].isHidden else {
        unseen.append(layer)
        continue
      }
      layer.cache.lastSeen = pass
      layer.cache.redraw(layer, shade: shade, renderer: renderer)
    }
    groups.removeAll(keepingCapacity: true)
  }

  /// Gives back what was drawn for layers that can't be seen, the longest unseen first, until what is left of it is no
  /// larger than the picture. So much is kept, for a solid that turns shows it again in a moment.
  private func discardUnseen() {
    defer { unseen.removeAll(keepingCapacity: true) }
    guard !isSnapshot else { return }
    // Cut to pieces, a layer can be seen although one of them can't.
    unseen.removeAll { $0.cache.lastSeen == pass }
    var pixels = unseen.reduce(0) { $0 + $1.cache.pixelCount }
    while pixels > size.area,
      let place = unseen.indices.min(by: { unseen[$0].cache.lastSeen < unseen[$1].cache.lastSeen })
    {
      let layer = unseen.remove(at: place)
      pixels -= layer.cache.pixelCount
      layer.discardDrawings()
    }
  }

  // MARK: What changed

  /// A quad's state when it was drawn.
  private struct Entry {
    /// Its place in memory alone is kept, to be compared: while that is, no other bitmap can have it. The pixels go.
    private unowned var keeper: Bitmap
    var bitmap: ObjectIdentifier
    var version: Int
    var transform: Homography
    var part: ConvexPolygon?
    var depth: QuadDepth?
    var opacity: Double
    var shade: Double
    var bounds: PixelRect
    private var plane: Rect

    init(_ quad: Quad, in size: PixelRect) {
      keeper = quad.bitmap
      bitmap = ObjectIdentifier(quad.bitmap)
      version = quad.bitmap.version
      transform = quad.transform
      part = quad.part
      depth = quad.depth
      opacity = quad.opacity
      shade = quad.shade
      bounds = transform.pixelBounds(of: quad.bitmap.bounds, of: quad.bitmap, in: size)
      plane = Rect(0, 0, Double(quad.bitmap.width), Double(quad.bitmap.height))
    }

    /// Adds all that the quad shows to what changed.
    func insert(in size: PixelRect, into region: inout Region) {
      transform.insertPixels(of: plane, within: bounds, of: size, into: &region)
    }

    func looksLike(_ other: Entry) -> Bool {
      bitmap == other.bitmap && transform == other.transform && part == other.part && depth == other.depth
        && opacity == other.opacity && shade == other.shade
    }
  }

  private func changes() -> Region {
    var changed = Region()
    for quad in quads { entries.append(Entry(quad, in: size)) }
    for index in 0..<max(entries.count, lastEntries.count) {
      guard index < entries.count, index < lastEntries.count, entries[index].looksLike(lastEntries[index]) else {
        if index < entries.count { entries[index].insert(in: size, into: &changed) }
        if index < lastEntries.count { lastEntries[index].insert(in: size, into: &changed) }
        continue
      }
      let (now, before) = (entries[index], lastEntries[index])
      guard now.version != before.version else { continue }
      guard now.version == before.version + 1 else {
        changed.insert(now.bounds)
        continue
      }
      let bitmap = quads[index].bitmap
      for part in 0..<bitmap.lastChange.count {
        changed.formUnion(now.transform.pixels(showing: bitmap.lastChange[part], of: bitmap, in: size))
      }
    }
    lastEntries.removeAll(keepingCapacity: true)
    return changed
  }
}

extension Layer {
  /// False for a layer that isn't drawn, nor what is beneath it.
  fileprivate final var isShown: Bool { !isHidden && opacity > 0 }

  /// True for a layer that is drawn, with its sublayers, into a bitmap of its own, which is then what appears: where
  /// the whole is faded, cut off, or cut to pieces, the parts can't be drawn one by one.
  fileprivate final func isGroup(opacity: Double, isPiece: Bool) -> Bool {
    shouldRasterize || (!sublayers.isEmpty && (opacity < 1 || masksToBounds || hasBorder || isPiece))
  }

  /// The last sublayer that does nothing but lay black over the whole layer: it needs no drawing of its own, since the
  /// rasteriser can darken the layer's picture in the same pass. What lies above it glows (`Bitmap.alphaIsShade`), which
  /// takes a bitmap that is opaque and sublayers of which none leaves the plane.
  final func foldedShade(isOpaque: Bool) -> Layer? {
    guard sublayerTransform.isIdentity, let shade = sublayers.last(where: { $0.laysBlack(over: bounds) }),
      shade === sublayers.last || (isOpaque && hasFlatSublayers)
    else { return nil }
    return shade
  }

  /// True if all sublayers lie in the layer's own plane.
  fileprivate final var hasFlatSublayers: Bool { sublayerTransform.isIdentity && sublayers.allSatisfy { $0.isInPlane } }

  private final func laysBlack(over bounds: Rect) -> Bool {
    backgroundColor == .black && delegate == nil && sublayers.isEmpty && !isHidden && transform.isIdentity
      && zPosition == 0 && frame == bounds
  }

  private final var isInPlane: Bool {
    !(self is TransformLayer) && zPosition == 0 && transform.m13 == 0 && transform.m23 == 0 && transform.m43 == 0
  }
}
