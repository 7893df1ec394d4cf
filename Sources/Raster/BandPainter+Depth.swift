import CPixels
import Geometry

extension BandPainter {
  /// Quads whose depths differ by less, in points, lie in one plane: the later one is in front.
  private static let slack: Float = 1.0 / 1024

  /// Paints the quads of one space, each pixel's nearest one.
  ///
  /// Wherever a quad covers whole pixels and no other quad comes as near in them, it is painted run by run, as any other.
  /// The remaining pixels, along edges and where planes intersect, are worked out at 64 samples each.
  ///
  /// - Parameter group: the indices of the quads, of which the first one is the uppermost in one plane.
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
      for column in 0..<band.width {
        let first = buffer.first.base[column]
        guard first >= 0 else { continue }
        let fragment = buffer.fragments.base[Int(first)]
        let isAlone = fragment.next < 0 && fragment.quad == buffer.nearest.base[column]
        if !isAlone, !paintOver(column, band.minX + column, y, buffer) {
          paintSamples(column, band.minX + column, y, buffer)
        }
      }
    }
  }

  private func findNearest(_ y: Int, _ band: PixelRect, _ buffer: DepthBuffer) {
    for place in (0..<buffer.quads.count).reversed() {
      let index = buffer.quads.base[place]
      let quad = quads + Int(index)
      guard quad.pointee.opaqueRows.contains(y) else { continue }
      let span = spans[quad.pointee.opaqueSpans + y - quad.pointee.opaqueRows.lowerBound]
      let inner = span.inner(within: band.minX..<band.maxX)
      let plane = DepthLine(quad, y)
      for x in inner {
        let column = x &- band.minX
        let depth = plane.depth(x)
        guard depth > buffer.depths.base[column] - Self.slack else { continue }
        buffer.depths.base[column] = depth
        buffer.least.base[column] = depth - plane.reach
        buffer.nearest.base[column] = index
      }
    }
  }

  /// Collects, for each pixel, the quads that are nearer than its nearest quad in any part of it, and that quad itself.
  private func findFragments(_ y: Int, _ band: PixelRect, _ buffer: DepthBuffer) {
    for place in 0..<buffer.quads.count {
      let index = buffer.quads.base[place]
      let quad = quads + Int(index)
      guard quad.pointee.rows.contains(y) else { continue }
      let span = span(quad, y)
      let plane = DepthLine(quad, y)
      for x in max(Int(span.start), band.minX)..<max(min(Int(span.end), band.maxX), max(Int(span.start), band.minX)) {
        let column = x &- band.minX
        guard plane.depth(x) + plane.reach > buffer.least.base[column] - Self.slack else { continue }
        buffer.fragments.append(DepthBuffer.Fragment(quad: index, next: buffer.first.base[column]))
        buffer.first.base[column] = Int32(truncatingIfNeeded: buffer.fragments.count &- 1)
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
      if index != DepthBuffer.none { paintRun(quads + Int(index), y, band.minX + start..<band.minX + end) }
      start = end
    }
  }

  private func paintRun(_ quad: UnsafePointer<PreparedQuad>, _ y: Int, _ columns: Range<Int>) {
    let span = span(quad, y)
    var sampler = quad.pointee.sampler
    sampler?.begin(x: Double(span.start) + 0.5, y: Double(y) + 0.5)
    paintRow(quad, y, columns, span, &sampler)
  }

  // MARK: Pixels that several quads share

  /// Paints a pixel in which all other quads lie in front of the nearest opaque one, with exact coverage. Returns `false` if they
  /// don't, or if an opaque one among them has to share the pixel.
  private func paintOver(_ column: Int, _ x: Int, _ y: Int, _ buffer: DepthBuffer) -> Bool {
    let (nearest, least, depth) = (buffer.nearest.base[column], buffer.least.base[column], buffer.depths.base[column])
    buffer.translucent.removeAll()
    let base = nearest == DepthBuffer.none ? nil : DepthLine(quads + Int(nearest), y)
    var (next, hasOpaque) = (buffer.first.base[column], false)
    while next >= 0 {
      let fragment = buffer.fragments.base[Int(next)]
      next = fragment.next
      guard fragment.quad != nearest else { continue }
      let plane = DepthLine(quads + Int(fragment.quad), y)
      let isInPlane = plane == base
      // In one plane the later quad, with the smaller index, is in front.
      guard !isInPlane || fragment.quad < nearest else { continue }
      hasOpaque = hasOpaque || quads[Int(fragment.quad)].isOpaque
      // The nearest quad's greatest depth lies as far above its depth as the least lies below. Without one both are infinite.
      guard !hasOpaque || buffer.translucent.count == 0,
        isInPlane || least == -.infinity || plane.depth(x) - plane.reach > depth + (depth - least)
      else { return false }
      buffer.insert(fragment.quad, depth: plane.depth(x))
    }
    for index in 0..<buffer.translucent.count {
      let quad = buffer.translucent.base[index].quad
      let coverage = coverage(quads + Int(quad), x, y)
      cpixels_cover(
        target.base + (y &* target.stride &+ x), color(quad, x, y),
        UInt32(bitPattern: (coverage * 256 + 0.5).floorInt32))
    }
    return true
  }

  private func paintSamples(_ column: Int, _ x: Int, _ y: Int, _ buffer: DepthBuffer) {
    buffer.beginSamples()
    buffer.translucent.removeAll()
    var next = buffer.first.base[column]
    while next >= 0 {
      let fragment = buffer.fragments.base[Int(next)]
      if quads[Int(fragment.quad)].isOpaque {
        forEachGroup(of: fragment.quad, x, y, buffer) { group, depths, isSeen in
          buffer.sampleDepths.base[group].replace(with: depths, where: isSeen)
          buffer.sampleQuads.base[group].replace(with: SIMD8(repeating: fragment.quad), where: isSeen)
        }
      } else {
        buffer.insert(fragment.quad, depth: DepthLine(quads + Int(fragment.quad), y).depth(x))
      }
      next = fragment.next
    }
    let pixel = target.base + (y &* target.stride &+ x)
    mixOpaque(column, x, y, buffer, pixel)
    for index in 0..<buffer.translucent.count {
      let quad = buffer.translucent.base[index].quad
      var count = SIMD8<Int32>.zero
      forEachGroup(of: quad, x, y, buffer) { _, _, isSeen in count.replace(with: count &+ 1, where: isSeen) }
      cpixels_cover(pixel, color(quad, x, y), UInt32(bitPattern: count.wrappedSum() &* 4))
    }
  }

  /// Mixes the opaque quads, each by the number of its samples, with the pixels beneath.
  private func mixOpaque(
    _ column: Int, _ x: Int, _ y: Int, _ buffer: DepthBuffer, _ pixel: UnsafeMutablePointer<UInt32>
  ) {
    var (sum, rest) = (SIMD4<UInt32>(repeating: 32), UInt32(64))
    var next = buffer.first.base[column]
    while next >= 0 {
      let fragment = buffer.fragments.base[Int(next)]
      next = fragment.next
      guard quads[Int(fragment.quad)].isOpaque else { continue }
      var count = SIMD8<Int32>.zero
      for group in 0..<DepthBuffer.groups {
        count.replace(with: count &+ 1, where: buffer.sampleQuads.base[group] .== fragment.quad)
      }
      let share = UInt32(truncatingIfNeeded: count.wrappedSum())
      guard share > 0 else { continue }
      sum &+= color(fragment.quad, x, y).channels &* share
      rest &-= share
    }
    guard rest < 64 else { return }
    if rest > 0 { sum &+= pixel.pointee.channels &* rest }
    sum &>>= 6
    pixel.pointee = sum.w << 24 | sum.z << 16 | sum.y << 8 | sum.x
  }

  /// Calls `body` with the depths of the quad's plane, and with the samples in which the quad is the nearest.
  @inline(__always) private func forEachGroup(
    of index: Int32, _ x: Int, _ y: Int, _ buffer: DepthBuffer,
    _ body: (Int, SIMD8<Float>, SIMDMask<SIMD8<Int32>>) -> Void
  ) {
    let quad = quads + Int(index)
    let span = span(quad, y)
    let isWhole = x >= Int(span.innerStart) && x < Int(span.innerEnd)
    let plane = DepthLine(quad, y)
    let (center, edges) = (plane.depth(x), edges + quad.pointee.edges)
    for group in 0..<DepthBuffer.groups {
      let (dx, dy) = (buffer.x.base[group], buffer.y.base[group])
      let depths = dx * plane.step + dy * plane.rowStep + center
      let others = buffer.sampleDepths.base[group]
      var isSeen = depths .> others + Self.slack
      isSeen .|= (depths .> others - Self.slack) .& (buffer.sampleQuads.base[group] .> index)
      if !isWhole {
        for side in 0..<quad.pointee.outline.count {
          let edge = edges[side]
          let distance = Float(edge.distance(Double(x) + 0.5, Double(y) + 0.5))
          isSeen .&= (dx * Float(edge.a) + dy * Float(edge.b) + distance) .>= 0
        }
      }
      body(group, depths, isSeen)
    }
  }

  private func color(_ index: Int32, _ x: Int, _ y: Int) -> UInt32 {
    var sampler = quads[Int(index)].sampler
    return pixel(quads + Int(index), x, y, &sampler)
  }
}

/// The depth of a quad's plane along a row.
private struct DepthLine: Equatable {
  let start, step, rowStep: Float
  /// The most by which the depth differs from a pixel's center to a place in the pixel.
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

extension UInt32 {
  fileprivate var channels: SIMD4<UInt32> { SIMD4(self & 255, self >> 8 & 255, self >> 16 & 255, self >> 24) }
}
