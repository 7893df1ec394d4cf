import CPangoCairo
import PanelGeometry

/// A shaped line of text and its position. Lengths are in Pango units, as `Int`: Pango's own 32 bits overflow at 27,000
/// lines.
struct TextLine {
  /// Glyphs in one font, from one span.
  struct Run {
    let font: OpaquePointer?
    let glyphs: OpaquePointer
    /// The byte offset in the text at which the run starts.
    let offset: Int
    let width: Int

    /// - Parameter item: must outlive the run.
    init?(_ item: PangoGlyphItem) {
      guard let glyphs = item.glyphs, let pangoItem = item.item?.pointee else { return nil }
      (font, self.glyphs, offset) = (pangoItem.analysis.font, glyphs, Int(pangoItem.offset))
      width = Int(pango_glyph_string_get_width(glyphs))
    }
  }

  private let line: UnsafeMutablePointer<PangoLayoutLine>
  /// The runs from left to right.
  let runs: [Run]
  let width: Int
  /// The distance from the top to the baseline.
  let ascent: Int
  let height: Int
  /// The left end's position in the layout.
  var x = 0
  /// The top's position in the layout.
  var y = 0

  /// The baseline's position in the layout.
  var baseline: Int { y + ascent }

  /// - Parameter line: must outlive this value.
  init(_ line: UnsafeMutablePointer<PangoLayoutLine>) {
    var runs: [Run] = []
    var next = line.pointee.runs
    while let run = next?.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self) {
      if let run = Run(run.pointee) { runs.append(run) }
      next = next?.pointee.next
    }
    var logical = PangoRectangle()
    pango_layout_line_get_extents(line, nil, &logical)
    (self.line, self.runs, width) = (line, runs, Int(logical.width))
    (ascent, height) = (-Int(logical.y), Int(logical.height))
  }

  /// The bounding box of the glyphs' shapes in the layout; `nil` for blank lines. Slow, because it depends on the outline of
  /// each glyph.
  var ink: Rect? {
    var ink = PangoRectangle()
    pango_layout_line_get_extents(line, &ink, nil)
    guard ink.width > 0, ink.height > 0 else { return nil }
    return Rect(Double(x + Int(ink.x)), Double(baseline + Int(ink.y)), Double(ink.width), Double(ink.height))
  }
}
