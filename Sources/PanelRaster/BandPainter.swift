import CPixels
import PanelGeometry

/// Paints the quads of a pass into one band: the source's pixels, modulated, are stored if they are opaque, blended if
/// not, and along edges weighted by their coverage.
struct BandPainter {
  let target: Texels
  let quadsFromTop: UnsafePointer<PreparedQuad>
  let edges: UnsafePointer<Edge>
  let spans: UnsafePointer<RowSpan>
  private let neighbors: UnsafePointer<Int32>
  private let uncoveredRows: UnsafePointer<UncoveredRows>
  private let uncoveredParts: UnsafePointer<Range<Int32>>
  let groups: UnsafePointer<PreparedGroup>
  let scratch: BandScratch
  /// Room for the pixels of one block.
  private let run: UnsafeMutablePointer<UInt32>

  init(_ pass: DrawPass, _ scratch: BandScratch) {
    self.scratch = scratch
    run = scratch.run.base
    groups = UnsafePointer(pass.tree.groups.base)
    target = pass.target
    quadsFromTop = UnsafePointer(pass.quadsFromTop.base)
    edges = UnsafePointer(pass.edges.base)
    spans = UnsafePointer(pass.spans.base)
    neighbors = UnsafePointer(pass.neighbors.base)
    uncoveredRows = UnsafePointer(pass.uncoveredRows.base)
    uncoveredParts = UnsafePointer(pass.uncoveredParts.base)
  }

  func paint(_ quad: UnsafePointer<PreparedQuad>, _ band: PixelRect) {
    let columns = quad.pointee.columns.clamped(to: band.minX..<band.maxX)
    guard quad.pointee.spans.rows.overlaps(band.minY..<band.maxY), !columns.isEmpty else { return }
    var sampler = quad.pointee.sampler
    let firstRow = max(quad.pointee.spans.rows.lowerBound, band.minY)
    sampler?.begin(x: Double(span(quad, firstRow).start) + 0.5, y: Double(firstRow) + 0.5)
    for index in firstUncoveredRows(quad, band)..<quad.pointee.uncovered.upperBound {
      let visible = uncoveredRows[index]
      let first = max(Int(visible.rows.lowerBound), band.minY)
      let end = min(Int(visible.rows.upperBound), band.maxY)
      guard first < end else { break }
      for y in first..<end {
        let span = span(quad, y)
        let painted = (Int(span.start)..<Int(span.end)).clamped(to: columns)
        guard let parts = visible.parts else {
          if !painted.isEmpty { paintRow(quad, y, painted, span, &sampler, isFirst: y == first) }
          continue
        }
        for part in parts {
          let part = uncoveredParts[Int(part)]
          let columns = (Int(part.lowerBound)..<Int(part.upperBound)).clamped(to: painted)
          if !columns.isEmpty { paintRow(quad, y, columns, span, &sampler, isFirst: y == first) }
        }
      }
    }
  }

  /// Returns the index of a quad's first visible rows that don't end above the band.
  private func firstUncoveredRows(_ quad: UnsafePointer<PreparedQuad>, _ band: PixelRect) -> Int {
    var (first, end) = (quad.pointee.uncovered.lowerBound, quad.pointee.uncovered.upperBound)
    while first < end {
      let middle = (first + end) / 2
      if Int(uncoveredRows[middle].rows.upperBound) <= band.minY { first = middle + 1 } else { end = middle }
    }
    return first
  }

  @inline(__always) func span(_ quad: UnsafePointer<PreparedQuad>, _ y: Int) -> RowSpan {
    spans[quad.pointee.spans.index(y)]
  }

