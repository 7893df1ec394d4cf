import CPangoCairo

/// A line of a text, as Pango shaped it, and its place. All lengths are in Pango's units.
struct TextLine {
  /// A stretch in one font, and of one span.
  struct Run {
    let font: OpaquePointer?
    let glyphs: OpaquePointer
    /// The byte at which it begins.
    let offset: Int
    let width: Int32

    /// - Parameter item: stays for as long as the run is used.
    init?(_ item: PangoGlyphItem) {
      guard let glyphs = item.glyphs, let place = item.item?.pointee else { return nil }
      (font, self.glyphs, offset) = (place.analysis.font, glyphs, Int(place.offset))
      width = pango_glyph_string_get_width(glyphs)
    }
  }

  /// From the left.
  private(set) var runs: [Run]
  let isRightToLeft: Bool
  private(set) var width: Int32
  /// From the line's top to its baseline.
  let ascent: Int32
  let height: Int32
  /// The place of its left end, and of its top.
  var x: Int32 = 0
  var y: Int32 = 0

  var baseline: Int32 { y + ascent }

  init(_ runs: [Run], isRightToLeft: Bool) {
    (self.runs, self.isRightToLeft) = (runs, isRightToLeft)
    width = runs.reduce(0) { $0 + $1.width }
    var (top, bottom): (Int32, Int32) = (0, 0)
    for run in runs {
      var room = PangoRectangle()
      // The font's alone, for which no outline is read.
      pango_font_get_glyph_extents(run.font, UInt32(CPANGO_GLYPH_EMPTY), nil, &room)
      (top, bottom) = (min(top, room.y), max(bottom, room.y + room.height))
    }
    (ascent, height) = (-top, bottom - top)
  }

  /// A line without a letter.
  init(room: PangoRectangle, isRightToLeft: Bool) {
    (runs, self.isRightToLeft, width) = ([], isRightToLeft, room.width)
    (ascent, height) = (-room.y, room.height)
  }

  /// A line as high, of nothing.
  var withoutRuns: TextLine {
    var line = self
    (line.runs, line.width) = ([], 0)
    return line
  }

  /// The bounds of its ink; `nil` where it has none. Each letter's outline is read for it.
  var ink: PangoRectangle? {
    var (left, top, right, bottom) = (Int32.max, Int32.max, Int32.min, Int32.min)
    var x = x
    for run in runs {
      var ink = PangoRectangle()
      pango_glyph_string_extents(run.glyphs, run.font, &ink, nil)
      if ink.width > 0, ink.height > 0 {
        (left, right) = (min(left, x + ink.x), max(right, x + ink.x + ink.width))
        (top, bottom) = (min(top, baseline + ink.y), max(bottom, baseline + ink.y + ink.height))
      }
      x += run.width
    }
    return left < right ? PangoRectangle(x: left, y: top, width: right - left, height: bottom - top) : nil
  }
}
