import PanelKit

/// A row of a section: a title, views on the other side, and an action if the row can be selected.
struct Row {
  let title: String
  var views: [View] = []
  var isDestructive = false
  var action: (() -> Void)?

  func makeView() -> View {
    let label = Label(title)
    if isDestructive { label.colorRole = \.destructiveText }
    return StackView(spacing: 12, alignment: .center) {
      label
      Spacer()
      views
    }
  }
}

/// Rows on a card, below a title. A section is as high as its rows, so the page scrolls, not the section.
final class Section: StackView {
  init(_ title: String, rows: [Row]) {
    let heading = Label(title, style: .caption)
    heading.colorRole = \.secondaryText
    let list = ListView(numberOfRows: rows.count) { rows[$0].makeView() }
    list.rowHeight = 56
    list.backgroundColor = Color(hex: 0x262B38)
    list.layer.cornerRadius = 12
    list.shouldSelectRow = { rows[$0].action != nil }
    list.didSelectRow = { [unowned list] in
      list.selectedRow = nil
      rows[$0].action?()
    }
    super.init(axis: .vertical, spacing: 8) {
      heading
      list
    }
  }
}