  /// Paints pixels of a row.
  ///
  /// - Parameter isFirst: true if the target's row above may not show this quad yet.
  func paintRow(
    _ quad: UnsafePointer<PreparedQuad>, _ y: Int, _ columns: Range<Int>, _ span: RowSpan,
    _ sampler: inout TextureSampler?, isFirst: Bool = true
  ) {
    if quad.pointee.hasUniformRows {
      run[0] = pixel(quad, columns.lowerBound, y, &sampler)
      return composite(quad, y, columns, span, 0, step: 0)
    }
    let inner = span.inner(within: columns)
    guard !inner.isEmpty, paintDirectly(quad, y, inner, span, isFirst) else {
      return paintBlocks(quad, y, columns, span, &sampler)
    }
    paintBlocks(quad, y, columns.lowerBound..<inner.lowerBound, span, &sampler)
    paintBlocks(quad, y, inner.upperBound..<columns.upperBound, span, &sampler)
  }

  /// Stores opaque pixels in the target without a run in between. Returns false if that isn't possible.
  private func paintDirectly(
    _ quad: UnsafePointer<PreparedQuad>, _ y: Int, _ columns: Range<Int>, _ span: RowSpan, _ isFirst: Bool
  ) -> Bool {
    let output = target.base + (y &* target.stride &+ columns.lowerBound)
    if case .texture = quad.pointee.source {
      // All rows are equal: the one above has the pixels, unless other quads cover it.
      guard quad.pointee.hasUniformColumns, quad.pointee.isOpaque, !isFirst, span == self.span(quad, y &- 1)
      else { return false }
      output.update(from: output - target.stride, count: columns.count)
    } else {
      guard quad.pointee.isOpaque, quad.pointee.modulation.isIdentity else { return false }
      fetch(quad, y, columns, to: output)
    }
    return true
  }

  /// Paints pixels block by block. Blocks are counted from the start of the quad's row, so that a pixel doesn't depend
  /// on the clip.
  private func paintBlocks(
    _ quad: UnsafePointer<PreparedQuad>, _ y: Int, _ columns: Range<Int>, _ span: RowSpan,
    _ sampler: inout TextureSampler?
  ) {
    guard !columns.isEmpty else { return }
    let maxLength = TextureSampler.maxBlockLength
    var start = Int(span.start) &+ (columns.lowerBound &- Int(span.start)) & -maxLength
    while start < columns.upperBound {
      let count = min(maxLength &- (start &- Int(span.start)) & (maxLength &- 1), Int(span.end) &- start)
      let wanted = max(start, columns.lowerBound)..<min(start &+ count, columns.upperBound)
      if sampler == nil {
        fetch(quad, y, wanted, to: run + (wanted.lowerBound &- start))
        quad.pointee.modulation.apply(to: run + (wanted.lowerBound &- start), wanted.count)
      } else {
        // swift-format-ignore: NeverForceUnwrap
        sampler!.sample(
          x: Double(start) + 0.5, y: Double(y) + 0.5, count: count,
          wanted: wanted.lowerBound &- start..<wanted.upperBound &- start, into: run)
      }
      if !wanted.isEmpty { composite(quad, y, wanted, span, start, step: 1) }
      start &+= count
    }
  }

  /// Writes the pixels of a source that isn't sampled, not modulated.
  private func fetch(
    _ quad: UnsafePointer<PreparedQuad>, _ y: Int, _ columns: Range<Int>, to output: UnsafeMutablePointer<UInt32>
  ) {
    guard case .copy(let integerMap) = quad.pointee.source else { return }
    integerMap.copy(quad.pointee.texels, columns, y: y, to: output)
  }

  /// Returns a single pixel, modulated.
  func pixel(_ quad: UnsafePointer<PreparedQuad>, _ x: Int, _ y: Int, _ sampler: inout TextureSampler?) -> UInt32 {
    if case .solid(let pixel) = quad.pointee.source { return pixel }
    if let pixel = sampler?.pixel(x: Double(x) + 0.5, y: Double(y) + 0.5, run) { return pixel }
    fetch(quad, y, x..<x &+ 1, to: run)
    return quad.pointee.modulation.apply(to: run[0])
  }

