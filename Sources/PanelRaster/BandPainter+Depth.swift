import CPixels
import PanelGeometry

extension BandPainter {
  /// Paints the quads of one space, at each pixel the nearest ones.
  ///
  /// Runs of whole pixels with the same nearest opaque quad are painted as usual. Then the quads in front are blended
  /// over them pixel by pixel, sorted by their depth at the pixel's center.
  ///
  /// - Parameter indicesFromTop: of the space's quads; in the same plane, the first one is the uppermost.
  func paintByDepth(_ indicesFromTop: Range<Int>, _ band: PixelRect, _ buffer: DepthBuffer) {
    buffer.quads.removeAll()
    var touched = PixelRect.empty
    for index in indicesFromTop where quadsFromTop[index].spans.rows.overlaps(band.minY..<band.maxY) {
      buffer.quads.append(Int32(truncatingIfNeeded: index))
      touched = touched.union(quadsFromTop[index].outline.pixelBounds)
    }
    let band = band.intersection(touched)
    for y in band.minY..<band.maxY {
      buffer.begin(band.width)
      findNearest(y, band, buffer)
      findFragments(y, band, buffer)
      paintRuns(y, band, buffer)
      for column in 0..<band.width where buffer.counts.base[column] > 0 {
        paintFragments(column, band.minX + column, y, buffer)
      }
    }
  }

  /// Finds the nearest opaque quad that covers each whole pixel.
  private func findNearest(_ y: Int, _ band: PixelRect, _ buffer: DepthBuffer) {
    for i in 0..<buffer.quads.count {
      let index = buffer.quads.base[i]
      let quad = quadsFromTop + Int(index)
      guard let plane = quad.pointee.depth, quad.pointee.opaqueSpans.rows.contains(y) else { continue }
      let span = spans[quad.pointee.opaqueSpans.index(y)]
      for x in span.inner(within: band.minX..<band.maxX).clamped(to: quad.pointee.columns) {
        let fragment = DepthFragment(quad: index, depth: plane.depth(x, y))
        let nearest = buffer.nearest.base + (x &- band.minX)
        guard fragment.isInFront(of: nearest.pointee.fragment) else { continue }
        nearest.pointee = DepthBuffer.Nearest(fragment: fragment, x: plane.x, y: plane.y)
      }
    }
  }

  /// Finds the quads in front of each pixel's nearest opaque one, in any part of the pixel.
  private func findFragments(_ y: Int, _ band: PixelRect, _ buffer: DepthBuffer) {
    for i in 0..<buffer.quads.count {
      let index = buffer.quads.base[i]
      let quad = quadsFromTop + Int(index)
      guard let plane = quad.pointee.depth, quad.pointee.spans.rows.contains(y) else { continue }
      let span = span(quad, y)
      let columns = (Int(span.start)..<Int(span.end)).clamped(to: quad.pointee.columns)
      for x in columns.clamped(to: band.minX..<band.maxX) {
        let fragment = DepthFragment(quad: index, depth: plane.depth(x, y))
        let nearest = buffer.nearest.base + (x &- band.minX)
        let reach = (abs(plane.x - nearest.pointee.x) + abs(plane.y - nearest.pointee.y)) / 2
        guard index != nearest.pointee.fragment.quad,
          fragment.isInFront(of: nearest.pointee.fragment)
            || fragment.depth + reach > nearest.pointee.fragment.depth + DepthFragment.tolerance
        else { continue }
        buffer.insert(fragment, x &- band.minX)
      }
    }
  }

  /// Paints the runs of pixels that have the same nearest quad.
  private func paintRuns(_ y: Int, _ band: PixelRect, _ buffer: DepthBuffer) {
    let nearest = buffer.nearest.base
    var start = 0
    while start < band.width {
      let index = nearest[start].fragment.quad
      var end = start + 1
      while end < band.width, nearest[end].fragment.quad == index { end &+= 1 }
      if index != DepthBuffer.noQuad {
        let quad = quadsFromTop + Int(index)
        let span = span(quad, y)
        var sampler = quad.pointee.sampler
        paintRow(quad, y, band.minX + start..<band.minX + end, span, &sampler)
      }
      start = end
    }
  }

  // MARK: Fragments

  /// Blends a pixel's fragments over its nearest opaque quad, which was painted with the runs.
  private func paintFragments(_ column: Int, _ x: Int, _ y: Int, _ buffer: DepthBuffer) {
    let (fragments, shares) = (buffer.fragments(column), buffer.shares)
    shares.removeAll()
    for index in 0..<buffer.counts.base[column] {
      shares.append(share(fragments[index], buffer.nearest.base[column], x, y))
    }
    // From the farthest to the nearest.
    for index in (0..<shares.count).reversed() {
      let share = shares.base[index]
      // The parts of the pixel, and of this fragment, that nearer fragments leave. Those without a common edge hide the
      // same fraction of both.
      var (remaining, visible) = (1.0, share.coverage)
      for other in 0..<index {
        let nearer = shares.base[other]
        let side = sideOfCommonEdge(share, nearer, x, y)
        guard side != 0 else { continue }
        let alpha = Double(nearer.pixel >> 24) / 255
        remaining -= alpha * nearer.coverage
        if side > 0 { visible -= alpha * min(nearer.coverage, share.coverage) }
      }
      guard visible > 0 else { continue }
      let part = visible < remaining ? visible / remaining : 1
      cpixels_cover(
        target.base + (y &* target.stride &+ x), share.pixel, UInt32(bitPattern: (part * 256 + 0.5).floorInt32))
    }
  }

