/// The rows of a bar's items for the room that there is. All lengths are units.
struct BarPlan {
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
    /// Between two of the bar's own buttons.
    var ownGap: Double

    static let roomy = Spacing(inset: 14, gap: 20, ownGap: 8)
    static let tight = Spacing(inset: 8, gap: 8, ownGap: 4)
  }

  private(set) var rows: [Row] = []
  private(set) var spacing = Spacing.roomy
  /// The room left for the status line between the controls and the bar's own buttons, when all is in one row.
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
  ///   - own: the bar's own buttons, which stay together at the end.
  ///   - height: the height that it may have where it has more than one row.
  ///   - isTall: true where there is more height than width: then several choices have a row each, as wide as the bar.
  init(_ items: [BarItem], own: [BarItem], width: Double, height: Double, isTall: Bool) {
    let rows = Self.rows(items, own, width: width, isTall: isTall)
    if isTall, items.filter({ $0 is SegmentedControl }).count > 1, let rows, rows.height <= height {
      self = rows
    } else if let row = Self.row(items, own, .wide, .roomy, width: width) {
      self = row
    } else if let rows, rows.height <= height {
      self = rows
    } else if let row = Self.row(items, own, .menu, .roomy, width: width) {
      self = row
    } else if let row = Self.row(items, own, .tight, .tight, width: width) {
      self = row
    } else {
      spacing = .tight
      self.rows = Self.packed(items.map { Place(item: $0, form: .tight) }, own, spacing: .tight, width: width)
    }
  }

  private init(rows: [Row], spacing: Spacing, spare: Double = 0, fillsRows: Bool = false) {
    (self.rows, self.spacing, self.spare, self.fillsRows) = (rows, spacing, spare, fillsRows)
  }

  private static func row(
    _ items: [BarItem], _ own: [BarItem], _ form: BarItem.Form, _ spacing: Spacing, width: Double
  ) -> BarPlan? {
    let places = (items + own).map { Place(item: $0, form: form) }
    let spare = width - needed(places, own, spacing)
    return spare < 0 ? nil : BarPlan(rows: [Row(places: places)], spacing: spacing, spare: spare)
  }

  /// `nil` where one alone is too wide even in columns.
  private static func rows(_ items: [BarItem], _ own: [BarItem], width: Double, isTall: Bool) -> BarPlan? {
    var places: [Place] = []
    for item in items {
      let forms: [BarItem.Form] = [.wide, .grid]
      guard let form = forms.first(where: { needed([Place(item: item, form: $0)], own, .roomy) <= width }) else {
        return nil
      }
      places.append(Place(item: item, form: form))
    }
    let rows = packed(places, own, spacing: .roomy, width: width, eachAlone: isTall)
    return BarPlan(rows: rows, spacing: .roomy, fillsRows: isTall)
  }

  /// As many in a row as fit; the bar's own begin a row of their own where they find no room beside the rest.
  private static func packed(
    _ places: [Place], _ own: [BarItem], spacing: Spacing, width: Double, eachAlone: Bool = false
  ) -> [Row] {
    var rows: [Row] = []
    let ownPlaces = own.map { Place(item: $0, form: places.first?.form == .tight ? .tight : .wide) }
    for (index, group) in (places.map { [$0] } + [ownPlaces]).enumerated() where !group.isEmpty {
      let isOwn = index == places.count
      if let last = rows.last, !eachAlone || isOwn, needed(last.places + group, own, spacing) <= width {
        rows[rows.count - 1].places += group
      } else {
        rows.append(Row(places: group))
      }
    }
    return rows
  }

  private static func needed(_ row: [Place], _ own: [BarItem], _ spacing: Spacing) -> Double {
    var width = 2 * spacing.inset
    for (index, place) in row.enumerated() {
      width += place.width
      guard index > 0 else { continue }
      width += isOwn(place, own) && isOwn(row[index - 1], own) ? spacing.ownGap : spacing.gap
    }
    return width
  }

  private static func isOwn(_ place: Place, _ own: [BarItem]) -> Bool { own.contains { $0 === place.item } }
}
