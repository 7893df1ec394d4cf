/// The covered pixels of each row, while quads are added from the uppermost to the undermost.
///
/// Covered intervals of a row that touch are merged, so a row has few of them and a quad costs a few steps per row,
/// however many quads lie above it.
final class SpanBuffer {
  private struct Interval {
    var start, end: Int32
    /// The index of the next interval to the right, or -1.
    var next: Int32
  }

  private let intervals = Scratch<Interval>()
  private let heads = Scratch<Int32>()
  private var firstRow = 0

  /// Removes all covered pixels, and makes room for other rows.
  func begin(rows: Range<Int>) {
    firstRow = rows.lowerBound
    intervals.removeAll()
    heads.reset(-1, count: rows.count)
  }

  @inline(__always) func isEmpty(_ row: Int) -> Bool { heads.base[row &- firstRow] < 0 }

  /// Appends the parts of a row's columns that aren't covered.
  func appendVisible(_ columns: Range<Int32>, of row: Int, to parts: Scratch<Range<Int32>>) {
    var start = columns.lowerBound
    var index = heads.base[row - firstRow]
    while index >= 0 {
      let interval = intervals.base[Int(index)]
      if interval.start >= columns.upperBound { break }
      if interval.start > start { parts.append(start..<interval.start) }
      start = max(start, interval.end)
      index = interval.next
    }
    if start < columns.upperBound { parts.append(start..<columns.upperBound) }
  }

  /// Marks columns as covered.
  func cover(_ columns: Range<Int32>, of row: Int) {
    guard !columns.isEmpty else { return }
    var previous: Int32 = -1
    var index = heads.base[row - firstRow]
    while index >= 0, intervals.base[Int(index)].end < columns.lowerBound {
      (previous, index) = (index, intervals.base[Int(index)].next)
    }
    guard index >= 0, intervals.base[Int(index)].start <= columns.upperBound else {
      let new = Int32(truncatingIfNeeded: intervals.count)
      intervals.append(Interval(start: columns.lowerBound, end: columns.upperBound, next: index))
      if previous >= 0 { intervals.base[Int(previous)].next = new } else { heads.base[row - firstRow] = new }
      return
    }
    let interval = intervals.base + Int(index)
    interval.pointee.start = min(interval.pointee.start, columns.lowerBound)
    interval.pointee.end = max(interval.pointee.end, columns.upperBound)
    while interval.pointee.next >= 0, intervals.base[Int(interval.pointee.next)].start <= interval.pointee.end {
      let next = intervals.base[Int(interval.pointee.next)]
      (interval.pointee.end, interval.pointee.next) = (max(interval.pointee.end, next.end), next.next)
    }
  }
}
