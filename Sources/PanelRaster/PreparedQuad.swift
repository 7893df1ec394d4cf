import PanelGeometry

/// A quad as the painter needs it: plain numbers and pointers, valid for one call of `Renderer.draw`.
struct PreparedQuad {
  var outline: Outline
  /// The index of its first edge in the frame's, and their number: one for each corner of the outline.
  var edges = 0
  var edgeCount = 0
  /// The rows it touches inside the clip, and the index of their first span in the frame's.
  var rows = 0..<0
  var spans = 0
  /// The same of its opaque part; used to hide quads beneath, and by depth.
  var opaqueRows = 0..<0
  var opaqueSpans = 0
  /// In the frame's list, the later quads that continue it across a shared edge; their alpha along the edge is known.
  var neighbors = 0..<0
  /// See `Quad.depth`.
  var depth: QuadDepth?

  var source: Source
  /// For `Source.gradient`: its index in `Frame.gradients`, if it is there.
  var gradient: Int?
  /// For `Source.texture`.
  var sampler: TextureSampler?
  var modulation: Modulation
  var texels: Texels
  /// From the target's pixels to the bitmap's: `(x, y, 1) · map = (u·q, v·q, q)`. Inside the outline, 0 < q ≤ 1.
  var map: Homography
  /// True if nothing beneath can be seen through it.
  var isOpaque: Bool
  /// True for a texture of which each row, or each column, has one color in the target.
  var hasUniformRows = false
  var hasUniformColumns = false

  /// For seams.
  var bitmap: ObjectIdentifier
  var hasOpaqueBitmap: Bool
  var opacity: Double
  var isPart: Bool

  /// True if the source's pixels can be written to the target as they are; of a texture, if the row above has them.
  var canStoreDirectly: Bool {
    switch source {
    case .solid: false
    case .texture: hasUniformColumns && isOpaque
    case .copy, .gradient: isOpaque && modulation.isIdentity
    }
  }
}
