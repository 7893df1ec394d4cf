import PanelViews

/// A sheet with a list of actions.
final class Menu: Sheet {
  struct Item {
    let name: String
    let title: String
    /// Displayed as selected.
    var isSelected = false
    let action: () -> Void
  }

  private let rows: [Button]

  init(title: String, items: [Item], theme: Theme) {
    let heading = Label(name: "title", size: 17, weight: 600, alignment: .center)
    (heading.text, heading.fixedHeight) = (title, 30)
    let rows = items.map { Button($0.title, name: $0.name) }
    self.rows = rows
    let margins = Insets(top: 20, leading: 18, bottom: 22, trailing: 18)
    let stack = StackView(axis: .vertical, spacing: 8, margins: margins, name: "sheet") { [heading] + rows }
    stack.setCustomSpacing(12, after: heading)
    super.init(name: "menu", theme: theme, contentView: stack)
    stack.controlLook = theme.look(radius: 14)
    for (row, item) in zip(rows, items) {
      (row.isSelected, row.fixedHeight) = (item.isSelected, 56)
      // Dismiss first, because the action may present another sheet.
      row.onPress = { [unowned self] in
        dismiss()
        item.action()
      }
    }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    centerContentView(width: 340, height: 76 + Double(rows.count) * 64)
  }
}
