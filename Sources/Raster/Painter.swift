import CLinux

/// Paints the quads of a frame into one band.
struct Painter {
  let target: Texels
  let quads: UnsafePointer<PreparedQuad>
  let edges: UnsafePointer<Edge>
  let spans: UnsafePointer<RowSpan>
  let neighbours: UnsafePointer<Int32>
  let visibleParts: UnsafePointer<Range<Int32>>
  let swatches: UnsafePointer<UInt32>
  /// Room for the texels of one block, the painter's own.
  let run: UnsafeMutablePointer<UInt32>

  /// The number of a gradient's pixels in the band.
  let workedOut: UnsafeMutablePointer<Int>

  init(_ frame: Frame, band: Int, run: UnsafeMutablePointer<UInt32>) {
    self.run = run
    workedOut = frame.workedOut.base + band
    target = frame.target
    quads = UnsafePointer(frame.quads.base)
    edges = UnsafePointer(frame.edges.base)
    spans = UnsafePointer(frame.spans.base)
    neighbours = UnsafePointer(frame.neighbours.base)
    visibleParts = UnsafePointer(frame.visibleParts.base)
    swatches = UnsafePointer(frame.swatches.base)
  }

  func paint(_ quad: PreparedQuad, _ band: PixelRect) {
    let ink = Ink(quad)
    let rows = quad.rows.clamped(to: band.minY..<band.maxY)
    if case .color(let color) = quad.painting, quad.isOpaque, isBare(quad, rows, band.minX..<band.maxX) {
      return fill(band, rows, with: ink.pixel(color))
    }
    var sampler: RowSampler?
    if case .sampled = quad.painting, let y = rows.first {
      sampler = RowSampler(
        quad, ink, x: Double(spans[quad.spans + y - quad.rows.lowerBound].start) + 0.5, y: Double(y) + 0.5)
    }
    for y in rows {
      let span = spans[quad.spans + y - quad.rows.lowerBound]
      func paint(_ start: Int32, _ end: Int32) {
        let (start, end) = (max(Int(start), band.minX), min(Int(end), band.maxX))
        if start < end { self.paint(quad, ink, y, start..<end, span, &sampler) }
      }
      guard let visible = span.visible else {
        paint(span.start, span.end)
        continue
      }
      for index in visible { paint(visibleParts[Int(index)].lowerBound, visibleParts[Int(index)].upperBound) }
    }
  }

  /// True when the quad wholly covers these rows of the band, and nothing hides any of it.
  private func isBare(_ quad: PreparedQuad, _ rows: Range<Int>, _ columns: Range<Int>) -> Bool {
    rows.allSatisfy { y in
      let span = spans[quad.spans + y - quad.rows.lowerBound]
      return span.visible == nil && span.inner(within: columns) == columns
    }
  }

  func paint(
    _ quad: PreparedQuad, _ ink: Ink, _ y: Int, _ columns: Range<Int>, _ span: RowSpan, _ sampler: inout RowSampler?
  ) {
    // The next row's pixels, a line of the cache after the other: the compositor had the buffer, and they are in no cache of ours.
    // As a number: behind the last row there is no such pointer.
    var address =
      UInt(bitPattern: target.base) &+ UInt(bitPattern: ((y &+ 1) &* target.stride &+ columns.lowerBound) &* 4)
    let end = address &+ UInt(bitPattern: columns.count &* 4)
    while address < end {
      clinux_prefetch_for_write(UnsafeRawPointer(bitPattern: address))
      address &+= 64
    }
    // Every sampled quad has a sampler.
    // swift-format-ignore: NeverForceUnwrap
    if case .sampled = quad.painting { return paintSampled(quad, ink, y, columns, span, &sampler!) }
    let inner = span.inner(within: columns)
    if columns.lowerBound < inner.lowerBound {
      paintEdge(quad, y, columns.lowerBound..<inner.lowerBound, only: span.left) {
        ink.pixel(quad.texel(atX: $0, y: y))
      }
    }
    if !inner.isEmpty { paintInside(quad, ink, y, inner) }
    if inner.upperBound < columns.upperBound {
      paintEdge(quad, y, inner.upperBound..<columns.upperBound, only: span.right) {
        ink.pixel(quad.texel(atX: $0, y: y))
      }
    }
  }

  private func paintInside(_ quad: PreparedQuad, _ ink: Ink, _ y: Int, _ columns: Range<Int>) {
    switch quad.painting {
    case .color(let color): paintPlain(quad, ink, color, y, columns)
    case .rows: paintPlain(quad, ink, quad.texel(atX: columns.lowerBound, y: y), y, columns)
    case .swatch: paintSwatch(quad, ink, y, columns)
    case .rings(let rings): paintRings(quad, ink, rings, y, columns)
    case .copied(let steps): paintCopied(quad, ink, y, columns, steps)
    case .sampled: break
    }
  }
}
