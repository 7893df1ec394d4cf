import PanelGeometry

/// The work of one call of `Renderer.draw`: the visible quads, prepared, and the bands to paint.
///
/// `@unchecked Sendable`: the calling thread writes the frame before the threads paint the bands. They only read it,
/// except for each band's own depth buffer and run.
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
  /// The outlines of all visible quads, also outside the clip, so that snapping corners doesn't depend on the clip.
  private let outlines = Scratch<PlacedOutline>()
  /// The indices of the outlines that are near the quad that is being prepared.
  private let nearby = Scratch<Int>()
  let bands = Scratch<PixelRect>()
  /// For each band, room for the pixels of one block.
  private let runs = Scratch<UInt32>()
  /// For each band, as soon as a quad is drawn by depth.
  private(set) var depthBuffers: [DepthBuffer] = []

  private struct PlacedOutline {
    let bounds: PixelRect
    let outline: Outline
    /// The index of the prepared quad, or -1 if none of it is visible inside the clip.
    var quad = -1
  }

  /// Prepares the quads that are visible inside `clip`.
  func prepare(_ list: [Quad], target bitmap: Bitmap, clip: Region) {
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
    for quad in list.reversed() where !quad.isHidden { prepare(quad, bounds, area) }
    for index in 0..<clip.count {
      let rect = clip[index]
      for y in stride(from: rect.minY, to: rect.maxY, by: Renderer.bandHeight) {
        bands.append(
          PixelRect(minX: rect.minX, minY: y, maxX: rect.maxX, maxY: min(y + Renderer.bandHeight, rect.maxY)))
      }
    }
    runs.removeAll()
    runs.appendUninitialized(count: bands.count * TextureSampler.runCapacity)
    guard list.contains(where: { $0.depth != nil }) else { return }
    while depthBuffers.count < bands.count { depthBuffers.append(DepthBuffer()) }
  }

  private func prepare(_ quad: Quad, _ clip: PixelRect, _ clipArea: Int) {
    let (bitmap, opacity) = (quad.bitmap, Color.clamped(quad.opacity))
    let modulation = Modulation(opacity: opacity, shade: Color.clamped(quad.shade), of: bitmap)
    var outline = quad.outline
    guard modulation.isVisible, let inverse = quad.inverse, outline.count > 0, outline.touches(target.bounds) else {
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

    var prepared = PreparedQuad(
      outline: outline, firstEdge: firstEdge, rows: rows, firstSpan: firstSpan, depth: quad.depth,
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
    guard quad.depth == nil else { return }
    outlines.base[outlineIndex].quad = quads.count - 1
    cover(prepared.opaqueRows, firstSpan: prepared.firstOpaqueSpan)
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
      guard isPart || (other.pointee.hasOpaqueBitmap && prepared.outline.abuts(other.pointee.outline)) else { continue }
      neighbors.append(Int32(truncatingIfNeeded: otherIndex))
    }
    prepared.neighbors = first..<neighbors.count
  }

  /// Paints the quads' parts in a band.
  func paintBand(_ number: Int) {
    let band = bands.base[number]
    let painter = BandPainter(self, run: runs.base + number * TextureSampler.runCapacity)
    var end = quads.count
    while end > 0 {
      // The quads of a space that is drawn by depth are adjacent.
      var start = end - 1
      if let space = quads.base[start].depth?.space {
        while start > 0, quads.base[start - 1].depth?.space == space { start -= 1 }
        painter.paintByDepth(start..<end, band, depthBuffers[number])
      } else {
        painter.paint(quads.base + start, band)
      }
      end = start
    }
  }
}
