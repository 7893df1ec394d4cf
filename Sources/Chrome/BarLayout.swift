/// The rows of the bar's items.
struct BarLayout {
  /// An item in the form that the layout chose for it.
  struct Item {
    let view: BarItem
    let form: BarItem.Form

    var width: Double { view.width(form) }
  }

  struct Spacing {
    var inset: Double
    var gap: Double
    var fixedGap: Double

    static let roomy = Spacing(inset: 14, gap: 20, fixedGap: 8)
    static let tight = Spacing(inset: 8, gap: 8, fixedGap: 4)
  }

  private(set) var rows: [[Item]] = []
  /// The buttons that stay together at the end.
  private let fixed: [BarItem]
  private(set) var spacing = Spacing.roomy
  /// The width left for the status line between the controls and the fixed buttons; 0 with several rows.
  private(set) var spareWidth = 0.0
  /// True if a choice fills its row if it is the only control there.
  private(set) var fillsRows = false

  static let margin = 8.0

  var height: Double { Self.height(ofRows: rows.count) }

  static func height(ofRows count: Int) -> Double { margin + Double(count) * (BarItem.height + margin) }

  init() { fixed = [] }

  /// Uses the first arrangement that fits: all items in one row; several rows; as many rows as necessary, with menus.
  ///
  /// - Parameters:
  ///   - fixed: the fixed buttons, which stay together at the end.
  ///   - height: the maximum height for several rows with wide items.
  ///   - maximumHeight: the maximum height for several rows with menus. A single row that scrolls replaces higher ones.
  ///   - isPortrait: true for a portrait panel, on which several choices have a full row each.
  init(
    _ items: [BarItem], fixed: [BarItem], width: Double, height: Double, maximumHeight: Double, isPortrait: Bool
  ) {
    self.fixed = fixed
    let wideRow = (items + fixed).map { Item(view: $0, form: .wide) }
    let wideRows = packed(items, .wide, width: width, oneItemPerRow: isPortrait)
    func fitsWidth(_ row: [Item]) -> Bool { neededWidth(of: row) <= width }
    let wideRowsFit = wideRows.allSatisfy(fitsWidth) && Self.height(ofRows: wideRows.count) <= height
    let choiceCount = items.filter { $0 is ChoiceItem }.count
    if fitsWidth(wideRow), !(isPortrait && choiceCount > 1 && wideRowsFit) {
      rows = [wideRow]
    } else if wideRowsFit {
      (rows, fillsRows) = (wideRows, isPortrait)
    } else {
      spacing = .tight
      rows = packed(items, .menu, width: width)
      if self.height > maximumHeight { rows = [rows.flatMap { $0 }] }
    }
    if rows.count == 1 { spareWidth = max(width - neededWidth(of: rows[0]), 0) }
  }

  /// Fills rows with as many items as fit. The fixed buttons start a new row if they don't all fit into the last row.
  private func packed(
    _ items: [BarItem], _ form: BarItem.Form, width: Double, oneItemPerRow: Bool = false
  ) -> [[Item]] {
    var rows: [[Item]] = []
    for (index, views) in (items.map { [$0] } + [fixed]).enumerated() where !views.isEmpty {
      let group = views.map { Item(view: $0, form: form) }
      let isFixed = index == items.count
      if let last = rows.last, !oneItemPerRow || isFixed, neededWidth(of: last + group) <= width {
        rows[rows.count - 1] += group
      } else {
        rows.append(group)
      }
    }
    return rows
  }

  /// Returns the minimum width of a row.
  func neededWidth(of row: [Item]) -> Double {
    var width = 2 * spacing.inset
    for (index, item) in row.enumerated() {
      width += item.width
      guard index > 0 else { continue }
      width += isFixed(item) && isFixed(row[index - 1]) ? spacing.fixedGap : spacing.gap
    }
    return width
  }

  private func isFixed(_ item: Item) -> Bool { fixed.contains { $0 === item.view } }
}
