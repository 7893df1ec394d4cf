/// Paints the quads of a frame into one band.
struct Painter {
  let target: Texels
  let quads: UnsafePointer<PreparedQuad>
  let edges: UnsafePointer<Edge>
  let spans: UnsafePointer<RowSpan>
  let neighbours: UnsafePointer<Int32>
  let occluders: UnsafePointer<Occluder>
  let swatches: UnsafePointer<UInt32>
  /// Room for one run, the painter's own.
  let pairs: UnsafeMutablePointer<PixelPair>

  init(_ frame: Frame, pairs: UnsafeMutablePointer<PixelPair>) {
    self.pairs = pairs
    target = frame.target
    quads = UnsafePointer(frame.quads.base)
    edges = UnsafePointer(frame.edges.base)
    spans = UnsafePointer(frame.spans.base)
    neighbours = UnsafePointer(frame.neighbours.base)
    occluders = UnsafePointer(frame.occluders.base)
    swatches = UnsafePointer(frame.swatches.base)
  }

  func paint(_ quad: PreparedQuad, _ band: PixelRect) {
    let ink = Ink(quad)
    let rows = quad.rows.clamped(to: band.minY..<band.maxY)
    for y in rows {
      let span = spans[quad.spans + y - quad.rows.lowerBound]
      let (start, end) = (max(Int(span.start), band.minX), min(Int(span.end), band.maxX))
      if start < end { paint(quad, ink, y, start..<end, span, occluder: 0) }
    }
  }

  /// Paints the part of a row that no occluder from `occluder` on hides.
  private func paint(
    _ quad: PreparedQuad, _ ink: Ink, _ y: Int, _ columns: Range<Int>, _ span: RowSpan, occluder first: Int
  ) {
    for index in first..<max(quad.occluders, first) {
      let occluder = occluders[index]
      guard occluder.rows.contains(y) else { continue }
      let hidden = spans[occluder.spans + y - occluder.rows.lowerBound]
      let (left, right) = (Int(hidden.innerStart), Int(hidden.innerEnd))
      guard left < right, left < columns.upperBound, right > columns.lowerBound else { continue }
      if columns.lowerBound < left {
        paint(quad, ink, y, columns.lowerBound..<left, span, occluder: index + 1)
      }
      if right < columns.upperBound {
        paint(quad, ink, y, right..<columns.upperBound, span, occluder: index + 1)
      }
      return
    }
    paint(quad, ink, y, columns, span)
  }

  private func paint(_ quad: PreparedQuad, _ ink: Ink, _ y: Int, _ columns: Range<Int>, _ span: RowSpan) {
    let (start, end) = (columns.lowerBound, columns.upperBound)
    let innerStart = min(max(Int(span.innerStart), start), end)
    let innerEnd = max(min(Int(span.innerEnd), end), innerStart)
    if start < innerStart { paintEdge(quad, ink, y, start..<innerStart) }
    if innerStart < innerEnd {
      let columns = innerStart..<innerEnd
      switch quad.painting {
      case .color(let color): paintPlain(quad, ink, color, y, columns)
      case .rows: paintPlain(quad, ink, quad.texel(atX: innerStart, y: y).first, y, columns)
      case .swatch: paintSwatch(quad, ink, y, columns)
      case .copied(let steps): paintCopied(quad, ink, y, columns, steps)
      case .sampled: paintInside(quad, ink, y, columns, span)
      }
    }
    if innerEnd < end { paintEdge(quad, ink, y, innerEnd..<end) }
  }
}
