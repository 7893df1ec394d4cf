import Geometry
import Raster
import Text
import Views

/// A sheet with a few things to do.
final class Menu: Sheet {
  struct Item {
    let name: String
    let title: String
    /// Shown as switched on.
    var isOn = false
    let action: () -> Void
  }

  private let heading = Label(name: "title")
  private var rows: [MenuRow] = []

  init(title: String, items: [Item], theme: Theme) {
    super.init(name: "menu", theme: theme)
    heading.text = title
    heading.color = theme.text
    heading.isUserInteractionEnabled = false
    board.addSubview(heading)
    for item in items {
      let row = MenuRow(item, theme: theme)
      // Gone first: what it does may bring another sheet.
      row.addAction(for: .primaryActionTriggered) { [unowned self] _ in
        onDismiss?()
        item.action()
      }
      rows.append(row)
      board.addSubview(row)
    }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = 340.0
    let u = centerBoard(width: width, height: 76 + Double(rows.count) * 64)
    heading.font = Font(size: 17 * u, weight: 600)
    heading.frame = Rect(20 * u, 20 * u, (width - 40) * u, 30 * u)
    for (index, row) in rows.enumerated() {
      row.unit = u
      row.frame = Rect(18 * u, (62 + Double(index) * 64) * u, (width - 36) * u, 56 * u)
    }
  }
}

private final class MenuRow: Control {
  var unit = 1.0 { didSet { if unit != oldValue { setNeedsDisplay() } } }
  private let title: String
  private let theme: Theme

  init(_ item: Menu.Item, theme: Theme) {
    title = item.title
    self.theme = theme
    super.init(name: item.name)
    isSelected = item.isOn
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let radius = 14 * unit
    canvas.fill(bounds, radius: radius, color: isSelected ? theme.selected : theme.well)
    if isHighlighted { canvas.fill(bounds, radius: radius, color: theme.highlight) }
    if isFocused { canvas.stroke(bounds.insetBy(1, 1), radius: radius, width: 2 * unit, color: theme.accent) }
    canvas.draw(
      TextLayout(
        title, font: Font(size: 17 * unit, weight: 500), color: isSelected ? theme.selectedText : theme.text
      ).shrunk(toFit: bounds.width - 24 * unit), centeredIn: bounds)
  }
}
