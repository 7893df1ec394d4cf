import Explanation
import PanelGeometry
import PanelRaster
import PanelText
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

  private let heading = Label(name: "title", size: 17, weight: 600, alignment: .center)
  private var rows: [Button] = []

  init(title: String, items: [Item], theme: Theme) {
    super.init(name: "menu", theme: theme)
    contentView.controlLook = theme.look(radius: 14)
    heading.text = title
    contentView.addSubview(heading)
    for item in items {
      let row = Button(item.title, name: item.name)
      row.isSelected = item.isSelected
      // Dismiss first, because the action may present another sheet.
      row.onPress = { [unowned self] in
        dismiss()
        item.action()
      }
      rows.append(row)
      contentView.addSubview(row)
    }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    // In units of the content view, whose unit depends on the content's size.
    let width = 340.0
    centerContentView(width: width, height: 76 + Double(rows.count) * 64)
    let u = contentView.unit
    heading.frame = Rect(20 * u, 20 * u, (width - 40) * u, 30 * u)
    for (index, row) in rows.enumerated() {
      row.frame = Rect(18 * u, (62 + Double(index) * 64) * u, (width - 36) * u, 56 * u)
    }
  }
}
