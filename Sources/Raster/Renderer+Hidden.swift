import Geometry

extension Renderer {
  /// True when quads that come later leave nothing to be seen of one, inside `bounds`: whoever keeps a display list
  /// needn't draw that one's bitmap yet.
  public func isHidden(_ index: Int, of quads: [Quad], in bounds: PixelRect) -> Bool {
    let outline = quads[index].outline
    guard outline.count > 0, outline.touches(bounds) else { return true }
    hiddenTest.begin(outline, in: bounds)
    for later in quads[(index + 1)...] where later.bitmap.isOpaque && later.opacity >= 1 && !hiddenTest.isEmpty {
      let cover = later.outline
      guard cover.count > 0 else { continue }
      coverEdges.removeAll()
      for corner in 0..<cover.count { coverEdges.append(Edge(from: cover[corner], to: cover.following(corner))) }
      hiddenTest.subtract(coverEdges.base, count: cover.count, inset: 0)
    }
    return hiddenTest.isEmpty
  }
}
