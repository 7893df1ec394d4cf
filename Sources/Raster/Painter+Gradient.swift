extension Painter {
  /// Paints pixels of a row that show rings.
  func paintRings(_ quad: PreparedQuad, _ ink: Ink, _ rings: Rings, _ y: Int, _ columns: Range<Int>) {
    let (places, output) = (RowPlaces(quad, y: y), target.base + y * target.stride)
    workedOut.pointee += columns.count
    guard !quad.isOpaque || quad.isModulated || quad.glows else {
      return rings.fill(output + columns.lowerBound, columns, places)
    }
    var start = columns.lowerBound
    while start < columns.upperBound {
      let part = start..<min(start + RowSampler.limit, columns.upperBound)
      rings.fill(run, part, places)
      ink.paint(output + start, run, part.count)
      start = part.upperBound
    }
  }
}
