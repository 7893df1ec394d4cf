/// The part of a row that a quad covers, in target pixels: it touches `start..<end`, and wholly covers
/// `innerStart..<innerEnd`. Neither depends on the clip, so that a part drawn again equals the whole.
struct RowSpan: Equatable {
  var start, innerStart, innerEnd, end: Int32
  /// The number of the only edge that cuts pixels in front of the inner ones, and of that behind them; below zero where there may be
  /// several.
  private(set) var left, right: Int16
  /// The indices in `Frame.visibleParts` of the parts of `start..<end` that no quad above covers; `nil` if the row has no covered
  /// pixel.
  var visible: Range<Int32>?

  /// - Parameters:
  ///   - edges: of a convex outline, that all have their inside to the same hand.
  ///   - y: the row's number.
  ///   - width: of the target.
  init(_ edges: UnsafeBufferPointer<Edge>, _ y: Int, width: Double) {
    let centre = Double(y) + 0.5
    var touched = (start: 0.0, end: width)
    var inner = touched
    // How far the pixels reach that another edge cuts than the one that reaches furthest in.
    var others = touched
    var (left, right) = (-1, -1)
    for (index, edge) in edges.enumerated() {
      let offset = edge.b * centre + edge.c
      if edge.xPerDistance != 0 {
        // The pixels whose centre, x + 0.5, has at least the distance. (Not by `min` and `max`, which take several
        // instructions for what isn't a number.)
        let crossing = -offset * edge.xPerDistance - 0.5
        if edge.xPerDistance > 0 {
          let (outermost, innermost) = (crossing - edge.fringe, crossing + edge.fringe)
          touched.start = outermost > touched.start ? outermost : touched.start
          if innermost > inner.start {
            (others.start, inner.start, left) = (inner.start, innermost, index)
          } else {
            others.start = innermost > others.start ? innermost : others.start
          }
        } else {
          let (outermost, innermost) = (crossing + edge.fringe + 1, crossing - edge.fringe + 1)
          touched.end = outermost < touched.end ? outermost : touched.end
          if innermost < inner.end {
            (others.end, inner.end, right) = (inner.end, innermost, index)
          } else {
            others.end = innermost < others.end ? innermost : others.end
          }
        }
      } else {
        let reach = edge.reach - Edge.tolerance
        if offset < -reach { touched.end = -1 }
        if offset < reach { inner.end = -1 }
      }
    }
    (start, end) = (min(touched.start, width).ceilInt32, max(touched.end, 0).floorInt32)
    (innerStart, innerEnd) = (min(inner.start, width).ceilInt32, max(inner.end, 0).floorInt32)
    if start >= end { (start, innerStart, innerEnd, end) = (0, 0, 0, 0) }
    if innerStart < innerEnd {
      self.left = others.start <= Double(start) ? Int16(truncatingIfNeeded: left) : -1
      self.right = others.end >= Double(end) ? Int16(truncatingIfNeeded: right) : -1
    } else {
      (innerStart, innerEnd) = (end, end)
      (self.left, self.right) = (-1, -1)
    }
  }

  /// The columns that are wholly covered.
  @inline(__always) func inner(within columns: Range<Int>) -> Range<Int> {
    let start = min(max(Int(innerStart), columns.lowerBound), columns.upperBound)
    return start..<max(min(Int(innerEnd), columns.upperBound), start)
  }

  /// True of a column whose pixel the quad touches.
  @inline(__always) func contains(_ column: Int) -> Bool { column >= Int(start) && column < Int(end) }
}
