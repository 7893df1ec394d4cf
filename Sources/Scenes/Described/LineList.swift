import Localization
import PanelViews

/// A list with a row for each line of a value. It follows the value.
public final class LineList {
  let view: ListView
  /// The number of the cube face that has the list; `nil` in a scene file.
  public internal(set) var face: Int?
  /// The path of its scene file; empty on a face and in the panel's scene.
  public internal(set) var file = ""
  public var name: String? { view.name }
  /// Called with each new row.
  public var onNewRow: ((LineRow) -> Void)?
  /// The existing rows, in order: the visible ones, and a few others.
  public var rows: [LineRow] { view.indexesForLoadedRows.compactMap { view.view(forRowAt: $0) as? LineRow } }
  public private(set) var lines: [String] = []
  /// The lines that the filter lets through.
  private var shownLines: [String] = []
  /// The words that a line must contain to be shown, whatever their order, case and accents; empty to show all lines.
  var filter = "" {
    didSet {
      guard filter != oldValue else { return }
      update()
      // The first hits are at the top.
      view.contentOffset = Point(-view.contentInset.leading, -view.contentInset.top)
    }
  }
  public let valueName: String
  private var update = {}
  /// The description of each row.
  public let row: SceneDescription.Node?
  private let makeRow: (_ line: String, _ occurrence: Int, _ margins: Insets) -> LineRow
  private let rowMargins: Insets
  private var observer: ChangeObserver?

  /// - Parameters:
  ///   - makeRow: creates the row of a line. The occurrence is the number of equal lines before it.
  ///   - makeEmptyText: creates the view that is shown if there are no lines.
  init(
    _ list: SceneDescription.List, name: String?, opacity: Double, layer: Layer, margins: Insets, of values: Values,
    makeRow: @escaping (_ line: String, _ occurrence: Int, _ margins: Insets) -> LineRow,
    makeEmptyText: @escaping (LiveText) -> View
  ) {
    view = ListView(name: name, layer: layer)
    (self.makeRow, rowMargins, row, valueName) = (makeRow, margins, list.row.first, list.valueName)
    view.allowsSelection = false
    // A row that is a button includes the margins.
    let isPressable = row?.rowButton != nil
    view.layoutMargins = isPressable ? .zero : margins
    view.separatorInset = margins.leading
    if !list.hasSeparators { view.separatorColor = .clear }
    view.rowHeight = list.row.first?.height ?? (isPressable ? Window.minimumTarget.points : Control.minimumHeight)
    view.viewForRow = { [unowned self] index in
      if index < shownLines.count { return newRow(at: index, of: shownLines) }
      let foundNothing = filter.isEmpty ? nil : LiveText(LocalizedText.nothingFound.text)
      guard let emptyText = foundNothing ?? list.emptyText else { return View() }
      let label = makeEmptyText(emptyText)
      guard isPressable else { return label }
      let stack = StackView(axis: .vertical, margins: margins)
      stack.addArrangedSubview(label)
      return stack
    }
    update = { [unowned self, unowned values] in
      let reading = values.reading(list.valueName)
      view.alpha = reading?.isStale == true ? opacity / 2 : opacity
      lines = (reading?.raw ?? "").split(separator: "\n").map(String.init)
      let words = filter.searchWords
      shownLines = words.isEmpty ? lines : lines.filter { line in words.allSatisfy(line.searchKey.contains) }
      let hasText = list.emptyText != nil || !words.isEmpty
      let showsEmptyText = shownLines.isEmpty && hasText && values.isKnown(list.valueName)
      view.apply(showsEmptyText ? [String?.none] : shownLines.map(Optional.some))
    }
    update()
    observer = values.observe([list.valueName]) { [unowned self] in update() }
  }

  private func newRow(at index: Int, of lines: [String]) -> LineRow {
    let line = lines[index]
    let row = makeRow(line, lines[..<index].count { $0 == line }, rowMargins)
    for button in row.buttons { button.file = file }
    for control in row.controls { control.file = file }
    onNewRow?(row)
    return row
  }

  /// Returns the row of a line, which need not exist; `nil` if the value has no such line.
  public func row(of line: String) -> LineRow? {
    rows.first { $0.line == line } ?? lines.firstIndex(of: line).map { newRow(at: $0, of: lines) }
  }
}

extension Values {
  /// Returns whether a list knows that a value has no lines. That of a program which hasn't answered isn't known.
  fileprivate func isKnown(_ name: String) -> Bool {
    switch definitions[name]?.source {
    case .set, .file: true
    default: reading(name) != nil
    }
  }
}

/// A row, which retains the observers of its views. It is read as its content.
public final class LineRow: View {
  public let line: String
  public let buttons: [ActionButton]
  public let controls: [ValueControl]
  private let observers: [ChangeObserver]
  private let content: View

  init(_ content: View, of line: RowLine, _ occurrence: Int, _ builder: NodeBuilder) {
    (self.content, self.line, observers) = (content, line.text, builder.observers)
    (buttons, controls) = (builder.buttons, builder.controls)
    super.init()
    for button in buttons { (button.line, button.lineOccurrence) = (line, occurrence) }
    for control in controls { (control.line, control.lineOccurrence) = (line, occurrence) }
    addSubview(content)
  }

  public override var accessibilityDefaults: AccessibilityDefaults {
    // The button is the element.
    guard !(content is RowButton) else { return .init(isElement: false) }
    return .init(isElement: false, label: content.accessibilityLabel ?? content.accessibilityDefaults.label)
  }

  public override func layoutSubviews() { content.frame = bounds }
}
