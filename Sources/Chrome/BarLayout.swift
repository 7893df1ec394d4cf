/// The rows of the bar's items. All lengths are in units.
struct BarLayout {
  /// An item in the form that the layout chose for it.
  struct SizedItem {
    let view: BarItem
    let form: BarItem.Form

    var width: Double { view.width(form) }
  }

  struct Row {
    var items: [SizedItem]
  }

  struct Spacing: Equatable {
    var inset: Double
    var gap: Double
    var fixedGap: Double

    static let roomy = Spacing(inset: 14, gap: 20, fixedGap: 8)
    static let tight = Spacing(inset: 8, gap: 8, fixedGap: 4)
  }

  private(set) var rows: [Row] = []
  private(set) var spacing = Spacing.roomy
  /// The width left for the status line between the controls and the fixed buttons; 0 with several rows.
  private(set) var spareWidth = 0.0
  /// True if a choice fills its row if it is the only control there.
  private(set) var fillsRows = false

  static let margin = 8.0

  var height: Double { Self.height(of: rows) }

  private static func height(of rows: [Row]) -> Double { margin + Double(rows.count) * (BarItem.height + margin) }

  init() {}

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
    let wideItems = items.map { SizedItem(view: $0, form: .wide) }
    let singleRow = [Row(items: wideItems + fixed.map { SizedItem(view: $0, form: .wide) })]
    let wideRows = Self.packed(wideItems, fixed, spacing: .roomy, width: width, oneItemPerRow: isPortrait)
    func fitsWidth(_ rows: [Row]) -> Bool { rows.allSatisfy { Self.neededWidth($0.items, fixed, .roomy) <= width } }
    let wideRowsFit = fitsWidth(wideRows) && Self.height(of: wideRows) <= height
    let choiceCount = items.filter { $0 is ChoiceItem }.count
    if fitsWidth(singleRow), !(isPortrait && choiceCount > 1 && wideRowsFit) {
      rows = singleRow
    } else if wideRowsFit {
      (rows, fillsRows) = (wideRows, isPortrait)
    } else {
      spacing = .tight
      rows = Self.packed(items.map { SizedItem(view: $0, form: .menu) }, fixed, spacing: .tight, width: width)
      if Self.height(of: rows) > maximumHeight { rows = [Row(items: rows.flatMap(\.items))] }
    }
    if rows.count == 1 { spareWidth = max(width - Self.neededWidth(rows[0].items, fixed, spacing), 0) }
  }

  /// Fills rows with as many items as fit. The fixed buttons start a new row if they don't all fit into the last row.
  private static func packed(
    _ items: [SizedItem], _ fixed: [BarItem], spacing: Spacing, width: Double, oneItemPerRow: Bool = false
  ) -> [Row] {
    var rows: [Row] = []
    let fixedItems = fixed.map { SizedItem(view: $0, form: items.first?.form == .menu ? .menu : .wide) }
    for (index, group) in (items.map { [$0] } + [fixedItems]).enumerated() where !group.isEmpty {
      let isFixed = index == items.count
      if let last = rows.last, !oneItemPerRow || isFixed, neededWidth(last.items + group, fixed, spacing) <= width {
        rows[rows.count - 1].items += group
      } else {
        rows.append(Row(items: group))
      }
    }
    return rows
  }

  /// Returns the minimum width of a row.
  private static func neededWidth(_ row: [SizedItem], _ fixed: [BarItem], _ spacing: Spacing) -> Double {
    var width = 2 * spacing.inset
    for (index, item) in row.enumerated() {
      width += item.width
      guard index > 0 else { continue }
      width += isFixed(item, fixed) && isFixed(row[index - 1], fixed) ? spacing.fixedGap : spacing.gap
    }
    return width
  }

  private static func isFixed(_ item: SizedItem, _ fixed: [BarItem]) -> Bool { fixed.contains { $0 === item.view } }
}
