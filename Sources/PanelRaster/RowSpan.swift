/// The columns of a row that a quad touches, `start..<end`, and those that it wholly covers, `innerStart..<innerEnd`.
/// They are limited by the target, but don't depend on the clip, so that a part drawn again equals the whole.
struct RowSpan: Equatable {
  var start, innerStart, innerEnd, end: Int32
  /// The index of the edge that cuts the pixels to the left and to the right of the inner ones; negative if several
  /// edges may.
  private(set) var leftEdge, rightEdge: Int16

  /// - Parameters:
  ///   - edges: the sides of a convex outline.
  ///   - y: the row's number.
  ///   - width: the target's.
  init(_ edges: UnsafeBufferPointer<Edge>, _ y: Int, width: Double) {
    let center = Double(y) + 0.5
    // The right side is mirrored, so that both sides begin with the smallest column: it ends at -right.outer.
    var (left, right) = (Side(limit: 0), Side(limit: -width))
    for (index, edge) in edges.enumerated() {
      let offset = edge.b * center + edge.c
      // The column whose pixel has its center on the edge.
      let crossing = -offset * edge.xPerDistance - 0.5
      if edge.xPerDistance > 0 {
        left.cut(crossing, edge.fringe, index)
      } else if edge.xPerDistance < 0 {
        right.cut(-crossing - 1, edge.fringe, index)
      } else {
        // For a horizontal edge, the whole row is outside, partly covered or inside.
        let reach = edge.reach - Edge.tolerance
        if offset < -reach { right.outer = 1 }
        if offset < reach { right.inner = 1 }
      }
    }
    (start, end) = (min(left.outer, width).ceilInt32, max(-right.outer, 0).floorInt32)
    (innerStart, innerEnd) = (min(left.inner, width).ceilInt32, max(-right.inner, 0).floorInt32)
    if start >= end { (start, innerStart, innerEnd, end) = (0, 0, 0, 0) }
    if innerStart < innerEnd {
      leftEdge = left.innerWithoutEdge <= Double(start) ? left.edge : -1
      rightEdge = right.innerWithoutEdge <= Double(-end) ? right.edge : -1
    } else {
      innerStart = end
      innerEnd = end
      (leftEdge, rightEdge) = (-1, -1)
    }
  }

  /// A span's left or right side.
  private struct Side {
    /// Columns from `outer` on are touched, and columns from `inner` on wholly covered.
    var outer, inner: Double
    /// The edge that determines `inner`.
    var edge: Int16 = -1
    /// Without that edge, columns from this one on would be wholly covered.
    var innerWithoutEdge: Double

    init(limit: Double) { (outer, inner, innerWithoutEdge) = (limit, limit, limit) }

    /// Uses comparisons instead of `max`, which takes several instructions because of NaN.
    @inline(__always) mutating func cut(_ crossing: Double, _ fringe: Double, _ index: Int) {
      let (first, last) = (crossing - fringe, crossing + fringe)
      outer = first > outer ? first : outer
      if last > inner {
        (innerWithoutEdge, inner, edge) = (inner, last, Int16(truncatingIfNeeded: index))
      } else {
        innerWithoutEdge = last > innerWithoutEdge ? last : innerWithoutEdge
      }
    }
  }

  @inline(__always) func isInner(_ x: Int) -> Bool { x >= Int(innerStart) && x < Int(innerEnd) }

  /// The columns that are wholly covered.
  @inline(__always) func inner(within columns: Range<Int>) -> Range<Int> {
    let start = min(max(Int(innerStart), columns.lowerBound), columns.upperBound)
    return start..<max(min(Int(innerEnd), columns.upperBound), start)
  }
}
