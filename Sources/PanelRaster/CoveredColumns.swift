/// The columns of each row that are covered, while quads are added from the uppermost to the undermost.
///
/// Consecutive rows with the same covered columns share one list, so that upright quads cost as much as a few rows.
/// Covering is never wrong by leaving out columns: what is painted beneath an opaque quad isn't visible.
final class CoveredColumns {
  /// The number of separate intervals in a row. Further ones don't count as covered.
  private static let maxIntervals = 16

  /// For each row, the index of the first row of its run: the rows that have the same list.
  private let runStarts = Scratch<Int32>()
  /// For the first row of a run, the index of the row after its last, and the number of intervals.
  private let runEnds = Scratch<Int32>()
  private let counts = Scratch<Int32>()
  /// For the first row of a run, its intervals from left to right. They don't touch each other.
  private let intervals = Scratch<Range<Int32>>()
  private var firstRow = 0
  private var rowCount = 0

  var memory: [ScratchMemory] { [runStarts, runEnds, counts, intervals] }

  /// Removes all covered columns, and makes room for other rows.
  func begin(rows: Range<Int>) {
    firstRow = rows.lowerBound
    rowCount = rows.count
    runStarts.reset(0, count: rowCount)
    for list in [runEnds, counts] {
      list.removeAll()
      list.appendUninitialized(count: rowCount)
    }
    intervals.removeAll()
    intervals.appendUninitialized(count: rowCount * Self.maxIntervals)
    guard rowCount > 0 else { return }
    runEnds.base[0] = Int32(truncatingIfNeeded: rowCount)
    counts.base[0] = 0
  }

  @inline(__always) func isEmpty(_ row: Int) -> Bool {
    counts.base[Int(runStarts.base[row &- firstRow])] == 0
  }

  /// Returns the row after the last one of the rows from `row` on that have the same covered columns.
  @inline(__always) func endOfRun(_ row: Int) -> Int {
    Int(runEnds.base[Int(runStarts.base[row &- firstRow])]) &+ firstRow
  }

  /// The narrowest covered columns between two visible parts: painting beneath fewer takes less time than a part.
  private static let minGap: Int32 = 32
  private static let maxParts = 8

  /// Appends the parts of a row's columns that aren't covered: a few parts, which may contain covered columns.
  func appendUncovered(_ columns: Range<Int32>, of row: Int, to parts: Scratch<Range<Int32>>) {
    let run = Int(runStarts.base[row - firstRow])
    let list = intervals.base + run * Self.maxIntervals
    let first = parts.count
    var start = columns.lowerBound
    func add(_ end: Int32) {
      guard start < end else { return }
      if parts.count > first {
        let last = parts.base + (parts.count - 1)
        if start - last.pointee.upperBound < Self.minGap || parts.count - first == Self.maxParts {
          last.pointee = last.pointee.lowerBound..<end
          return
        }
      }
      parts.append(start..<end)
    }
    for index in 0..<Int(counts.base[run]) where list[index].upperBound > start {
      if list[index].lowerBound >= columns.upperBound { break }
      add(list[index].lowerBound)
      start = list[index].upperBound
    }
    add(columns.upperBound)
  }

  /// Marks columns of rows as covered. If rows are covered one by one, begin with the lowest.
  func cover(_ columns: Range<Int32>, of rows: Range<Int>) {
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let end = rows.upperBound - firstRow
    split(at: end)
    var row = rows.lowerBound - firstRow
    split(at: row)
    while row < end {
      insert(columns, run: row)
      row = Int(runEnds.base[row])
    }
  }

  /// Makes a row the first one of its run.
  private func split(at row: Int) {
    guard row < rowCount else { return }
    let start = Int(runStarts.base[row])
    guard start < row else { return }
    let end = runEnds.base[start]
    runEnds.base[start] = Int32(truncatingIfNeeded: row)
    runEnds.base[row] = end
    (runStarts.base + row).update(repeating: Int32(truncatingIfNeeded: row), count: Int(end) - row)
    counts.base[row] = counts.base[start]
    (intervals.base + row * Self.maxIntervals).update(
      from: intervals.base + start * Self.maxIntervals, count: Int(counts.base[start]))
  }

  /// Adds columns to a run's list, merged with those that they touch.
  private func insert(_ columns: Range<Int32>, run: Int) {
    let list = intervals.base + run * Self.maxIntervals
    let count = Int(counts.base[run])
    var first = 0
    while first < count, list[first].upperBound < columns.lowerBound { first += 1 }
    var end = first
    while end < count, list[end].lowerBound <= columns.upperBound { end += 1 }
    var merged = columns
    if first < end {
      let upper = max(columns.upperBound, list[end - 1].upperBound)
      merged = min(columns.lowerBound, list[first].lowerBound)..<upper
    } else if count == Self.maxIntervals {
      return
    }
    // The intervals from `end` on move to the right of the merged one.
    let change = first + 1 - end
    if change > 0 {
      for index in (end..<count).reversed() { list[index + change] = list[index] }
    } else if change < 0 {
      for index in end..<count { list[index + change] = list[index] }
    }
    list[first] = merged
    counts.base[run] = Int32(truncatingIfNeeded: count + change)
  }
}
