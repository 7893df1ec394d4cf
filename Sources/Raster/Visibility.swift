import Geometry

/// Finds the quads of a display list that later quads hide completely.
///
/// Each quad is cut by the outlines above it until nothing is left. Only the largest outlines take part, so the cost per quad is
/// bounded: a quad that many small quads hide together counts as visible, and `SpanBuffer` skips its covered pixels.
final class Visibility {
  /// Slivers thinner than this, in pixels, are ignored: faces that share an edge compute it by different sums.
  private static let tolerance = 0.02
  /// With more pieces than this the quad counts as visible.
  private static let pieceLimit = 48
  /// The number of covers that are kept.
  private static let coverLimit = 32

  private struct Cover {
    let outline: Outline
    let bounds: PixelRect
  }

  private let covers = Scratch<Cover>()
  private let edges = Scratch<Edge>()
  private var pieces = Scratch<Range<Int>>()
  private var cut = Scratch<Range<Int>>()
  private var points = Scratch<Point>()
  private var cutPoints = Scratch<Point>()

  /// Sets `Quad.isHidden` of each quad, for a picture that fills `bounds`.
  func mark(_ quads: inout [Quad], in bounds: PixelRect) {
    covers.removeAll()
    for index in quads.indices.reversed() {
      let outline = quads[index].outline
      quads[index].isHidden = outline.count == 0 || !outline.touches(bounds) || isHidden(outline, in: bounds)
      // The order of quads that are drawn by depth doesn't say which one covers the other.
      guard !quads[index].isHidden, quads[index].isCover else { continue }
      insert(Cover(outline: outline, bounds: outline.pixelBounds.intersection(bounds)))
    }
  }

  private func isHidden(_ outline: Outline, in bounds: PixelRect) -> Bool {
    let touched = outline.pixelBounds.intersection(bounds)
    begin(outline, in: bounds)
    for index in 0..<covers.count where !isEmpty {
      guard covers.base[index].bounds.overlaps(touched) else { continue }
      edges.removeAll()
      let cover = covers.base[index].outline
      for corner in 0..<cover.count { edges.append(Edge(from: cover[corner], to: cover.following(corner))) }
      subtract(edges.base, count: edges.count)
    }
    return isEmpty
  }

  /// Keeps a cover if it is among the largest.
  private func insert(_ cover: Cover) {
    guard covers.count == Self.coverLimit else { return covers.append(cover) }
    let smallest = (0..<covers.count).min { covers.base[$0].bounds.area < covers.base[$1].bounds.area } ?? 0
    if covers.base[smallest].bounds.area < cover.bounds.area { covers.base[smallest] = cover }
  }

  /// Starts with a polygon, of which only the part inside `bounds` matters.
  private func begin(_ outline: Outline, in bounds: PixelRect) {
    pieces.removeAll()
    points.removeAll()
    for index in 0..<outline.count { points.append(outline[index]) }
    pieces.append(0..<points.count)
    keepInside(Edge(from: Point(0, Double(bounds.minY)), to: Point(1, Double(bounds.minY))))
    keepInside(Edge(from: Point(1, Double(bounds.maxY)), to: Point(0, Double(bounds.maxY))))
    keepInside(Edge(from: Point(Double(bounds.minX), 1), to: Point(Double(bounds.minX), 0)))
    keepInside(Edge(from: Point(Double(bounds.maxX), 0), to: Point(Double(bounds.maxX), 1)))
  }

  /// True if nothing is left.
  private var isEmpty: Bool { pieces.count == 0 }

  /// Removes the inside of the edges.
  private func subtract(_ edges: UnsafePointer<Edge>, count: Int) {
    guard pieces.count <= Self.pieceLimit else { return }
    startCutting()
    for index in 0..<pieces.count {
      // What is outside of the first edge is a piece; what is inside goes on to the next edge.
      var rest = pieces.base[index]
      for edge in 0..<count where !rest.isEmpty {
        emit(rest, edges[edge], keepingInside: false)
        rest = trim(rest, edges[edge])
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

extension Quad {
  /// True if the quad can hide quads beneath it.
  fileprivate var isCover: Bool { bitmap.isOpaque && opacity >= 1 && depth == nil }
}
