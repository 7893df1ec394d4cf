import PanelViews

// The examples of the article Layout, which `LayoutArticleTests` compares with it.

func makeSettings() -> View {
  ScrollView(
    content: StackView(axis: .vertical, spacing: 8, margins: Insets(horizontal: 24, vertical: 16)) {
      Label("Living room", style: .title)
      makeRow("Heating", Switch())
      makeRow("Night mode", Switch())
      Label("Brightness", style: .headline)
      Slider()
      Button("Restart")
    })
}

func makeRow(_ title: String, _ control: Control) -> View {
  StackView(spacing: 16, alignment: .center) {
    Label(title)
    Spacer()
    control
  }
}

final class Dashboard: View {
  private let grid = GridView(columns: 3, spacing: 12) {
    for room in ["Kitchen", "Bath", "Bedroom", "Office", "Hall", "Garden"] { Button(room) }
  }
  private lazy var page = StackView(axis: .vertical, spacing: 12, margins: Insets(horizontal: 24, vertical: 16)) {
    Label("Lights", style: .title)
    grid
  }

  override func layoutSubviews() {
    if page.superview == nil { addSubview(page) }
    grid.columns = Array(repeating: .flexible(), count: bounds.width > bounds.height ? 3 : 2)
    page.frame = bounds
  }
}

func makeRoomList(_ rooms: [(name: String, degrees: Double)], open: @escaping (Int) -> Void) -> View {
  let list = ListView(numberOfRows: rooms.count) { row in
    StackView(spacing: 16, alignment: .firstBaseline) {
      Label(rooms[row].name)
      Spacer()
      Label("\(rooms[row].degrees) °C", style: .headline)
    }
  }
  list.rowHeight = 56
  list.didSelectRow = open
  return list
}
