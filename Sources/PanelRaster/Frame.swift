import PanelGeometry

/// The work of one call of `Renderer.draw`: the visible quads, prepared, and the bands to paint.
///
/// `@unchecked Sendable`: the calling thread writes the frame before the threads paint the bands. They only read it,
/// except for each thread's own scratch.
final class Frame: @unchecked Sendable {
  /// Set by `prepare`; a placeholder without pixels before.
  // swift-format-ignore: NeverForceUnwrap
  private(set) var target = Texels(base: .init(bitPattern: 4)!, stride: 0, width: 0, height: 0)
  /// The uppermost first.
  let quads = Scratch<PreparedQuad>()
  let edges = Scratch<Edge>()
  let spans = Scratch<RowSpan>()
  /// The indices of neighboring quads, to which `PreparedQuad.neighbors` refers.
  let neighbors = Scratch<Int32>()
  /// The parts of rows that no quad above covers.
  let visibleParts = Scratch<Range<Int32>>()
  let covered = SpanBuffer()
  let tree = GroupTree()
  /// The outlines of all visible quads, also outside the clip, so that snapping corners doesn't depend on the clip.
  private let outlines = Scratch<PlacedOutline>()
  /// The indices of the outlines that are near the quad that is being prepared.
  private let nearby = Scratch<Int>()
  let bands = Scratch<PixelRect>()
  /// One for each thread.
  let scratches: [BandScratch]

  private struct PlacedOutline {
    let bounds: PixelRect
    let outline: Outline
    /// The index of the prepared quad, or -1 if none of it is visible inside the clip.
    var quad = -1
  }

  init(threads: Int) {
    scratches = (0..<threads).map { _ in BandScratch() }
  }

  /// Prepares the quads that are visible inside `clip`.
  func prepare(_ list: [Quad], groups: [QuadGroup] = [], target bitmap: Bitmap, clip: Region) {
    target = bitmap.texels
    edges.removeAll()
    spans.removeAll()
    neighbors.removeAll()
    visibleParts.removeAll()
    outlines.removeAll()
    quads.removeAll()
    bands.removeAll()
    let (bounds, area) = (clip.bounds, clip.area)
    covered.begin(rows: bounds.minY..<bounds.maxY)
    // From the last to the first: the quads that hide or continue a quad come after it.
    tree.build(groups, quadCount: list.count, bounds: target.bounds)
    for index in list.indices.reversed() where !list[index].isHidden {
      let scissor = tree.scissor(of: list[index], at: index, in: target.bounds)
      prepare(list[index], index, scissor: scissor, scissor.intersection(bounds), area)
    }
    addBands(clip, size: bandSize(keptWidth: prepareGroups()))
  }

  /// Completes the groups that have visible quads. Returns the largest number of pixels that a row of nested groups
  /// keeps.
  private func prepareGroups() -> Int {
    let groups = tree.groups
    for index in (0..<groups.count).reversed() where groups.base[index].parent >= 0 {
      let parent = groups.base + groups.base[index].parent
      parent.pointee.touched = parent.pointee.touched.union(groups.base[index].touched)
    }
    var maxKeptWidth = 0
    for index in 0..<groups.count where !groups.base[index].touched.isEmpty {
      let group = groups.base + index
      if group.pointee.mask.count > 0 { group.pointee.firstEdge = addEdges(group.pointee.mask) }
      let outer = group.pointee.parent >= 0 ? groups.base[group.pointee.parent].keptWidth : 0
      group.pointee.keptWidth = outer + group.pointee.maxKeptColumns
      maxKeptWidth = max(maxKeptWidth, group.pointee.keptWidth)
    }
    return maxKeptWidth
  }

  /// Returns the size of bands, so small that all threads together keep at most about as many pixels as the target has.
  private func bandSize(keptWidth: Int) -> (width: Int, height: Int) {
    let available = target.width * target.height / scratches.count
    guard keptWidth > 0 else { return (.max, Renderer.bandHeight) }
    let height = min(max(available / keptWidth, 1), Renderer.bandHeight)
    for scratch in scratches { scratch.kept.reserve(min(keptWidth * height, available)) }
    // A row that is still too large is divided.
    return (keptWidth <= available ? .max : max(target.width * available / keptWidth, 64), height)
  }

