/// Paints the quads of a frame into one band.
struct Painter {
  let target: Texels
  let quads: UnsafePointer<PreparedQuad>
  let edges: UnsafePointer<Edge>
  let spans: UnsafePointer<RowSpan>
  let neighbours: UnsafePointer<Int32>
  /// Room for one run, the painter's own.
  let pairs: UnsafeMutablePointer<PixelPair>

  init(_ frame: Frame, pairs: UnsafeMutablePointer<PixelPair>) {
    self.pairs = pairs
    target = frame.target
    quads = UnsafePointer(frame.quads.base)
    edges = UnsafePointer(frame.edges.base)
    spans = UnsafePointer(frame.spans.base)
    neighbours = UnsafePointer(frame.neighbours.base)
  }

  func paint(_ quad: PreparedQuad, _ band: PixelRect) {
    let ink = Ink(quad)
    let rows = quad.rows.clamped(to: band.minY..<band.maxY)
    for y in rows {
      let span = spans[quad.spans + y - quad.rows.lowerBound]
      let (start, end) = (max(Int(span.start), band.minX), min(Int(span.end), band.maxX))
      guard start < end else { continue }
      let innerStart = min(max(Int(span.innerStart), start), end)
      let innerEnd = max(min(Int(span.innerEnd), end), innerStart)
      if start < innerStart { paintEdge(quad, ink, y, start..<innerStart) }
      if innerStart < innerEnd {
        if let offset = quad.offset {
          paintMoved(quad, ink, y, innerStart..<innerEnd, offset.x, offset.y)
        } else {
          paintInside(quad, ink, y, innerStart..<innerEnd, span)
        }
      }
      if innerEnd < end { paintEdge(quad, ink, y, innerEnd..<end) }
    }
  }
}
