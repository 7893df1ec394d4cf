/// The rows of the bar's items. All lengths are in units.
struct BarLayout {
  struct Place {
    let item: BarItem
    let form: BarItem.Form

    var width: Double { item.width(form) }
  }

  struct Row {
    var places: [Place]
    var height: Double { places.map { $0.item.height($0.form) }.max() ?? 0 }
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

  var height: Double { rows.reduce(Self.margin) { $0 + $1.height + Self.margin } }

  init() {}

  /// Uses the first arrangement that fits: all items in one row; several rows, with choices in two columns if necessary;
  /// menus in one row, then with minimal padding; finally as many rows of those as necessary.
  ///
  /// - Parameters:
  ///   - fixed: the fixed buttons, which stay together at the end.
  ///   - height: the maximum height for several rows.
  ///   - isTall: true for an upright panel, on which several choices have a full row each.
  init(_ items: [BarItem], fixed: [BarItem], width: Double, height: Double, isTall: Bool) {
    let rows = Self.rows(items, fixed, width: width, isTall: isTall)
    if isTall, items.filter({ $0 is ChoiceItem }).count > 1, let rows, rows.height <= height {
      self = rows
    } else if let row = Self.row(items, fixed, .wide, .roomy, width: width) {
      self = row
    } else if let rows, rows.height <= height {
      self = rows
    } else if let row = Self.row(items, fixed, .menu, .roomy, width: width) {
      self = row
    } else if let row = Self.row(items, fixed, .tight, .tight, width: width) {
      self = row
    } else {
      spacing = .tight
      self.rows = Self.packed(items.map { Place(item: $0, form: .tight) }, fixed, spacing: .tight, width: width)
    }
  }

  private init(rows: [Row], spacing: Spacing, spare: Double = 0, fillsRows: Bool = false) {
    (self.rows, self.spacing, self.spare, self.fillsRows) = (rows, spacing, spare, fillsRows)
  }

  private static func row(
    _ items: [BarItem], _ fixed: [BarItem], _ form: BarItem.Form, _ spacing: Spacing, width: Double
  ) -> BarLayout? {
    let places = (items + fixed).map { Place(item: $0, form: form) }
    let spare = width - needed(places, fixed, spacing)
    return spare < 0 ? nil : BarLayout(rows: [Row(places: places)], spacing: spacing, spare: spare)
  }

  /// Returns `nil` if an item is too wide even in two columns.
  private static func rows(_ items: [BarItem], _ fixed: [BarItem], width: Double, isTall: Bool) -> BarLayout? {
    var places: [Place] = []
    for item in items {
      let forms: [BarItem.Form] = [.wide, .grid]
      guard let form = forms.first(where: { needed([Place(item: item, form: $0)], fixed, .roomy) <= width }) else {
        return nil
      }
      places.append(Place(item: item, form: form))
    }
    let rows = packed(places, fixed, spacing: .roomy, width: width, eachAlone: isTall)
    return BarLayout(rows: rows, spacing: .roomy, fillsRows: isTall)
  }

  /// Fills rows with as many items as fit. The fixed buttons start a new row if they don't all fit into the last row.
  private static func packed(
    _ places: [Place], _ fixed: [BarItem], spacing: Spacing, width: Double, eachAlone: Bool = false
  ) -> [Row] {
    var rows: [Row] = []
    let fixedPlaces = fixed.map { Place(item: $0, form: places.first?.form == .tight ? .tight : .wide) }
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
