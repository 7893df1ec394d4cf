import CPixels
import Geometry

extension BandPainter {
  /// Quads whose depths differ by less, in points, lie in the same plane: the later one is in front.
  private static let slack: Float = 1.0 / 1024

  /// Paints the quads of one space, at each pixel the nearest one.
  ///
  /// Runs of whole pixels with the same nearest quad are painted as usual. The remaining pixels, along edges and lines of
  /// intersection, get exact coverage if all their quads lie in front of the nearest opaque one, otherwise 256 samples.
  ///
  /// - Parameter group: the indices of the quads; in the same plane, the first one is the uppermost.
  func paintByDepth(_ group: Range<Int>, _ band: PixelRect, _ buffer: DepthBuffer) {
    buffer.quads.removeAll()
    var touched = PixelRect.empty
    for index in group where quads[index].rows.overlaps(band.minY..<band.maxY) {
      buffer.quads.append(Int32(truncatingIfNeeded: index))
      touched = touched.union(quads[index].outline.pixelBounds)
    }
    let band = band.intersection(touched)
    for y in band.minY..<band.maxY {
      buffer.begin(band.width)
      findNearest(y, band, buffer)
      findFragments(y, band, buffer)
      paintRuns(y, band, buffer)
      for column in 0..<band.width where !buffer.isAlone(column) {
        if !paintOver(column, band.minX + column, y, buffer) { paintSamples(column, band.minX + column, y, buffer) }
      }
    }
  }

  /// Finds the nearest opaque quad that covers each whole pixel.
  private func findNearest(_ y: Int, _ band: PixelRect, _ buffer: DepthBuffer) {
    for place in (0..<buffer.quads.count).reversed() {
      let index = buffer.quads.base[place]
      let quad = quads + Int(index)
      guard quad.pointee.opaqueRows.contains(y) else { continue }
      let span = spans[quad.pointee.opaqueSpans + y - quad.pointee.opaqueRows.lowerBound]
      let plane = DepthLine(quad, y)
      for x in span.inner(within: band.minX..<band.maxX) {
        let (column, depth) = (x &- band.minX, plane.depth(x))
        guard depth > buffer.depths.base[column] - Self.slack else { continue }
        buffer.depths.base[column] = depth
        buffer.least.base[column] = depth - plane.reach
        buffer.nearest.base[column] = index
      }
    }
  }

  /// Finds, for each pixel, the quads that are nearer than its nearest quad in any part of it, and that quad itself.
  private func findFragments(_ y: Int, _ band: PixelRect, _ buffer: DepthBuffer) {
    for place in 0..<buffer.quads.count {
      let index = buffer.quads.base[place]
      let quad = quads + Int(index)
      guard quad.pointee.rows.contains(y) else { continue }
      let (span, plane) = (span(quad, y), DepthLine(quad, y))
      for x in (Int(span.start)..<Int(span.end)).clamped(to: band.minX..<band.maxX) {
        let column = x &- band.minX
        if plane.depth(x) + plane.reach > buffer.least.base[column] - Self.slack { buffer.append(index, to: column) }
      }
    }
  }

  /// Paints the runs of pixels that have the same nearest quad.
  private func paintRuns(_ y: Int, _ band: PixelRect, _ buffer: DepthBuffer) {
    let nearest = buffer.nearest.base
    var start = 0
    while start < band.width {
      let index = nearest[start]
      var end = start + 1
      while end < band.width, nearest[end] == index { end &+= 1 }
      if index != DepthBuffer.none {
        let quad = quads + Int(index)
        let span = span(quad, y)
        var sampler = quad.pointee.sampler
        sampler?.begin(x: Double(span.start) + 0.5, y: Double(y) + 0.5)
        paintRow(quad, y, band.minX + start..<band.minX + end, span, &sampler)
      }
      start = end
    }
  }

  // MARK: Pixels that several quads share

  /// Paints a pixel whose other quads lie in front of the nearest opaque one, with exact coverage. Returns false if they don't, or
  /// if an opaque one among them has to share the pixel.
  private func paintOver(_ column: Int, _ x: Int, _ y: Int, _ buffer: DepthBuffer) -> Bool {
    let (nearest, least, depth) = (buffer.nearest.base[column], buffer.least.base[column], buffer.depths.base[column])
    let base = nearest == DepthBuffer.none ? nil : DepthLine(quads + Int(nearest), y)
    buffer.sorted.removeAll()
    var hasOpaque = false
    for index in buffer.fragments(column) where index != nearest {
      let plane = DepthLine(quads + Int(index), y)
      let isInPlane = plane == base
      // In the same plane the later quad, with the smaller index, is in front.
      guard !isInPlane || index < nearest else { continue }
      hasOpaque = hasOpaque || quads[Int(index)].isOpaque
      // The nearest quad's greatest depth lies as far above its depth as the least lies below. Without one both are infinite.
      guard !hasOpaque || buffer.sorted.count == 0,
        isInPlane || least == -.infinity || plane.depth(x) - plane.reach > depth + (depth - least)
      else { return false }
      buffer.insert(index, depth: plane.depth(x))
    }
    for place in 0..<buffer.sorted.count {
      let index = buffer.sorted.base[place].quad
      let coverage = coverage(quads + Int(index), x, y)
      cover(x, y, index, UInt32(bitPattern: (coverage * 256 + 0.5).floorInt32))
    }
    return true
  }

