import PanelGeometry

/// Finds the quads of a display list that later quads hide completely.
///
/// The largest outlines above a quad are cut out of it until nothing is left. Quads that many small ones hide are left
/// to `CoveredColumns`.
final class Visibility {
  /// Slivers thinner than this, in pixels, are ignored: faces that share an edge compute it by different sums.
  private static let tolerance = 0.02
  /// With more pieces than this the quad counts as visible.
  private static let pieceLimit = 48
  private static let coverLimit = 32
  /// In one display list. After so many cuts of pieces, quads count as visible.
  private static let cutLimit = 20_000

  private struct Cover {
    let corners: ConvexPolygon
    let bounds: PixelRect
  }

  private let tree = GroupTree()
  private let covers = Scratch<Cover>()
  private var cutCount = 0
  private var pieces = Scratch<ConvexPolygon>()
  private var remaining = Scratch<ConvexPolygon>()

  /// Sets `Quad.isHidden` of each quad, for a picture that fills `bounds`.
  func mark(_ quads: inout [Quad], groups: [QuadGroup], in bounds: PixelRect) {
    covers.removeAll()
    cutCount = 0
    tree.build(groups, quadCount: quads.count, bounds: bounds)
    for index in quads.indices.reversed() {
      let outline = quads[index].outline
      let scissor = tree.scissor(of: quads[index], at: index, in: bounds)
      quads[index].isHidden = outline.count == 0 || !outline.touches(scissor) || isHidden(outline, in: scissor)
      // The order of quads that are drawn by depth doesn't say which one covers the other.
      guard !quads[index].isHidden, quads[index].isCover else { continue }
      let part = tree.hidingPart(of: scissor, at: index)
      guard outline.touches(part) else { continue }
      let isWhole = part == bounds || outline.pixelBounds.intersection(part) == outline.pixelBounds
      guard let corners = isWhole ? outline.corners : cut(outline.corners, to: part), corners.count > 0 else {
        continue
      }
      insert(Cover(corners: corners, bounds: outline.pixelBounds.intersection(part)))
    }
  }

  /// Returns the part of a polygon inside of a rectangle; `nil` if it would have too many corners.
  private func cut(_ polygon: ConvexPolygon, to rect: PixelRect) -> ConvexPolygon? {
    let boundary = ConvexPolygon(
      Rect(Double(rect.minX), Double(rect.minY), Double(rect.width), Double(rect.height)))
    var part = polygon
    for side in 0..<boundary.count where part.count > 0 {
      guard let inside = cut(part, boundary, side)?.inside else { return nil }
      part = inside
    }
    return part
  }

  private func isHidden(_ outline: Outline, in bounds: PixelRect) -> Bool {
    let touched = outline.pixelBounds.intersection(bounds)
    let part = cut(outline.corners, to: bounds) ?? outline.corners
    pieces.removeAll()
    if part.count > 0 { pieces.append(part) }
    for index in 0..<covers.count where !covers.base[index].bounds.intersection(touched).isEmpty {
      guard pieces.count > 0, pieces.count <= Self.pieceLimit, cutCount <= Self.cutLimit,
        subtract(covers.base[index].corners)
      else { break }
    }
    return pieces.count == 0
  }

  /// Keeps a cover if it is among the largest.
  private func insert(_ cover: Cover) {
    guard covers.count == Self.coverLimit else { return covers.append(cover) }
    let smallest = (0..<covers.count).min { covers.base[$0].bounds.area < covers.base[$1].bounds.area } ?? 0
    if covers.base[smallest].bounds.area < cover.bounds.area { covers.base[smallest] = cover }
  }

  /// Removes the inside of a cover from the pieces. Returns false if a piece would have too many corners.
  private func subtract(_ cover: ConvexPolygon) -> Bool {
    remaining.removeAll()
    for index in 0..<pieces.count {
      // The part outside of a side is a piece; the part inside goes on to the next side.
      var piece = pieces.base[index]
      for side in 0..<cover.count where piece.count > 0 {
        guard let (inside, outside) = cut(piece, cover, side) else { return false }
        if outside.count > 0 { remaining.append(outside) }
        piece = inside
      }
    }
    swap(&pieces, &remaining)
    return true
  }

  /// Splits a piece along a side of a cover. Slivers are dropped.
  private func cut(
    _ piece: ConvexPolygon, _ cover: ConvexPolygon, _ side: Int
  ) -> (inside: ConvexPolygon, outside: ConvexPolygon)? {
    cutCount += 1
    let edge = Edge(from: cover[side], to: cover.following(side))
    guard let (inside, outside) = piece.split(edge.a, edge.b, edge.c) else { return nil }
    func isSliver(_ part: ConvexPolygon) -> Bool {
      part.withCorners { $0.allSatisfy { abs(edge.distance($0.x, $0.y)) <= Self.tolerance } }
    }
    return (inside, isSliver(outside) ? ConvexPolygon() : outside)
  }
}

extension Quad {
  /// True if the quad can hide quads beneath it.
  fileprivate var isCover: Bool { bitmap.isOpaque && opacity >= 1 && depth == nil && inverse != nil }
}
