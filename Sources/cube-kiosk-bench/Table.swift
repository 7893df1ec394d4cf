import Configuration

/// Prints figures as rows of tab-separated values while they are measured, or with `--json` as one array of objects.
///
/// The column names state the unit; times are in microseconds.
final class Table {
  enum Cell {
    case text(String)
    case count(Int)
    case number(Double)
    /// Nanoseconds, shown as microseconds.
    case time(UInt64)
  }

  private let columns: [String]
  private let separator: String
  private let isJSON = CommandLine.arguments.contains("--json")
  private var rows: [JSONValue] = []

  /// - Parameters:
  ///   - columns: the names of the columns.
  ///   - isBare: true to print rows without a header and separated by spaces, as other rasterizers' benchmarks do.
  init(_ columns: [String], isBare: Bool = false) {
    self.columns = columns
    separator = isBare ? " " : "\t"
    if !isJSON, !isBare { print(columns.joined(separator: separator)) }
  }

  func add(_ cells: Cell...) {
    if isJSON {
      rows.append(.object(JSONMembers(zip(columns, cells).map { ($0, $1.json) })))
    } else {
      print(cells.map(\.text).joined(separator: separator))
    }
  }

  /// Call after the last row.
  func finish() {
    if isJSON { print(JSONValue.array(rows).multiline, terminator: "") }
  }
}

extension Array where Element: Comparable {
  var median: Element { quantile(0.5) }

  /// Returns the element at the given fraction of the sorted array, which must not be empty.
  func quantile(_ fraction: Double) -> Element {
    sorted()[Swift.min(Int(clamping: Double(count) * fraction), count - 1)]
  }
}

extension Table.Cell {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .count(let count): .integer(count)
    case .number(let number): .number(number)
    case .time(let time): .number((Double(time) / 100).rounded() / 10)
    }
  }

  fileprivate var text: String {
    if case .text(let text) = self { return text }
    return json.singleLine
  }
}