  private func addBands(_ clip: Region, size: (width: Int, height: Int)) {
    for index in 0..<clip.count {
      let rect = clip[index]
      let width = min(size.width, rect.width)
      for y in stride(from: rect.minY, to: rect.maxY, by: size.height) {
        for x in stride(from: rect.minX, to: rect.maxX, by: width) {
          bands.append(
            PixelRect(minX: x, minY: y, maxX: min(x + width, rect.maxX), maxY: min(y + size.height, rect.maxY)))
        }
      }
    }
  }

  /// - Parameters:
  ///   - index: the quad's in the display list.
  ///   - scissor: the part of the target in which the quad is drawn.
  ///   - clip: the part of the scissor to draw now.
  ///   - clipArea: the number of pixels to draw now.
  private func prepare(_ quad: Quad, _ index: Int, scissor: PixelRect, _ clip: PixelRect, _ clipArea: Int) {
    let (bitmap, opacity) = (quad.bitmap, Color.clamped(quad.opacity))
    let modulation = Modulation(opacity: opacity, shade: Color.clamped(quad.shade), of: bitmap)
    var outline = quad.outline
    guard modulation.isVisible, let inverse = quad.inverse, outline.count > 0, outline.touches(scissor) else {
      return
    }
    let outlineIndex = outlines.count
    if quad.depth == nil {
      snap(&outline)
      guard outline.count > 0 else { return }
      outlines.append(PlacedOutline(bounds: outline.pixelBounds, outline: outline))
    }
    guard outline.touches(clip) else { return }
    let firstEdge = addEdges(outline)
    let (rows, firstSpan) = appendSpans(outline, firstEdge: firstEdge, clip)
    let visibleCount = quad.depth == nil ? findVisibleParts(rows, firstSpan: firstSpan, clip) : 0
    guard quad.depth != nil || visibleCount > 0 else {
      edges.removeAll(from: firstEdge)
      return spans.removeAll(from: firstSpan)
    }
    let map = inverse.scaled(toOneIn: outline)

    let group = tree.group(of: index)
    var prepared = PreparedQuad(
      outline: outline, firstEdge: firstEdge, listIndex: index, group: group, columns: scissor.minX..<scissor.maxX,
      rows: rows, firstSpan: firstSpan, depth: quad.depth,
      source: Source(bitmap, map, modulation), modulation: modulation, texels: bitmap.texels, map: map,
      isOpaque: bitmap.isOpaque && modulation.keepsAlpha, partOf: quad.part.map { _ in ObjectIdentifier(bitmap) },
      hasOpaqueBitmap: bitmap.isOpaque, opacity: opacity)
    if quad.depth == nil { findNeighbors(of: &prepared) }
    switch prepared.source {
    case .solid: prepared.hasUniformRows = true
    case .copy, .gradient(_, nil): break
    case .gradient:
      bitmap.willShow(min(visibleCount, clipArea))
      if bitmap.hasPixels { prepared.source = Source(bitmap, map, modulation) }
    case .texture:
      bitmap.makePixels()
      prepareTexture(&prepared, bitmap, density: abs(map.determinant) * quad.targetPixelsPerScreenPixel)
    }
    if prepared.isOpaque {
      (prepared.opaqueRows, prepared.firstOpaqueSpan) = (rows, firstSpan)
    } else if let opaquePart = quad.opaquePart, quad.part == nil, modulation.keepsAlpha {
      let outline = Outline(opaquePart, transform: quad.transform)
      if outline.count > 0 {
        (prepared.opaqueRows, prepared.firstOpaqueSpan) = appendSpans(outline, firstEdge: addEdges(outline), clip)
      }
    }
    quads.append(prepared)
    if group >= 0 {
      let touched = outline.pixelBounds.intersection(clip)
      tree.groups.base[group].touched = tree.groups.base[group].touched.union(touched)
    }
    guard quad.depth == nil else { return }
    outlines.base[outlineIndex].quad = quads.count - 1
    cover(prepared.opaqueRows, firstSpan: prepared.firstOpaqueSpan, in: tree.hidingPart(of: clip, at: index))
  }

