/// An outline's spans: one for each row, or three if all rows between the first and the last are equal.
struct SpanList {
  /// The rows inside the clip that the outline touches.
  private(set) var rows = 0..<0
  /// The index in `DrawPass.spans` of the first span.
  private(set) var first = 0
  /// True if the outline has only upright and level sides.
  private(set) var isUpright = false
  /// The first and the last row of an upright outline, in the clip or not.
  private var top = 0
  private var bottom = 0

  init() {}

  init(rows: Range<Int>, first: Int) {
    self.rows = rows
    self.first = first
  }

  /// - Parameter first: the index of the spans of the top row, the rows between, and the bottom row.
  init(rows: Range<Int>, first: Int, uprightFrom top: Int, to bottom: Int) {
    self.init(rows: rows, first: first)
    isUpright = true
    self.top = top
    self.bottom = bottom
  }

  /// Returns the index of a row's span.
  @inline(__always) func index(_ y: Int) -> Int {
    isUpright ? first &+ (y == top ? 0 : y == bottom ? 2 : 1) : first &+ y &- rows.lowerBound
  }

  /// Returns the row after the last one of the rows from `y` on that have the same span.
  @inline(__always) func endOfEqualRows(_ y: Int) -> Int {
    isUpright && y != top && y < bottom ? min(bottom, rows.upperBound) : y + 1
  }
}

/// Rows of which the same columns of a quad are visible.
struct UncoveredRows {
  var rows: Range<Int32>
  /// The indices in `DrawPass.uncoveredParts` of the columns that no quad above covers; `nil` for all of each row's span.
  var parts: Range<Int32>?
}
