import PanelGeometry

/// A quad as the painter needs it: plain numbers and pointers, valid for one call of `Renderer.draw`.
struct PreparedQuad {
  var outline: Outline
  /// The index of its first edge in the frame's: it has one for each corner of the outline.
  var firstEdge = 0
  /// The rows it touches inside the clip, and the index of their first span in the frame's.
  var rows = 0..<0
  var firstSpan = 0
  /// The same of its opaque part; used to hide quads beneath, and by depth.
  var opaqueRows = 0..<0
  var firstOpaqueSpan = 0
  /// In the frame's list, the later quads that continue it across a shared edge; their alpha along the edge is known.
  var neighbors = 0..<0
  /// See `Quad.depth`.
  var depth: QuadDepth?

  var source: Source
  /// For `Source.texture`.
  var sampler: TextureSampler?
  var modulation: Modulation
  var texels: Texels
  /// From the target's pixels to the bitmap's: `(x, y, 1) · map = (u·q, v·q, q)`. Inside the outline, 0 < q ≤ 1.
  var map: Homography
  /// True if nothing beneath can be seen through it.
  var isOpaque: Bool
  /// True if each row, or each column, has one color in the target.
  var hasUniformRows = false
  var hasUniformColumns = false

  /// For seams. `partOf` is the bitmap of a quad that shows only a part of it.
  var partOf: ObjectIdentifier?
  var hasOpaqueBitmap: Bool
  var opacity: Double
}