  /// Composites the modulated pixels of the run, which begins with column `first`. If `step` is 0, it has one pixel for
  /// all columns.
  private func composite(
    _ quad: UnsafePointer<PreparedQuad>, _ y: Int, _ columns: Range<Int>, _ span: RowSpan, _ first: Int, step: Int
  ) {
    let inner = span.inner(within: columns)
    if columns.lowerBound < inner.lowerBound {
      paintEdge(quad, y, columns.lowerBound..<inner.lowerBound, soleEdge: span.leftEdge, first, step)
    }
    if !inner.isEmpty {
      let output = target.base + (y &* target.stride &+ inner.lowerBound)
      let input = run + (inner.lowerBound &- first) &* step
      switch (quad.pointee.isOpaque, step) {
      case (true, 0): cpixels_fill(output, run[0], inner.count)
      case (false, 0): cpixels_over_solid(output, run[0], inner.count)
      case (true, _): output.update(from: input, count: inner.count)
      case (false, _): cpixels_over(output, input, inner.count)
      }
    }
    if inner.upperBound < columns.upperBound {
      paintEdge(quad, y, inner.upperBound..<columns.upperBound, soleEdge: span.rightEdge, first, step)
    }
  }

  // MARK: Edges

  /// Composites pixels that the quad covers in part, each with its exact coverage.
  ///
  /// - Parameter soleEdge: the index of the only edge that cuts the pixels; negative if there may be several.
  private func paintEdge(
    _ quad: UnsafePointer<PreparedQuad>, _ y: Int, _ columns: Range<Int>, soleEdge: Int16, _ first: Int, _ step: Int
  ) {
    let row = target.base + y &* target.stride
    // Read before the loop: for the compiler, each pixel that is written might change it.
    let edge = edges[quad.pointee.firstEdge &+ max(Int(soleEdge), 0)]
    let alpha: UInt32 = quad.pointee.isOpaque ? 0xFF00_0000 : 0
    let hasNeighbors = !quad.pointee.neighbors.isEmpty
    let centerY = Double(y) + 0.5
    for x in columns {
      let pixel = run[(x &- first) &* step] | alpha
      // Most pixels at the edges of a label are transparent.
      guard pixel != 0 else { continue }
      let own = soleEdge >= 0 ? edge.coverage(at: edge.distance(Double(x) + 0.5, centerY)) : coverage(quad, x, y)
      guard own > 0 else { continue }
      let part = hasNeighbors ? seamCoverage(quad, own, pixel, x, y) : own
      cpixels_cover(row + x, pixel, UInt32(bitPattern: (part * 256 + 0.5).floorInt32))
    }
  }

  /// Returns the part, 0…1, of a pixel that a quad covers.
  func coverage(_ quad: UnsafePointer<PreparedQuad>, _ x: Int, _ y: Int) -> Double {
    (edges + quad.pointee.firstEdge).coverage(count: quad.pointee.outline.count, x: Double(x) + 0.5, y: Double(y) + 0.5)
  }

  /// Returns the coverage for a pixel that neighbors share. They are blended later, and must leave exactly the quad's
  /// own share of the pixel, so that nothing beneath shows through the common edge.
  private func seamCoverage(
    _ quad: UnsafePointer<PreparedQuad>, _ own: Double, _ pixel: UInt32, _ x: Int, _ y: Int
  ) -> Double {
    var remaining = 1.0
    for index in quad.pointee.neighbors {
      let other = quadsFromTop + Int(neighbors[index])
      guard other.pointee.spans.rows.contains(y), other.pointee.columns.contains(x) else { continue }
      // Along a cut the other piece is as translucent as this one.
      let alpha = other.pointee.hasOpaqueBitmap ? other.pointee.opacity : Double(pixel >> 24) / 255
      remaining -= alpha * coverage(other, x, y)
    }
    // The neighbors leave at least the quad's own part, apart from rounding.
    return own < remaining ? own / remaining : 1
  }
}
