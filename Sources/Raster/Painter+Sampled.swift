extension Painter {
  /// Paints pixels of a row whose texels are sampled, block by block: what the quad covers in part and what it covers
  /// wholly alike.
  func paintSampled(
    _ quad: PreparedQuad, _ ink: Ink, _ y: Int, _ columns: Range<Int>, _ span: RowSpan, _ sampler: inout RowSampler
  ) {
    let centreY = Double(y) + 0.5
    // Blocks are counted from where the quad begins, wherever the clip does.
    var start = Int(span.start) &+ (columns.lowerBound &- Int(span.start)) & -RowSampler.limit
    while start < columns.upperBound {
      let most = RowSampler.limit &- (start &- Int(span.start)) & (RowSampler.limit &- 1)
      var count = sampler.sample(
        x: Double(start) + 0.5, y: centreY, count: min(most, Int(span.end) &- start),
        wanted: max(columns.lowerBound &- start, 0)..<columns.upperBound &- start, into: run)
      if count == 0 {
        // Nearly edge-on: whoever sees these pixels sees few of them.
        count = 1
        run[0] = ink.pixel(quad.texel(atX: start, y: y))
      }
      let (left, right) = (max(start, columns.lowerBound), min(start &+ count, columns.upperBound))
      if left < right { paintBlock(quad, ink, y, left..<right, span, from: start) }
      start &+= count
    }
  }

  /// Paints pixels that lie in the painter's room, the one for the column `first` in front.
  private func paintBlock(
    _ quad: PreparedQuad, _ ink: Ink, _ y: Int, _ columns: Range<Int>, _ span: RowSpan, from first: Int
  ) {
    let inner = span.inner(within: columns)
    if columns.lowerBound < inner.lowerBound {
      paintEdge(quad, y, columns.lowerBound..<inner.lowerBound, only: span.left) { run[$0 &- first] }
    }
    if !inner.isEmpty {
      let output = target.base + (y &* target.stride &+ inner.lowerBound)
      let input = UnsafePointer(run + (inner.lowerBound &- first))
      ink.lay(input, over: output, inner.count)
    }
    if inner.upperBound < columns.upperBound {
      paintEdge(quad, y, inner.upperBound..<columns.upperBound, only: span.right) { run[$0 &- first] }
    }
  }
}
