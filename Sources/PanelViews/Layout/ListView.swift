import PanelLayers

/// Shows rows in a column that scrolls, as UIKit's `UITableView` with one section. Rows exist only while they are
/// visible, in a scroll view around the list while they are near its visible part.
///
/// ```swift
/// let list = ListView(numberOfRows: rooms.count) { row in
///   StackView(spacing: 8) {
///     Label(rooms[row].name)
///     Switch()
///   }
/// }
/// list.didSelectRow = { row in show(rooms[row]) }
/// ```
///
/// For rows that change while people use them, call `apply` with an identifier for each row.
///
/// For several sections, put a list for each into a stack in a scroll view: each is then as high as its rows.
open class ListView: ScrollView {
  /// Setting it reloads the list.
  public var numberOfRows: Int {
    get { rowCount }
    set {
      (rowCount, identities) = (newValue, [])
      reloadData()
    }
  }
  /// Returns a new view for a row, which the list sizes. A touch on it selects the row, except on the controls in it.
  public var viewForRow: (Int) -> View { didSet { reloadData() } }
  public var rowHeight = Control.minimumHeight { didSet { if rowHeight != oldValue { setNeedsLayout() } } }
  /// Scrolls with the rows, above the first one.
  public var headerView: View? {
    didSet {
      guard headerView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let headerView { insertSubview(headerView, at: 0) }
      setNeedsLayout()
    }
  }
  /// `nil` for the look's track color.
  public var separatorColor: Color? { didSet { reloadData() } }
  /// The distance from the leading side of a row to its separator; `nil` for that of `layoutMargins`.
  public var separatorInset: Double? { didSet { if separatorInset != oldValue { setNeedsLayout() } } }
  /// False if rows react neither to touches nor to keys; controls in them do.
  public var allowsSelection = true { didSet { if allowsSelection != oldValue { reloadData() } } }
  /// Returns false for a row that can't be selected, as `tableView(_:shouldHighlightRowAt:)` in UIKit. Called when the
  /// row appears.
  public var shouldSelectRow: (Int) -> Bool = { _ in true } { didSet { reloadData() } }
  /// Called after a tap or a key selected a row.
  public var didSelectRow: ((Int) -> Void)?
  /// The row with the look of a selection; `nil` for none. Setting it doesn't call `didSelectRow`.
  public var selectedRow: Int? { didSet { for row in rows { row.isSelected = row.index == selectedRow } } }

  /// The time for which a row that moved ignores touches, in seconds: a finger on its way to a row, also for the second tap of a
  /// double tap, doesn't press another one.
  static let settlingTime = 0.5

  private var rowCount: Int
  /// The rows' identities, if they were given to `apply`.
  private var identities: [RowIdentity] = []
  /// The existing rows, ascending.
  private var rows: [ListRow] = []
  /// True if rows moved since the last layout, so that new ones may be in their places.
  private var hasMovedRows = false

  open override var arrangesSubviews: Bool { true }

  /// Creates a list. Each row has its `layoutMargins`, which are 16 points at both sides by default.
  ///
  /// - Parameters:
  ///   - frame: in the superview, in points.
  ///   - numberOfRows: 0 for an empty list.
  ///   - name: the view's name in `path`.
  ///   - layer: a layer of another class, such as a gradient layer.
  ///   - viewForRow: returns a new view for a row.
  public init(
    frame: Rect = .zero, numberOfRows: Int = 0, name: String? = nil, layer: Layer? = nil,
    viewForRow: @escaping (Int) -> View = { _ in View() }
  ) {
    (rowCount, self.viewForRow) = (numberOfRows, viewForRow)
    super.init(frame: frame, name: name, layer: layer)
    layoutMargins = Insets(horizontal: 16)
  }

  /// Replaces the views of all rows, and discards the selection. Call it after the content changed.
  ///
  /// A drag and the focus continue in the row at the same index.
  public func reloadData() {
    update { $0 < numberOfRows ? (index: $0, isOutdated: true) : nil }
    selectedRow = nil
  }

