/// The rows of a bar's items for the room that there is. All lengths are units.
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

  /// The room about the items.
  struct Spacing: Equatable {
    /// From the bar's edge to the first item and the last one.
    var inset: Double
    /// Between two controls.
    var gap: Double
    /// Between two of the bar's fixed buttons.
    var fixedGap: Double

    static let roomy = Spacing(inset: 14, gap: 20, fixedGap: 8)
    static let tight = Spacing(inset: 8, gap: 8, fixedGap: 4)
  }

  private(set) var rows: [Row] = []
  private(set) var spacing = Spacing.roomy
  /// The room left for the status line between the controls and the bar's fixed buttons, when all is in one row.
  private(set) var spare = 0.0
  /// True where a row's only choice takes all of it.
  private(set) var fillsRows = false

  /// Above and below each row.
  static let margin = 8.0

  var height: Double { rows.reduce(Self.margin) { $0 + $1.height + Self.margin } }

  init() {}

  /// The first of these that there is room for: all side by side; in rows, with two columns where one row is too narrow;
  /// menus side by side, then with less about them; and rows of those, however many it takes.
  ///
  /// - Parameters:
  ///   - items: the scene's.
  ///   - fixed: the bar's fixed buttons, which stay together at the end.
  ///   - height: the height that it may have where it has more than one row.
  ///   - isTall: true where there is more height than width: then several choices have a row each, as wide as the bar.
  init(_ items: [BarItem], fixed: [BarItem], width: Double, height: Double, isTall: Bool) {
    let rows = Self.rows(items, fixed, width: width, isTall: isTall)
    if isTall, items.filter({ $0 is SegmentedControl }).count > 1, let rows, rows.height <= height {
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

  /// `nil` where one alone is too wide even in columns.
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

  /// As many in a row as fit; the bar's fixed begin a row of their fixed where they find no room beside the rest.
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
