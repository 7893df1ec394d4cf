import PanelGeometry

/// The work of one call of `Renderer.draw`: the visible quads, prepared, and the bands to paint.
///
/// The clip is prepared and painted in slabs of rows, so low that their spans and visible parts take little memory:
/// mostly one.
///
/// `@unchecked Sendable`: the calling thread writes the frame before the threads paint the bands. They only read it,
/// except for each thread's own scratch.
final class DrawPass: @unchecked Sendable {
  /// Set by `begin`; a placeholder without pixels before.
  // swift-format-ignore: NeverForceUnwrap
  private(set) var target = Texels(base: .init(bitPattern: 4)!, stride: 0, width: 0, height: 0)
  /// The uppermost first.
  let quadsFromTop = Scratch<PreparedQuad>()
  let edges = Scratch<Edge>()
  let spans = Scratch<RowSpan>()
  /// The indices of neighboring quads, to which `PreparedQuad.neighbors` refers.
  let neighbors = Scratch<Int32>()
  /// The rows of each quad that no quad above covers, and the parts of rows.
  let uncoveredRows = Scratch<UncoveredRows>()
  let uncoveredParts = Scratch<Range<Int32>>()
  let covered = CoveredColumns()
  let tree = GroupTree()
  let outlines = SpaceOutlines()
  let bands = Scratch<PixelRect>()
  /// One for each thread.
  let scratches: [BandScratch]

  private var clip = Region()
  private var clipBounds = PixelRect.empty
  /// The first row that isn't prepared yet, and the number of rows to prepare at once.
  private var nextRow = 0
  private var slabHeight = 0

  /// The largest size, in bytes, of a slab's spans and visible parts.
  static let slabBytes = 4 << 20

  private let memory: [ScratchMemory]

  init(threads: Int) {
    scratches = (0..<threads).map { _ in BandScratch() }
    memory =
      [quadsFromTop, edges, spans, neighbors, uncoveredRows, uncoveredParts, bands] + covered.memory + tree.memory
      + outlines.memory + scratches.flatMap(\.memory)
  }

  /// Ends the work of one call.
  func end() {
    for list in memory { list.endFrame() }
  }

  /// Begins to draw quads into a clip, which is inside of the target.
  func begin(_ list: [Quad], groups: [QuadGroup] = [], target bitmap: Bitmap, clip: Region) {
    target = bitmap.texels
    self.clip = clip
    clipBounds = clip.bounds
    nextRow = clipBounds.minY
    slabHeight = clipBounds.height
    tree.build(groups, quadCount: list.count, bounds: target.bounds)
    outlines.removeAll()
    for index in list.indices.reversed() where list[index].sharesSpace && !list[index].isHidden {
      let outline = list[index].outline
      guard list[index].isVisible, outline.count > 0,
        outline.touches(tree.scissor(of: list[index], at: index, in: target.bounds))
      else { continue }
      outlines.add(outline, listIndex: index, space: list[index].space)
    }
  }

  /// Prepares the quads that are visible in the next rows of the clip. Returns false after the last rows.
  func prepareSlab(_ list: [Quad]) -> Bool {
    guard nextRow < clipBounds.maxY else { return false }
    var rows = nextRow..<min(nextRow + slabHeight, clipBounds.maxY)
    while !prepare(list, rows) {
      slabHeight = (rows.count + 1) / 2
      rows = nextRow..<nextRow + slabHeight
    }
    nextRow = rows.upperBound
    bands.removeAll()
    let slab = clip.intersection(PixelRect(minX: 0, minY: rows.lowerBound, maxX: target.width, maxY: rows.upperBound))
    addBands(slab, size: bandSize(keptWidth: prepareGroups()))
    return true
  }

  /// Returns false if the rows need too much memory.
  private func prepare(_ list: [Quad], _ rows: Range<Int>) -> Bool {
    edges.removeAll()
    spans.removeAll()
    neighbors.removeAll()
    uncoveredRows.removeAll()
    uncoveredParts.removeAll()
    quadsFromTop.removeAll()
    tree.resetTouched()
    outlines.resetPrepared()
    covered.begin(rows: rows)
    let slab = PixelRect(minX: clipBounds.minX, minY: rows.lowerBound, maxX: clipBounds.maxX, maxY: rows.upperBound)
    var outlineIndex = 0
    // From the last to the first: the quads that hide or continue a quad come after it.
    for index in list.indices.reversed() where !list[index].isHidden {
      var item: Int?
      if list[index].sharesSpace {
        guard outlineIndex < outlines.items.count, outlines.items.base[outlineIndex].listIndex == index else {
          continue
        }
        item = outlineIndex
        outlineIndex += 1
      }
      let scissor = tree.scissor(of: list[index], at: index, in: target.bounds)
      let clip = scissor.intersection(slab)
      guard !clip.isEmpty, !list[index].isOutside(clip) else { continue }
      prepare(list[index], index, item, scissor: scissor, clip)
      guard rows.count == 1 || usedBytes <= Self.slabBytes else { return false }
    }
    return true
  }

