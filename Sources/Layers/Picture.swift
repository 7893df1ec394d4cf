import Geometry
import Raster

/// The appearance of a layer and its sublayers as a flat display list, updated incrementally.
public final class Picture {
  /// Bottommost first.
  public private(set) var quads: [Quad] = []

  /// Unowned, because a layer drawn as a group owns a picture of itself.
  private unowned let layer: Layer
  private let isSnapshot: Bool
  /// The result of `quads(fitting:)`; kept to reuse its memory.
  private var fitted: [Quad] = []
  private var members: ContiguousArray<SpaceMember> = []
  private let depthOrder = DepthOrder()
  private let partition = SpacePartition()
  /// The depth of the member being added in a space that is drawn by depth, and the number of such spaces.
  private var depth: QuadDepth?
  private var spaceCount = 0
  private var entries: [Entry] = []
  private var lastEntries: [Entry] = []
  /// The quads of layers drawn as groups. Their bitmaps may be out of date while the list is being built.
  private var groups: [(quad: Int, layer: Layer, shade: Layer?)] = []
  /// Layers with cached drawings that face away from the viewer or are covered by others.
  private var unseen: [Layer] = []
  /// Incremented by each call of `prepare`.
  private var pass = 0
  private var scale = 1.0
  private var turn = AffineTransform.identity
  /// The facing that counts as the front: a mirroring `turn` exchanges front and back.
  private var front: Facing { turn.a * turn.d - turn.b * turn.c < 0 ? .back : .front }
  private var size = PixelRect.empty

  /// - Parameters:
  ///   - layer: the root layer.
  ///   - isSnapshot: true for a picture besides the displayed one. It leaves the dirty flags set for the displayed
  ///     picture, and discards no drawings, because different layers may be visible there.
  public init(of layer: Layer, isSnapshot: Bool = false) {
    (self.layer, self.isSnapshot) = (layer, isSnapshot)
  }

  /// Updates the display list and the bitmaps in it.
  ///
  /// - Parameters:
  ///   - size: the picture's size, in pixels.
  ///   - scale: pixels per point of the layer.
  ///   - turn: maps the layer into the picture, in points.
  ///   - renderer: draws the layers that need a bitmap.
  /// - Returns: the region that differs from the previous picture; everything if size, scale or turn changed.
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

  /// Returns the display list with the picture stretched to a target of another size. It uses the same bitmaps.
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

  /// The number of quads at the start of the list that lie below the shade.
  private(set) var shadedCount = 0

  /// Like `prepare`, for the sublayers alone, without the shade that is folded into the layer's own quad.
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

  /// Adds a layer whose plane `transform` maps to pixels.
  ///
  /// - Parameter member: the part of the layer to draw, if other layers cut it.
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
    // Sublayers that leave the plane of a member drawn by depth would each need a depth, so they are drawn as a group.
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

  /// Adds a shadow without the part that the layer itself hides, which is most of it.
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

  /// Collects the sublayers that share a layer's 3D space, including those inside transform layers.
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

  /// Updates the bitmaps of the visible groups. The hidden faces of a solid aren't drawn until they turn to the viewer.
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

  /// Discards the drawings of invisible layers, least recently seen first, until the rest has at most as many pixels as
  /// the picture. That much is kept because a rotating solid shows them again soon.
  private func discardUnseen() {
    defer { unseen.removeAll(keepingCapacity: true) }
    guard !isSnapshot else { return }
    // If a layer is cut to pieces, some may be hidden while others are visible.
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

  // MARK: Damage

  /// The state of a quad as last drawn.
  private struct Entry {
    /// Reserves the object's address, so that no other bitmap can have the same identifier. The pixels are freed.
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

    /// Adds all pixels of the quad to the damage.
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
  /// False if neither the layer nor its sublayers are drawn.
  fileprivate final var isShown: Bool { !isHidden && opacity > 0 }

  /// True if the layer is drawn into a bitmap together with its sublayers. Fading, clipping or cutting applies to the
  /// whole, so the parts can't be drawn separately.
  fileprivate final func isGroup(opacity: Double, isPiece: Bool) -> Bool {
    shouldRasterize || (!sublayers.isEmpty && (opacity < 1 || masksToBounds || hasBorder || isPiece))
  }

  /// Returns the last sublayer that only lays black over the whole layer. It needs no drawing, because the rasterizer
  /// can darken the layer's picture in the same pass.
  ///
  /// Sublayers above it keep their brightness (`Bitmap.alphaIsShade`), which requires an opaque bitmap and sublayers in
  /// the layer's plane.
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
