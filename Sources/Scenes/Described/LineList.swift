import PanelViews

/// A list with a row for each line of a value. It follows the value.
public final class LineList {
  let view: ListView
  /// The path of its scene file; empty on a face and in the panel's scene.
  public internal(set) var file = ""
  public var name: String? { view.name }
  /// Called with each new row.
  public var onNewRow: ((LineRow) -> Void)?
  /// The visible rows, in order.
  public var rows: [LineRow] { view.indexesForVisibleRows.compactMap { view.view(forRowAt: $0) as? LineRow } }
  public private(set) var lines: [String] = []
  private let makeRow: (String) -> LineRow
  private var observer: ChangeObserver?

  /// - Parameter makeRow: creates the row of a line.
  init(
    _ list: SceneDescription.List, name: String?, opacity: Double, layer: Layer, margins: Insets, of values: Values,
    makeRow: @escaping (String) -> LineRow
  ) {
    view = ListView(name: name, layer: layer)
    self.makeRow = makeRow
    view.allowsSelection = false
    view.layoutMargins = margins
    if !list.hasSeparators { view.separatorColor = .clear }
    if let height = list.row.first?.height { view.rowHeight = height }
    view.viewForRow = { [unowned self] in $0 < lines.count ? newRow(of: lines[$0]) : View() }
    let update = { [unowned self, unowned values] in
      let text = values.reading(list.valueName)?.raw ?? ""
      let new = text.split(separator: "\n").map(String.init)
      view.alpha = values.reading(list.valueName)?.isStale == true ? opacity / 2 : opacity
      lines = new
      view.apply(new)
    }
    update()
    observer = values.observe([list.valueName], update)
  }

  private func newRow(of line: String) -> LineRow {
    let row = makeRow(line)
    for button in row.buttons { button.file = file }
    for control in row.controls { control.file = file }
    onNewRow?(row)
    return row
  }

  /// Returns the row of a line, which need not be visible; `nil` if the value has no such line.
  public func row(of line: String) -> LineRow? {
    rows.first { $0.line == line } ?? (lines.contains(line) ? newRow(of: line) : nil)
  }
}

/// A row, which retains the observers of its views. It is read as its content.
public final class LineRow: View {
  public let line: String
  public let buttons: [ActionButton]
  public let controls: [ValueControl]
  private let observers: [ChangeObserver]
  private let content: View

  init(_ content: View, of line: String, _ builder: NodeBuilder) {
    (self.content, self.line, observers) = (content, line, builder.observers)
    (buttons, controls) = (builder.buttons, builder.controls)
    super.init()
    for button in buttons { button.line = line }
    for control in controls { control.line = line }
    addSubview(content)
  }

  public override var accessibilityDefaults: AccessibilityDefaults {
    .init(isElement: false, label: content.accessibilityLabel ?? content.accessibilityDefaults.label)
  }

  public override func layoutSubviews() { content.frame = bounds }
}
