import Geometry
import Raster
import Scenes
import Text
import Views

/// The bar at the bottom: the scene's controls, then the inspector's switch and the way to the other scenes.
final class Bar: View {
  let inspector = BarButton(name: "inspector", face: .crosshairs)
  let scenes = BarButton(name: "scenes", face: .grid)
  private let theme: Theme
  private var items: [BarItem] = []
  /// Those of its own that it has.
  private var own: [BarItem] { [inspector, scenes].filter { !$0.isHidden } }

  /// The things that its own buttons may do.
  var offers = Stage.Permissions.all {
    didSet {
      inspector.isHidden = !offers.contains(.inspector)
      scenes.isHidden = !offers.contains(.scenes)
    }
  }

  /// In units.
  static let gap = 8.0

  init(theme: Theme) {
    self.theme = theme
    super.init(name: "bar")
    for item in [inspector, scenes] { show(item) }
  }

  /// The scene's controls, in place of those before.
  func setControls(_ controls: [SceneControl]) {
    for item in items { item.removeFromSuperview() }
    items = controls.map { $0.makeBarItem() }
    // Before the two of our own, in the order of the keyboard's focus as well.
    for (index, item) in items.enumerated() {
      item.theme = theme
      insertSubview(item, at: index)
    }
    setNeedsLayout()
  }

  private func show(_ item: BarItem) {
    item.theme = theme
    addSubview(item)
  }

  // MARK: Layout

  /// The layout of the controls in a given width: their rows, in units.
  struct Plan {
    var rows: [[BarItem]] = []
    var isCompact = false
    /// The room left for the status line between the controls and the bar's own buttons, when all is in one row.
    var spare = 0.0

    var height: Double { Double(rows.count) * (BarItem.height + Bar.gap) + Bar.gap }
  }

  /// - Parameters:
  ///   - width: in units.
  ///   - mayGrow: false where there is no height for a second row.
  func plan(width: Double, mayGrow: Bool) -> Plan {
    let all = items + own
    var plan = Plan(rows: [all], spare: width - needed(all, isCompact: false))
    guard plan.spare < 0 else { return plan }
    plan.spare = 0
    if mayGrow, let rows = packed(width: width, isCompact: false), rows.count <= 3 {
      plan.rows = rows
      return plan
    }
    plan.isCompact = true
    // One row of small ones where there is little height; else as many as it takes.
    plan.spare = max(0, width - needed(all, isCompact: true))
    if plan.spare == 0 { plan.rows = packed(width: width, isCompact: true) ?? [items, own] }
    return plan
  }

  /// As many in a row as fit; the bar's own two begin a row of their own where they find no room beside the rest. `nil`
  /// when one alone is too wide.
  private func packed(width: Double, isCompact: Bool) -> [[BarItem]]? {
    var rows: [[BarItem]] = []
    for group in items.map({ [$0] }) + [own] where !group.isEmpty {
      if let last = rows.last, needed(last + group, isCompact: isCompact) <= width {
        rows[rows.count - 1] += group
      } else {
        rows.append(group)
      }
    }
    return rows.allSatisfy { needed($0, isCompact: isCompact) <= width } ? rows : nil
  }

  /// The width of a row, in units.
  private func needed(_ row: [BarItem], isCompact: Bool) -> Double {
    row.reduce(Self.gap) { $0 + $1.width(isCompact: isCompact) + Self.gap }
  }

  func apply(_ plan: Plan, reservingStatus: Bool) {
    let unit = unit
    let (gap, height) = (Self.gap * unit, BarItem.height * unit)
    var y = gap
    for row in plan.rows {
      let needed = row.reduce(gap) { $0 + $1.width(isCompact: plan.isCompact) * unit + gap }
      let stretching = row.filter(\.stretches).count
      // What nobody stretches into stands between the controls and the bar's own two, where the status line may be.
      let spare = max(0, bounds.width - needed)
      // Sliders longer than an arm is wide are no use.
      let share = reservingStatus || stretching == 0 ? 0 : min(spare / Double(stretching), 420 * unit)
      var x = gap
      for item in row {
        if item === own.first { x = max(x, bounds.width - Double(own.count) * (height + gap)) }
        let width = item.width(isCompact: plan.isCompact) * unit + (item.stretches ? share : 0)
        item.isCompact = plan.isCompact
        item.frame = Rect(x, y, width, height)
        x += width + gap
      }
      y += height + gap
    }
  }

  /// The end of the first row's controls.
  var contentEnd: Double { items.map { $0.frame.maxX }.max() ?? 0 }
  /// The beginning of the bar's own buttons.
  var ownStart: Double { own.first?.frame.minX ?? bounds.width }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    canvas.fill(bounds, radius: 16 * unit, color: theme.bar)
    canvas.stroke(bounds, radius: 16 * unit, width: 1, color: theme.hairline)
  }
}
