import Configuration

/// Figures as they are measured: a line for each row, or with `--json` all rows as one text, an array of objects.
///
/// The columns' names say the unit; times are in microseconds.
final class Table {
  enum Cell {
    case text(String)
    case count(Int)
    case number(Double)
    /// Nanoseconds, shown as microseconds.
    case time(UInt64)
    /// How many times another time.
    case ratio(UInt64, UInt64)
  }

  private let columns: [String]
  private let isJSON: Bool
  private var rows: [JSONValue] = []

  init(_ columns: [String], isJSON: Bool) {
    (self.columns, self.isJSON) = (columns, isJSON)
    if !isJSON { print(columns.joined(separator: "\t")) }
  }

  /// Adds a row with a cell for each column.
  func add(_ cells: Cell...) {
    if isJSON {
      rows.append(.object(JSONMembers(zip(columns, cells).map { ($0, $1.json) })))
    } else {
      print(cells.map(\.text).joined(separator: "\t"))
    }
  }

  /// To be called after the last row.
  func finish() {
    if isJSON { print(JSONValue.array(rows).lines, terminator: "") }
  }
}

extension Array where Element: Comparable {
  var median: Element { part(0.5) }

  /// The element that so many of all are not greater than; there must be one.
  func part(_ share: Double) -> Element {
    sorted()[Swift.min(Int(clamping: Double(count) * share), count - 1)]
  }
}

extension Table.Cell {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .count(let count): .integer(count)
    case .number(let number): .number(number)
    case .time(let time): .number((Double(time) / 100).rounded() / 10)
    case .ratio(let time, let other): .number((Double(time) / Double(other) * 1000).rounded() / 1000)
    }
  }

  fileprivate var text: String {
    if case .text(let text) = self { return text }
    return json.line
  }
}
