/// The rows of the bar's items. All lengths are in units.
struct BarLayout {
  struct Place {
    let item: BarItem
    let form: BarItem.Form

    var width: Double { item.width(form) }
  }

  struct Row {
    var places: [Place]
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
  /// The room for the status line between the controls and the fixed buttons, if all items are in one row.
  private(set) var spare = 0.0
  /// True if a choice that is alone in its row fills the row.
  private(set) var fillsRows = false

  static let margin = 8.0

  var height: Double { Self.height(of: rows) }

  private static func height(of rows: [Row]) -> Double { margin + Double(rows.count) * (BarItem.height + margin) }

  init() {}

  /// Uses the first arrangement that fits: all items in one row; several rows; as many rows as necessary, with menus.
  ///
  /// - Parameters:
  ///   - fixed: the fixed buttons, which stay together at the end.
  ///   - height: the maximum height for several rows.
  ///   - isTall: true for an upright panel, on which several choices have a full row each.
  init(_ items: [BarItem], fixed: [BarItem], width: Double, height: Double, isTall: Bool) {
    let places = items.map { Place(item: $0, form: .wide) }
    let row = [Row(places: places + fixed.map { Place(item: $0, form: .wide) })]
    let several = Self.packed(places, fixed, spacing: .roomy, width: width, eachAlone: isTall)
    func isNarrowEnough(_ rows: [Row]) -> Bool { rows.allSatisfy { Self.needed($0.places, fixed, .roomy) <= width } }
    let hasRows = isNarrowEnough(several) && Self.height(of: several) <= height
    let choices = items.filter { $0 is ChoiceItem }.count
    if isNarrowEnough(row), !(isTall && choices > 1 && hasRows) {
      rows = row
    } else if hasRows {
      (rows, fillsRows) = (several, isTall)
    } else {
      spacing = .tight
      rows = Self.packed(items.map { Place(item: $0, form: .menu) }, fixed, spacing: .tight, width: width)
    }
    if rows.count == 1 { spare = max(width - Self.needed(rows[0].places, fixed, spacing), 0) }
  }

  /// Fills rows with as many items as fit. The fixed buttons start a new row if they don't all fit into the last row.
  private static func packed(
    _ places: [Place], _ fixed: [BarItem], spacing: Spacing, width: Double, eachAlone: Bool = false
  ) -> [Row] {
    var rows: [Row] = []
    let fixedPlaces = fixed.map { Place(item: $0, form: places.first?.form == .menu ? .menu : .wide) }
    for (index, group) in (places.map { [$0] } + [fixedPlaces]).enumerated() where !group.isEmpty {
      let isFixed = index == places.count
      if let last = rows.last, !eachAlone || isFixed, needed(last.places + group, fixed, spacing) <= width {
        rows[rows.count - 1].places += group
      } else {
        rows.append(Row(places: group))
      }
    }
    return rows
  }

  private static func needed(_ row: [Place], _ fixed: [BarItem], _ spacing: Spacing) -> Double {
    var width = 2 * spacing.inset
    for (index, place) in row.enumerated() {
      width += place.width
      guard index > 0 else { continue }
      width += isFixed(place, fixed) && isFixed(row[index - 1], fixed) ? spacing.fixedGap : spacing.gap
    }
    return width
  }

  private static func isFixed(_ place: Place, _ fixed: [BarItem]) -> Bool { fixed.contains { $0 === place.item } }
}