  private func share(_ fragment: DepthFragment, _ nearest: DepthBuffer.Nearest, _ x: Int, _ y: Int) -> PixelShare {
    let quad = quadsFromTop + Int(fragment.quad)
    let span = span(quad, y)
    var isOpaque = quad.pointee.isOpaque
    if !isOpaque, quad.pointee.opaqueSpans.rows.contains(y) {
      isOpaque = spans[quad.pointee.opaqueSpans.index(y)].isInner(x)
    }
    var sampler = quad.pointee.sampler
    let pixel = pixel(quad, x, y, &sampler) | (isOpaque ? 0xFF00_0000 : 0)
    // swift-format-ignore: NeverForceUnwrap
    let plane = quad.pointee.depth!
    return PixelShare(
      quad: fragment.quad, pixel: pixel,
      coverage: visiblePart(fragment, plane, nearest, isWhole: span.isInner(x), x, y),
      isWhole: span.isInner(x))
  }

  /// Returns the part, 0…1, of a pixel that a quad covers in front of the nearest opaque quad. The line at which their
  /// planes intersect is like an edge.
  private func visiblePart(
    _ fragment: DepthFragment, _ plane: QuadDepth, _ nearest: DepthBuffer.Nearest, isWhole: Bool, _ x: Int, _ y: Int
  ) -> Double {
    let quad = quadsFromTop + Int(fragment.quad)
    let (stepX, stepY) = (plane.x - nearest.x, plane.y - nearest.y)
    guard nearest.fragment.quad != DepthBuffer.noQuad, abs(stepX) + abs(stepY) > DepthFragment.tolerance else {
      return !fragment.isInFront(of: nearest.fragment) ? 0 : isWhole ? 1 : coverage(quad, x, y)
    }
    let slope = (stepX * stepX + stepY * stepY).squareRoot()
    let distance = (fragment.depth - nearest.fragment.depth) / slope
    let line = Edge(a: stepX / slope, b: stepY / slope, c: 0)
    let partInFront = line.coverage(at: distance)
    guard !isWhole, partInFront > 0 else { return partInFront }
    guard partInFront < 1 else { return coverage(quad, x, y) }
    let (first, count) = (edges + quad.pointee.firstEdge, quad.pointee.outline.count)
    return first.areaOfCutPixel(count: count, x: Double(x) + 0.5, y: Double(y) + 0.5, cutBy: (line.a, line.b, distance))
  }

  /// Returns whether two quads are on the same side, 1, or on different sides, -1, of an edge that cuts the pixel; 0 if
  /// they have no common edge. In the same plane, the edge may be the intersection with the nearest opaque quad.
  private func sideOfCommonEdge(_ share: PixelShare, _ other: PixelShare, _ x: Int, _ y: Int) -> Int {
    let (quad, otherQuad) = (quadsFromTop + Int(share.quad), quadsFromTop + Int(other.quad))
    if share.isWhole || other.isWhole {
      guard let plane = quad.pointee.depth, let otherPlane = otherQuad.pointee.depth else { return 0 }
      return plane.isEqual(to: otherPlane, x, y) ? 1 : 0
    }
    let (centerX, centerY) = (Double(x) + 0.5, Double(y) + 0.5)
    var side = 0
    for index in quad.pointee.firstEdge..<quad.pointee.firstEdge + quad.pointee.outline.count {
      let edge = edges[index]
      let distance = edge.distance(centerX, centerY)
      guard abs(distance) < edge.reach else { continue }
      for index in otherQuad.pointee.firstEdge..<otherQuad.pointee.firstEdge + otherQuad.pointee.outline.count {
        let (alignment, otherDistance) = (
          edge.a * edges[index].a + edge.b * edges[index].b, edges[index].distance(centerX, centerY)
        )
        if alignment < -0.999, abs(distance + otherDistance) < Outline.snapDistance { return -1 }
        if alignment > 0.999, abs(distance - otherDistance) < Outline.snapDistance { side = 1 }
      }
    }
    return side
  }
}

extension QuadDepth {
  /// True if two planes are the same near a pixel.
  fileprivate func isEqual(to other: QuadDepth, _ column: Int, _ row: Int) -> Bool {
    let change = abs(x - other.x) + abs(y - other.y)
    return max(change, abs(depth(column, row) - other.depth(column, row))) < DepthFragment.tolerance
  }

  /// The depth at a pixel's center.
  @inline(__always) fileprivate func depth(_ column: Int, _ row: Int) -> Double {
    constant + y * (Double(row) + 0.5) + x * (Double(column) + 0.5)
  }
}
