import PanelViews

/// Creates the list of a value's lines, and updates it whenever the value changes.
final class LineList {
  let view: ListView
  private var lines: [String] = []
  private var observer: ChangeObserver?

  /// - Parameter row: creates the view of a line.
  init(
    _ list: SceneDescription.List, name: String?, layer: Layer, margins: Insets, of values: Values,
    row: @escaping (String) -> View
  ) {
    view = ListView(name: name, layer: layer)
    view.allowsSelection = false
    view.layoutMargins = margins
    if !list.hasSeparators { view.separatorColor = .clear }
    if let height = list.row.first?.height { view.rowHeight = height }
    view.viewForRow = { [unowned self] in $0 < lines.count ? row(lines[$0]) : View() }
    let update = { [unowned self, unowned values] in
      let text = values.reading(list.valueName)?.raw ?? ""
      let new = text.split(separator: "\n").map(String.init)
      view.alpha = values.reading(list.valueName)?.isStale == true ? 0.5 : 1
      guard new != lines else { return }
      lines = new
      view.numberOfRows = new.count
    }
    update()
    observer = values.observe([list.valueName], update)
  }
}

/// A row, which retains the observers of its views.
final class LineRow: View {
  private let observers: [ChangeObserver]
  private let content: View

  init(_ content: View, _ observers: [ChangeObserver]) {
    (self.content, self.observers) = (content, observers)
    super.init()
    accessibilityLabel = (content as? Label)?.text
    addSubview(content)
  }

  override func layoutSubviews() { content.frame = bounds }
}
