import PanelGeometry

/// A quad as the painter needs it: plain numbers and pointers, valid for one call of `Renderer.draw`.
struct PreparedQuad {
  var outline: Outline
  /// The index in `DrawPass.edges` of the first edge. There is one for each corner of the outline.
  var firstEdge = 0
  /// The quad's index in the display list, and that of its innermost group in `DrawPass.tree`, or -1.
  var listIndex: Int
  var group: Int
  /// Nothing is drawn outside of these columns.
  var columns: Range<Int>
  var spans: SpanList
  /// The opaque part, which hides quads beneath.
  var opaqueSpans = SpanList()
  /// The indices in `DrawPass.uncoveredRows` of the rows that no quad above covers.
  var uncovered: Range<Int>
  /// The range in `DrawPass.neighbors` of the quads above that continue this one across a shared edge.
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
  /// True if nothing beneath can be seen through the quad.
  var isOpaque: Bool
  /// True if each row, or each column, has one color in the target.
  var hasUniformRows = false
  var hasUniformColumns = false

  /// The bitmap, if the quad shows only a part of it. Parts of the same bitmap are neighbors.
  var partOf: ObjectIdentifier?
  var hasOpaqueBitmap: Bool
  var opacity: Double
}
