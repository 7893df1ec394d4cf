import Geometry

/// Finds out whether something is wholly covered by convex polygons: it cuts them out of it, and looks whether
/// anything is left.
final class HiddenTest {
  /// Slivers thinner than this, in pixels, don't count: faces that share an edge reach it by different sums.
  private static let tolerance = 0.02
  /// With more pieces than this the answer is "not hidden": it would cost more to know than to draw.
  private static let pieceLimit = 48

  private var pieces = Scratch<Range<Int>>()
  private var cut = Scratch<Range<Int>>()
  private var points = Scratch<Point>()
  private var cutPoints = Scratch<Point>()

  /// Begins with a polygon, of which only the part inside `bounds` matters.
  func begin(_ outline: Outline, in bounds: PixelRect) {
    pieces.removeAll()
    points.removeAll()
    for index in 0..<outline.count { points.append(outline[index]) }
    pieces.append(0..<points.count)
    keepInside(Edge(from: Point(0, Double(bounds.minY)), to: Point(1, Double(bounds.minY))))
    keepInside(Edge(from: Point(1, Double(bounds.maxY)), to: Point(0, Double(bounds.maxY))))
    keepInside(Edge(from: Point(Double(bounds.minX), 1), to: Point(Double(bounds.minX), 0)))
    keepInside(Edge(from: Point(Double(bounds.maxX), 0), to: Point(Double(bounds.maxX), 1)))
  }

  /// True when nothing is left.
  var isEmpty: Bool { pieces.count == 0 }

  /// Takes what lies at least `inset` pixels inside of the edges away.
  func subtract(_ edges: UnsafePointer<Edge>, count: Int, inset: Double) {
    guard pieces.count <= Self.pieceLimit else { return }
    startCutting()
    for index in 0..<pieces.count {
      // What is outside of the first edge is a piece; what is inside goes on to the next edge.
      var rest = pieces.base[index]
      for edge in 0..<count where !rest.isEmpty {
        let edge = edges[edge].moved(inward: inset)
        emit(rest, edge, keepingInside: false)
        rest = trim(rest, edge)
      }
    }
    finishCutting()
  }

  private func keepInside(_ edge: Edge) {
    startCutting()
    for index in 0..<pieces.count { emit(pieces.base[index], edge, keepingInside: true) }
    finishCutting()
  }

  private func startCutting() {
    cut.removeAll()
    cutPoints.removeAll()
  }

  private func finishCutting() {
    swap(&pieces, &cut)
    swap(&points, &cutPoints)
  }

  /// The part of a piece inside of an edge, as a new run of points.
  private func trim(_ piece: Range<Int>, _ edge: Edge) -> Range<Int> {
    let start = points.count
    clip(piece, edge, sign: 1, into: points)
    return start..<points.count
  }

  private func emit(_ piece: Range<Int>, _ edge: Edge, keepingInside: Bool) {
    let start = cutPoints.count
    let depth = clip(piece, edge, sign: keepingInside ? 1 : -1, into: cutPoints)
    if depth > Self.tolerance, cutPoints.count > start + 2 { cut.append(start..<cutPoints.count) }
  }

  /// Adds the part of a piece to one side of an edge; how far it reaches from the edge, in pixels.
  @discardableResult private func clip(
    _ piece: Range<Int>, _ edge: Edge, sign: Double, into output: Scratch<Point>
  ) -> Double {
    guard !piece.isEmpty else { return 0 }
    var previous = points.base[piece.upperBound - 1]
    var previousDistance = edge.distance(previous.x, previous.y) * sign
    var depth = 0.0
    for index in piece {
      let point = points.base[index]
      let distance = edge.distance(point.x, point.y) * sign
      if (distance > 0) != (previousDistance > 0) {
        output.append(previous + (point - previous) * (previousDistance / (previousDistance - distance)))
      }
      if distance > 0 { output.append(point) }
      depth = max(depth, distance)
      (previous, previousDistance) = (point, distance)
    }
    return depth
  }
}