  private func prepareTexture(_ prepared: inout PreparedQuad, _ bitmap: Bitmap, density: Double) {
    let map = prepared.map
    var selector = MipSelector(density: density, minQ: map.minQ(in: prepared.outline, target.bounds), stepQ: map.m13)
    let levels = bitmap.levels(deepest: selector.deepest)
    selector.limit(toCount: levels.count)
    prepared.sampler = TextureSampler(
      map, UnsafePointer(levels.levels), selector, AreaFinder(levels.areaMap(of: bitmap), map), prepared.modulation)
    guard bitmap.width == 1 || bitmap.height == 1 else { return }
    // Colors change along the bitmap's one long side only.
    let (alongRow, alongColumn) = bitmap.width == 1 ? (map.m12, map.m22) : (map.m11, map.m21)
    prepared.hasUniformRows = alongRow == 0 && map.m13 == 0
    prepared.hasUniformColumns = alongColumn == 0 && map.m23 == 0
  }

  private func addEdges(_ outline: Outline) -> Int {
    let first = edges.appendUninitialized(count: outline.count)
    for index in 0..<outline.count {
      edges.base[first + index] = Edge(from: outline[index], to: outline.corners.following(index))
    }
    return first
  }

  /// Moves corners onto those of the outlines above that they nearly meet.
  private func snap(_ outline: inout Outline) {
    let bounds = outline.pixelBounds
    nearby.removeAll()
    for index in 0..<outlines.count where outlines.base[index].bounds.touches(bounds) {
      nearby.append(index)
      outline.snapCorners(to: outlines.base[index].outline)
    }
  }

  /// Finds the quads above that continue a quad across an edge, among those nearby.
  private func findNeighbors(of prepared: inout PreparedQuad) {
    let first = neighbors.count
    for index in 0..<nearby.count where outlines.base[nearby.base[index]].quad >= 0 {
      let otherIndex = outlines.base[nearby.base[index]].quad
      let other = quads.base + otherIndex
      let isPart = prepared.partOf != nil && other.pointee.partOf == prepared.partOf
      // A quad in a faded group covers less of the pixel than its own alpha says.
      let fadingGroup = other.pointee.group >= 0 ? tree.groups.base[other.pointee.group].fadingGroup : -1
      guard fadingGroup < 0 || tree.groups.base[fadingGroup].quads.contains(prepared.listIndex),
        isPart || (other.pointee.hasOpaqueBitmap && prepared.outline.abuts(other.pointee.outline))
      else { continue }
      neighbors.append(Int32(truncatingIfNeeded: otherIndex))
    }
    prepared.neighbors = first..<neighbors.count
  }

  /// Paints the quads' parts in a band.
  ///
  /// - Parameters:
  ///   - number: the index of the band.
  ///   - thread: the number of the thread that paints it.
  func paintBand(_ number: Int, by thread: Int) {
    let band = bands.base[number]
    let painter = BandPainter(self, scratches[thread])
    var end = quads.count
    while end > 0 {
      // The quads of a space that is drawn by depth are adjacent.
      var start = end - 1
      let last = quads.base + start
      if tree.groups.count > 0 { painter.enter(last.pointee.group, last.pointee.listIndex, band) }
      if let space = last.pointee.depth?.space {
        while start > 0, quads.base[start - 1].depth?.space == space, quads.base[start - 1].group == last.pointee.group
        {
          start -= 1
        }
        painter.paintByDepth(start..<end, band, scratches[thread].depth)
      } else {
        painter.paint(last, band)
      }
      end = start
    }
    painter.endGroups(band)
  }
}