  /// Replaces the view of a row, if it is visible.
  public func reloadRow(at index: Int) {
    rows.first { $0.index == index }?.isOutdated = true
    setNeedsLayout()
  }

  /// Shows rows with these identifiers, as `UITableViewDiffableDataSource` does for a snapshot.
  ///
  /// A row whose identifier remains keeps its view and its selection. One with another identifier at the same place gets
  /// a new view, but a drag, the focus and the speech stay with it; while it is pressed, it keeps its view. Equal
  /// identifiers are distinguished by their order. A row that moves ignores touches for half a second.
  public func apply(_ identifiers: some Sequence<some Hashable>) {
    let (old, new) = (identities, RowIdentity.identities(of: identifiers))
    guard new != old || rowCount != new.count else { return }
    var newIndexes: [Int: Int] = [:]
    for (index, oldIndex) in RowIdentity.continuedRows(from: old, to: new).enumerated() {
      if let oldIndex { newIndexes[oldIndex] = index }
    }
    (rowCount, identities) = (new.count, new)
    hasMovedRows = hasMovedRows || newIndexes.contains { $0 != $1 }
    update { oldIndex in newIndexes[oldIndex].map { (index: $0, isOutdated: old[oldIndex] != new[$0]) } }
    selectedRow = selectedRow.flatMap { oldIndex in
      newIndexes[oldIndex].flatMap { old[oldIndex] == new[$0] ? $0 : nil }
    }
  }

  /// Updates the existing rows.
  ///
  /// - Parameter newRow: returns the new index for an old one, and whether the row needs a new view; `nil` to remove it.
  private func update(_ newRow: (Int) -> (index: Int, isOutdated: Bool)?) {
    let old = rows
    rows = old.filter { row in
      guard let (index, isOutdated) = newRow(row.index) else { return false }
      if index != row.index { row.ignoreTouches(forSeconds: Self.settlingTime) }
      (row.index, row.isOutdated) = (index, row.isOutdated || isOutdated)
      row.setNeedsLayout()
      return true
    }.sorted { $0.index < $1.index }
    for row in old where !rows.contains(where: { $0 === row }) { removeSubview(row) }
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }

  /// Removes a row that isn't in `rows` any more. Its touches stay with the list, so that a drag continues.
  private func removeSubview(_ row: ListRow) {
    window?.handOverTouches(on: row, to: self)
    row.removeFromSuperview()
  }

  /// Returns the view of a row; `nil` unless the row is visible.
  public func view(forRowAt index: Int) -> View? { rows.first { $0.index == index }?.content }

  /// The indexes of the visible rows, in order.
  public var indexesForVisibleRows: [Int] { Array(visibleRange) }

  /// The indexes of the rows that exist, in order. Besides the visible ones, that is the focused row, and some rows of a list
  /// in a scroll view.
  public var indexesForLoadedRows: [Int] { rows.map(\.index) }

  /// Scrolls by the shortest distance that shows a row.
  public func scrollToRow(at index: Int, animated: Bool) {
    layoutIfNeeded()
    scrollRectToVisible(frame(ofRowAt: index), animated: animated)
  }

  // MARK: Layout

  /// Returns the size of the header and all rows; the height is at most the available one.
  open override func sizeThatFits(_ size: Size) -> Size {
    let width = size.width > 0 && size.width.isFinite ? size.width : bounds.width
    let height = headerHeight(width) + Double(numberOfRows) * rowLength + contentInset.total.height
    return limitedToMaximumLength(Size(width, size.height > 0 ? min(height, size.height) : height))
  }

  open override func layoutSubviews() {
    let width = bounds.inset(by: contentInset).width
    let header = headerHeight(width)
    headerView?.place(in: Rect(0, 0, width, header))
    contentSize = Size(width, header + Double(max(numberOfRows, 0)) * rowLength)
    super.layoutSubviews()
    for scrollView in scrollViews { scrollView.addInnerList(self) }
    updateRows()
  }

  open override func didScroll() { updateRows() }

  private var rowLength: Double { max(rowHeight.rounded(), 1) }

  private func headerHeight(_ width: Double) -> Double { headerView?.sizeThatFits(Size(width, 0)).height ?? 0 }

