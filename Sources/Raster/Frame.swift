import Geometry

/// The work of one call of `Renderer.draw`: the visible quads, prepared, and the bands to paint.
///
/// It is written by the calling thread before the bands are handed out, and only read while they are painted.
final class Frame {
  private(set) var target = Texels(base: .init(bitPattern: 4)!, stride: 0, width: 0, height: 0)
  /// The uppermost first.
  let quads = Scratch<PreparedQuad>()
  let edges = Scratch<Edge>()
  let spans = Scratch<RowSpan>()
  let neighbours = Scratch<Int32>()
  /// The edges of each quad that nothing is seen through, wherever the clip is: a solid's far face is hidden by all its near faces
  /// together, and would show at their edges where only a part is drawn again.
  private let covers = Scratch<Range<Int>>()
  /// The quads that nothing is seen through, the uppermost first.
  let occluders = Scratch<Occluder>()
  /// The rows that quads show in each of their rows.
  let swatches = Scratch<UInt32>()
  let bands = Scratch<PixelRect>()
  /// For each band the pixels of gradients that were worked out in it.
  let workedOut = Scratch<Int>()
  /// The undermost bitmap of which pixels are, as long as it is painted.
  private var gradient: Bitmap?
  private let hiddenTest = HiddenTest()

  /// Prepares the quads that can be seen inside of `clip`.
  func prepare(_ list: [Quad], target bitmap: Bitmap, clip: Region) {
    target = bitmap.texels
    edges.removeAll()
    spans.removeAll()
    neighbours.removeAll()
    covers.removeAll()
    occluders.removeAll()
    quads.removeAll()
    swatches.removeAll()
    bands.removeAll()
    let bounds = clip.bounds
    guard !bounds.isEmpty else { return }
    // From the last to the first: what hides a quad, and what continues it, comes after it.
    for quad in list.reversed() { prepare(quad, bounds) }
    for index in 0..<clip.count { appendBands(clip[index]) }
    workedOut.removeAll()
    let first = workedOut.extend(by: bands.count)
    (workedOut.base + first).update(repeating: 0, count: bands.count)
  }

  /// To be called when all bands are painted.
  func finish() {
    gradient?.didWorkOut((0..<workedOut.count).reduce(0) { $0 + workedOut.base[$1] })
    gradient = nil
  }

  private func prepare(_ quad: Quad, _ clip: PixelRect) {
    let opacity = quad.opacity > 0 ? min(quad.opacity, 1) : 0
    let shade = quad.shade > 0 ? min(quad.shade, 1) : 0
    let alphaScale = UInt16(clamping: (opacity * 256).rounded())
    guard alphaScale > 0, let inverse = quad.transform.inverted(), inverse.isFinite else { return }

    let bitmap = quad.bitmap
    var outline = quad.outline
    let hides = bitmap.isOpaque && alphaScale == 256
    guard outline.count > 0, outline.touches(hides ? target.bounds : clip) else { return }
    for index in 0..<quads.count { outline.snapCorners(to: quads.base[index].outline) }
    guard outline.count > 0 else { return }
    let isSeen = outline.touches(clip) && !isHidden(outline, clip)
    guard isSeen || hides else { return }
    let outlineEdges = addEdges(outline)
    if hides { covers.append(outlineEdges) }
    guard isSeen else { return }
    let map = inverse.scaled(toOneIn: outline)

    let glows = bitmap.alphaIsShade && bitmap.isOpaque
    var prepared = PreparedQuad(
      outline: outline, levels: UnsafePointer(bitmap.levels(deepest: 0).levels), map: map,
      density: abs(map.determinant) * quad.coarseness,
      colorScale: UInt16(clamping: (opacity * (1 - shade) * 256).rounded()),
      alphaScale: alphaScale, shade: glows ? UInt16(clamping: min(shade * 256, 255).rounded()) : nil,
      hasOpaqueBitmap: bitmap.isOpaque, opacity: opacity, bitmap: ObjectIdentifier(bitmap),
      isPart: quad.part != nil)
    prepared.move = map.wholeMove
    prepared.edges = outlineEdges.lowerBound
    let firstNeighbour = neighbours.count
    for index in 0..<quads.count {
      let other = quads.base[index]
      let isPieceOfTheSame = quad.part != nil && other.isPart && other.bitmap == prepared.bitmap
      if isPieceOfTheSame || (other.hasOpaqueBitmap && outline.side(sharedWith: other.outline) != nil) {
        neighbours.append(Int32(index))
      }
    }
    prepared.neighbours = firstNeighbour..<neighbours.count
    prepared.painting = Painting(bitmap, map)
    if prepared.painting.needsPixels { bitmap.makePixels() } else if prepared.move != nil { gradient = bitmap }
    if !prepared.painting.readsTexelsAsTheyAre {
      let deepest = prepared.deepestLevel(in: target.bounds)
      if deepest > 0 { prepared.levelCount = min(bitmap.levels(deepest: deepest).count, deepest + 1) }
      if case .sampled = prepared.painting { prepared.flats = FlatFinder(bitmap.levels(deepest: 0).flatMap, map) }
    }
    appendSpans(&prepared, clip)
    guard !prepared.rows.isEmpty else { return }
    closeSeams(prepared)
    if case .swatch = prepared.painting { addSwatch(&prepared) }
    prepared.occluders = occluders.count
    quads.append(prepared)
    addOccluder(quad, prepared, clip)
  }

  private func addEdges(_ outline: Outline) -> Range<Int> {
    let first = edges.extend(by: outline.count)
    for index in 0..<outline.count {
      edges.base[first + index] = Edge(from: outline[index], to: outline.following(index))
    }
    return first..<edges.count
  }

  private func addOccluder(_ quad: Quad, _ prepared: PreparedQuad, _ clip: PixelRect) {
    guard !prepared.isOpaque else { return occluders.append(Occluder(prepared)) }
    guard let core = quad.core, quad.part == nil, prepared.alphaScale == 256 else { return }
    var inner = prepared
    inner.outline = Outline(core, transform: quad.transform)
    guard inner.outline.count > 0 else { return }
    inner.edges = addEdges(inner.outline).lowerBound
    appendSpans(&inner, clip)
    if !inner.rows.isEmpty { occluders.append(Occluder(inner)) }
  }

  /// True when later quads leave nothing to be seen: of all of the outline, or of the part in the clip.
  ///
  /// Outlines that nearly meet are no proof: a quad that is drawn beneath still tints the other one's edge a little. So
  /// the clip may only count if it makes no difference, well inside of the quad above.
  private func isHidden(_ outline: Outline, _ clip: PixelRect) -> Bool {
    isHidden(outline, in: target.bounds, inset: 0)
      || (clip != target.bounds && isHidden(outline, in: clip, inset: Self.insideOfCover))
  }

  /// So far inside of a quad, in pixels, nothing is seen of what lies beneath.
  private static let insideOfCover = 1.5

  private func isHidden(_ outline: Outline, in bounds: PixelRect, inset: Double) -> Bool {
    hiddenTest.begin(outline, in: bounds)
    for index in 0..<covers.count where !hiddenTest.isEmpty {
      let cover = covers.base[index]
      hiddenTest.subtract(edges.base + cover.lowerBound, count: cover.count, inset: inset)
    }
    return hiddenTest.isEmpty
  }

  private func appendBands(_ rect: PixelRect) {
    var y = rect.minY
    while y < rect.maxY {
      let end = min(y + Renderer.bandHeight, rect.maxY)
      bands.append(PixelRect(minX: rect.minX, minY: y, maxX: rect.maxX, maxY: end))
      y = end
    }
  }
}