  var usedBytes: Int {
    func size<T>(_ list: Scratch<T>) -> Int { list.count * MemoryLayout<T>.stride }
    return size(spans) + size(uncoveredRows) + size(uncoveredParts)
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
  ///   - item: the index in `outlines`; `nil` if the quad shares no space.
  ///   - scissor: the part of the target in which the quad is drawn.
  ///   - clip: the part of the scissor to draw now.
  private func prepare(_ quad: Quad, _ index: Int, _ item: Int?, scissor: PixelRect, _ clip: PixelRect) {
    let outline = item.map { outlines.items.base[$0].outline } ?? quad.outline
    guard outline.count > 0, outline.touches(clip), quad.isVisible, let inverse = quad.inverse else { return }
    let (bitmap, opacity) = (quad.bitmap, Color.clamped(quad.opacity))
    let modulation = Modulation(opacity: opacity, shade: Color.clamped(quad.shade), of: bitmap)
    let firstEdge = addEdges(outline)
    let ownSpans = appendSpans(outline, firstEdge: firstEdge, clip)
    let uncovered = quad.depth == nil ? findUncoveredRows(ownSpans, clip) : 0..<0
    guard quad.depth != nil || !uncovered.isEmpty else {
      edges.removeAll(from: firstEdge)
      return spans.removeAll(from: ownSpans.first)
    }
    let map = inverse.scaled(toOneIn: outline)

    let group = tree.group(of: index)
    var prepared = PreparedQuad(
      outline: outline, firstEdge: firstEdge, listIndex: index, group: group, columns: scissor.minX..<scissor.maxX,
      spans: ownSpans, uncovered: uncovered, depth: quad.depth, source: Source(bitmap, map, modulation),
      modulation: modulation, texels: bitmap.texels, map: map, isOpaque: bitmap.isOpaque && modulation.keepsAlpha,
      partOf: quad.part.map { _ in ObjectIdentifier(bitmap) }, hasOpaqueBitmap: bitmap.isOpaque, opacity: opacity)
    switch prepared.source {
    case .solid: prepared.hasUniformRows = true
    case .copy: break
    case .texture: prepareTexture(&prepared, bitmap, density: abs(map.determinant))
    }
    if prepared.isOpaque {
      prepared.opaqueSpans = ownSpans
    } else if let opaquePart = quad.opaquePart, quad.part == nil, modulation.keepsAlpha {
      let outline = Outline(opaquePart, transform: quad.transform)
      if outline.count > 0 { prepared.opaqueSpans = appendSpans(outline, firstEdge: addEdges(outline), clip) }
    }
    if let item {
      findNeighbors(of: &prepared, item)
      outlines.items.base[item].prepared = quadsFromTop.count
    }
    quadsFromTop.append(prepared)
    if group >= 0 {
      let touched = outline.pixelBounds.intersection(clip)
      tree.groups.base[group].touched = tree.groups.base[group].touched.union(touched)
    }
    if quad.depth == nil { cover(prepared.opaqueSpans, in: tree.hidingPart(of: clip, at: index)) }
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

  /// Finds the quads above that continue a quad across an edge, among those nearby.
  private func findNeighbors(of prepared: inout PreparedQuad, _ item: Int) {
    let first = neighbors.count
    for index in outlines.items.base[item].nearby {
      let otherIndex = outlines.items.base[Int(outlines.nearby.base[index])].prepared
      guard otherIndex >= 0 else { continue }
      let other = quadsFromTop.base + otherIndex
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
    var end = quadsFromTop.count
    while end > 0 {
      // The quads of a space that is drawn by depth are adjacent.
      var start = end - 1
      let last = quadsFromTop.base + start
      if tree.groups.count > 0 { painter.enter(last.pointee.group, last.pointee.listIndex, band) }
      if let space = last.pointee.depth?.space {
        while start > 0, quadsFromTop.base[start - 1].depth?.space == space,
          quadsFromTop.base[start - 1].group == last.pointee.group
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