  private func frame(ofRowAt index: Int) -> Rect {
    let header = contentSize.height - Double(max(numberOfRows, 0)) * rowLength
    return Rect(0, header + Double(index) * rowLength, contentSize.width, rowLength)
  }

  private var visibleRange: Range<Int> {
    let start = frame(ofRowAt: 0).minY
    func rowIndex(at y: Double, rounded rule: FloatingPointRoundingRule) -> Int {
      min(max(Int(clamping: ((y - start) / rowLength).rounded(rule)), 0), max(numberOfRows, 0))
    }
    guard bounds.height > 0 else { return 0..<0 }
    let (top, bottom) = nearPart
    let first = rowIndex(at: top, rounded: .down)
    return first..<max(rowIndex(at: bottom, rounded: .up), first)
  }

  /// The top and the bottom of the visible part of the bounds. In scroll views around the list, as much again above and below
  /// belongs to it, because the focus and the speech go there next.
  private var nearPart: (top: Double, bottom: Double) {
    scrollViews.reduce((bounds.minY, bounds.maxY)) { part, scrollView in
      guard let frame = scrollView.convert(scrollView.bounds, to: self) else { return part }
      return (max(part.0, frame.minY - frame.height), min(part.1, frame.maxY + frame.height))
    }
  }

  /// Removes the rows that left the view, except the focused one, adds those that entered it, and replaces outdated
  /// views.
  private func updateRows() {
    let visible = visibleRange
    // In place, because each frame of a scroll comes here.
    for position in rows.indices.reversed() where !isNeeded(rows[position], in: visible) {
      removeSubview(rows.remove(at: position))
    }
    for row in rows {
      row.place(in: frame(ofRowAt: row.index))
      if row.isOutdated { replaceContent(of: row) }
    }
    for index in visible { row(at: index) }
    for index in [0, numberOfRows - 1] where isEntrance(index) { row(at: index) }
    hasMovedRows = false
  }

  /// True for the first and the last row of a list in a scroll view: the focus and the speech enter the list there.
  private func isEntrance(_ index: Int) -> Bool {
    (index == 0 || index == numberOfRows - 1) && numberOfRows > 0 && bounds.height > 0
      && scrollViews.contains { _ in true }
  }

  private func isNeeded(_ row: ListRow, in visible: Range<Int>) -> Bool {
    visible.contains(row.index) || isEntrance(row.index) || window?.focusedControl?.isDescendant(of: row) == true
  }

  /// A press acts on what was pressed, so a pressed row keeps its view until it is released.
  private func replaceContent(of row: ListRow) {
    guard window?.isPressed(row) != true else {
      window?.afterRelease { [weak self] in self?.setNeedsLayout() }
      return
    }
    row.content = viewForRow(row.index)
    row.isSelected = row.index == selectedRow
  }

  /// Returns a row, which is created if it doesn't exist.
  @discardableResult private func row(at index: Int) -> ListRow {
    let position = rows.firstIndex { $0.index >= index } ?? rows.count
    if position < rows.count, rows[position].index == index { return rows[position] }
    let row = ListRow(viewForRow(index), at: index, of: self)
    row.isSelected = index == selectedRow
    row.place(in: frame(ofRowAt: index))
    rows.insert(row, at: position)
    addSubview(row)
    if hasMovedRows { row.ignoreTouches(forSeconds: Self.settlingTime) }
    return row
  }

  // MARK: For rows

  /// Called after a tap or a key on a row.
  func didChoose(_ index: Int) {
    selectedRow = index
    didSelectRow?(index)
  }

  /// Moves the focus to the next row that can be selected, which scrolls into view.
  override func moveFocus(from control: Control, _ arrow: Key) -> Bool {
    guard let row = control as? ListRow, arrow == .up || arrow == .down else { return false }
    let step = arrow == .up ? -1 : 1
    let rest = stride(from: row.index + step, through: step > 0 ? numberOfRows - 1 : 0, by: step)
    guard let index = rest.first(where: shouldSelectRow) else { return false }
    window?.focus(self.row(at: index))
    return true
  }
}