  /// Paints a pixel by samples: the opaque quads by their shares of it, then the translucent ones from the farthest on.
  private func paintSamples(_ column: Int, _ x: Int, _ y: Int, _ buffer: DepthBuffer) {
    buffer.beginSamples()
    for index in buffer.fragments(column) {
      if quads[Int(index)].isOpaque {
        forEachGroup(of: index, x, y, buffer) { group, depths, isSeen in
          buffer.sampleDepths.base[group].replace(with: depths, where: isSeen)
          buffer.sampleQuads.base[group].replace(with: SIMD8(repeating: index), where: isSeen)
        }
      } else {
        buffer.insert(index, depth: DepthLine(quads + Int(index), y).depth(x))
      }
    }
    func channels(_ pixel: UInt32) -> SIMD4<UInt32> { SIMD4(pixel, pixel >> 8, pixel >> 16, pixel >> 24) & 255 }
    let pixel = target.base + (y &* target.stride &+ x)
    var (sum, rest) = (SIMD4<UInt32>(repeating: 128), UInt32(256))
    for index in buffer.fragments(column) where quads[Int(index)].isOpaque {
      let share = buffer.countSamples(of: index)
      guard share > 0 else { continue }
      sum &+= channels(color(index, x, y)) &* share
      rest &-= share
    }
    if rest < 256 {
      sum = (sum &+ channels(pixel.pointee) &* rest) &>> 8
      pixel.pointee = sum.w << 24 | sum.z << 16 | sum.y << 8 | sum.x
    }
    for place in 0..<buffer.sorted.count {
      var count = SIMD8<Int32>.zero
      let index = buffer.sorted.base[place].quad
      forEachGroup(of: index, x, y, buffer) { _, _, isSeen in count.replace(with: count &+ 1, where: isSeen) }
      cover(x, y, index, UInt32(bitPattern: count.wrappedSum()))
    }
  }

  /// Calls `body` with the depths of the quad's plane, and with the samples in which the quad is the nearest.
  @inline(__always) private func forEachGroup(
    of index: Int32, _ x: Int, _ y: Int, _ buffer: DepthBuffer,
    _ body: (Int, SIMD8<Float>, SIMDMask<SIMD8<Int32>>) -> Void
  ) {
    let quad = quads + Int(index)
    let (span, plane, edges) = (span(quad, y), DepthLine(quad, y), edges + quad.pointee.edges)
    let isWhole = x >= Int(span.innerStart) && x < Int(span.innerEnd)
    let center = plane.depth(x)
    for group in 0..<DepthBuffer.groups {
      let (dx, dy) = (buffer.x.base[group], buffer.y.base[group])
      let depths = dx * plane.step + dy * plane.rowStep + center
      let others = buffer.sampleDepths.base[group]
      var isSeen = depths .> others + Self.slack
      isSeen .|= (depths .> others - Self.slack) .& (buffer.sampleQuads.base[group] .> index)
      for side in 0..<(isWhole ? 0 : quad.pointee.outline.count) {
        let edge = edges[side]
        let distance = Float(edge.distance(Double(x) + 0.5, Double(y) + 0.5))
        isSeen .&= (dx * Float(edge.a) + dy * Float(edge.b) + distance) .>= 0
      }
      body(group, depths, isSeen)
    }
  }

  private func color(_ index: Int32, _ x: Int, _ y: Int) -> UInt32 {
    var sampler = quads[Int(index)].sampler
    return pixel(quads + Int(index), x, y, &sampler)
  }

  private func cover(_ x: Int, _ y: Int, _ index: Int32, _ coverage: UInt32) {
    cpixels_cover(target.base + (y &* target.stride &+ x), color(index, x, y), coverage)
  }
}

/// The depth of a quad's plane along a row.
private struct DepthLine: Equatable {
  let start, step, rowStep: Float
  /// The largest difference between the depth at a pixel's center and elsewhere in the pixel.
  let reach: Float

  @inline(__always) init(_ quad: UnsafePointer<PreparedQuad>, _ y: Int) {
    // swift-format-ignore: NeverForceUnwrap
    let plane = quad.pointee.depth!
    start = Float(plane.constant + plane.y * (Double(y) + 0.5) + plane.x * 0.5)
    (step, rowStep) = (Float(plane.x), Float(plane.y))
    reach = (abs(step) + abs(rowStep)) / 2
  }

  @inline(__always) func depth(_ x: Int) -> Float { start + step * Float(x) }
}
