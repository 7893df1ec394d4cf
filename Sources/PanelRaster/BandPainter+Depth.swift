import CPixels
import PanelGeometry

extension BandPainter {
  /// Paints the quads of one space, at each pixel the nearest one.
  ///
  /// Runs of whole pixels with the same nearest quad are painted as usual. The quads that share one of the remaining
  /// pixels get exact coverage if no two of them intersect or end in it, otherwise 256 samples.
  ///
  /// - Parameter indices: of the space's quads; in the same plane, the first one is the uppermost.
  func paintByDepth(_ indices: Range<Int>, _ band: PixelRect, _ buffer: DepthBuffer) {
    buffer.quads.removeAll()
    var touched = PixelRect.empty
    for index in indices where quads[index].spans.rows.overlaps(band.minY..<band.maxY) {
      buffer.quads.append(Int32(truncatingIfNeeded: index))
      touched = touched.union(quads[index].outline.pixelBounds)
    }
    let band = band.intersection(touched)
    for y in band.minY..<band.maxY {
      buffer.begin(band.width)
      findNearest(y, band, buffer)
      findFragments(y, band, buffer)
      paintRuns(y, band, buffer)
      for column in 0..<band.width where !buffer.showsOnlyNearest(column) {
        paintShared(column, band.minX + column, y, buffer)
      }
    }
  }

  /// Finds the nearest opaque quad that covers each whole pixel.
  private func findNearest(_ y: Int, _ band: PixelRect, _ buffer: DepthBuffer) {
    for i in (0..<buffer.quads.count).reversed() {
      let index = buffer.quads.base[i]
      let quad = quads + Int(index)
      guard quad.pointee.opaqueSpans.rows.contains(y) else { continue }
      let span = spans[quad.pointee.opaqueSpans.index(y)]
      let line = DepthLine(quad, y)
      for x in span.inner(within: band.minX..<band.maxX).clamped(to: quad.pointee.columns) {
        let (column, depth) = (x &- band.minX, line.depth(x))
        guard depth > buffer.depths.base[column] - DepthFragment.tolerance else { continue }
        buffer.depths.base[column] = depth
        buffer.minDepths.base[column] = depth - line.reach
        buffer.nearest.base[column] = index
      }
    }
  }

  /// Finds each pixel's fragments: the nearest opaque quad that covers it, and the quads in front of that one in any
  /// part of the pixel.
  private func findFragments(_ y: Int, _ band: PixelRect, _ buffer: DepthBuffer) {
    for i in 0..<buffer.quads.count {
      let index = buffer.quads.base[i]
      let quad = quads + Int(index)
      guard quad.pointee.spans.rows.contains(y) else { continue }
      let (span, line) = (span(quad, y), DepthLine(quad, y))
      let columns = (Int(span.start)..<Int(span.end)).clamped(to: quad.pointee.columns)
      for x in columns.clamped(to: band.minX..<band.maxX) {
        let column = x &- band.minX
        if line.depth(x) + line.reach > buffer.minDepths.base[column] - DepthFragment.tolerance {
          buffer.append(index, to: column)
        }
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
      if index != DepthBuffer.noQuad {
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

  /// Paints a pixel that shows more than its nearest opaque quad, which was painted with the runs.
  private func paintShared(_ column: Int, _ x: Int, _ y: Int, _ buffer: DepthBuffer) {
    let nearest = buffer.nearest.base[column]
    let nearestFragment = nearest == DepthBuffer.noQuad ? nil : fragment(nearest, x, y)
    buffer.sorted.removeAll()
    for index in buffer.fragments(column) {
      let fragment = fragment(index, x, y)
      if nearestFragment?.isInFront(of: fragment) != true { buffer.insert(fragment) }
    }
    guard buffer.isOrdered else { return paintSamples(x, y, buffer) }
    for i in 0..<buffer.sorted.count where buffer.sorted.base[i].quad != nearest {
      let fragment = buffer.sorted.base[i]
      let coverage = fragment.isWhole ? 1 : coverage(quads + Int(fragment.quad), x, y)
      cpixels_cover(
        target.base + (y &* target.stride &+ x), color(fragment, x, y),
        UInt32(bitPattern: (coverage * 256 + 0.5).floorInt32))
    }
  }

  private func fragment(_ index: Int32, _ x: Int, _ y: Int) -> DepthFragment {
    let quad = quads + Int(index)
    let (span, line) = (span(quad, y), DepthLine(quad, y))
    var isOpaque = quad.pointee.isOpaque
    if !isOpaque, quad.pointee.opaqueSpans.rows.contains(y) {
      isOpaque = spans[quad.pointee.opaqueSpans.index(y)].isInner(x)
    }
    return DepthFragment(
      quad: index, depth: line.depth(x), step: line.step, rowStep: line.rowStep, isWhole: span.isInner(x),
      isOpaque: isOpaque)
  }

  /// Paints a pixel by its samples, from the nearest quads to the farthest.
  private func paintSamples(_ x: Int, _ y: Int, _ buffer: DepthBuffer) {
    buffer.beginSamples()
    for i in 0..<buffer.sorted.count {
      let fragment = buffer.sorted.base + i
      let quad = quads + Int(fragment.pointee.quad)
      if !fragment.pointee.isOpaque { fragment.pointee.pixel = color(fragment.pointee, x, y) }
      buffer.setDepths(of: i)
      for side in 0..<(fragment.pointee.isWhole ? 0 : quad.pointee.outline.count) {
        let edge = edges[quad.pointee.firstEdge + side]
        let distance = edge.distance(Double(x) + 0.5, Double(y) + 0.5)
        if distance < edge.reach { buffer.cut(i, Float(edge.a), Float(edge.b), Float(distance)) }
      }
    }
    func channels(_ pixel: UInt32) -> SIMD4<Float> {
      SIMD4<Float>(SIMD4<UInt32>(pixel, pixel >> 8, pixel >> 16, pixel >> 24) & 255)
    }
    // 128 is half of a sample, for rounding.
    var (sum, targetWeight, end) = (SIMD4<Float>(repeating: 128), Float(256), buffer.sorted.count)
    while end > 0 {
      let group = buffer.startOfGroup(to: end)..<end
      for i in group {
        let fragment = buffer.sorted.base[i]
        let visible = buffer.countVisible(i, among: group)
        guard visible > 0 else { continue }
        sum += channels(fragment.isOpaque ? color(fragment, x, y) : fragment.pixel) * visible
        targetWeight -= (1 - fragment.transparency) * visible
      }
      buffer.attenuate(group)
      end = group.lowerBound
    }
    let pixel = target.base + (y &* target.stride &+ x)
    sum = ((sum + channels(pixel.pointee) * targetWeight) / 256).clamped(
      lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    pixel.pointee = UInt32(sum.w) << 24 | UInt32(sum.z) << 16 | UInt32(sum.y) << 8 | UInt32(sum.x)
  }

  private func color(_ fragment: DepthFragment, _ x: Int, _ y: Int) -> UInt32 {
    let quad = quads + Int(fragment.quad)
    var sampler = quad.pointee.sampler
    return pixel(quad, x, y, &sampler) | (fragment.isOpaque ? 0xFF00_0000 : 0)
  }
}

/// The depth of a quad's plane along a row.
private struct DepthLine {
  /// The depth in column 0, and its change from column to column and from row to row.
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
