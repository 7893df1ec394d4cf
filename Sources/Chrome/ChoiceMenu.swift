import PanelViews
import Scenes

/// A menu with the options of a choice, above the bar.
final class ChoiceMenu: Sheet {
  private let choice: BarItem
  private let rows: [ChoiceRow]
  private let list = ScrollView(axis: .vertical, name: "sheet")
  private weak var item: View?

  private static let (rowHeight, minimumRowHeight, padding, margin) = (56.0, 44.0, 8.0, 8.0)

  /// - Parameters:
  ///   - choice: a segmented control.
  ///   - item: the item of the bar above which the menu appears.
  ///   - theme: of the bar.
  init(_ choice: BarItem, of item: View, theme: Theme) {
    (self.choice, self.item) = (choice, item)
    let segments = (choice.control as? SegmentedControl)?.segments ?? []
    rows = zip(segments, choice.details).map { ChoiceRow($0, detail: $1) }
    super.init(name: choice.name, theme: theme, style: .popover, contentView: list)
    for (index, row) in rows.enumerated() {
      row.addAction(for: .primaryActionTriggered) { [unowned self] _ in choose(index) }
      list.addSubview(row)
    }
    showSelection()
  }

  func showSelection() {
    for (index, row) in rows.enumerated() { row.isSelected = index == choice.selectedIndex }
  }

  private func choose(_ index: Int) {
    dismiss()
    choice.selectedIndex = index
  }

  private func row(under touch: Touch) -> Int? {
    guard isUserInteractionEnabled, touch.location(in: list).map(list.bounds.contains) == true else { return nil }
    return rows.firstIndex { row in touch.location(in: row).map(row.bounds.contains) == true }
  }

  /// Highlights the row under a touch, or none with `nil`.
  func highlightRow(under touch: Touch?) {
    let highlighted = touch.flatMap(row(under:))
    for (index, row) in rows.enumerated() { row.isUnderFinger = index == highlighted }
  }

  /// Chooses the row under a touch that ended. Otherwise, the menu stays open.
  func choose(at touch: Touch) {
    highlightRow(under: nil)
    if let index = row(under: touch) { choose(index) }
  }

  func focusSelection() { window?.focus(rows[choice.selectedIndex]) }

  override var preferredFocusedControl: Control? { rows[choice.selectedIndex] }

  override func layoutSubviews() {
    super.layoutSubviews()
    guard let item, let row = item.superview, let origin = item.convert(Point.zero, to: self),
      let barOrigin = row.convert(Point.zero, to: self)
    else { return }
    let (padding, margin) = (Self.padding, Self.margin)
    let count = Double(rows.count)
    // Above the bar, or closer to it if the rows would otherwise be too small for a finger, or else over it if only few
    // rows would be visible.
    let area = safeFrame
    func rowHeight(above bottom: Double) -> Double { max((bottom - area.minY - margin - 2 * padding) / count, 1) }
    let bottoms = [
      (y: barOrigin.y - margin, rowHeight: Self.rowHeight),
      (y: barOrigin.y - 2, rowHeight: Self.minimumRowHeight),
    ]
    let showsEnough = rowHeight(above: bottoms[1].y) * count >= 3.5 * Self.minimumRowHeight
    let bottom =
      bottoms.first { rowHeight(above: $0.y) >= $0.rowHeight }?.y ?? (showsEnough ? bottoms[1].y : area.maxY - margin)
    let height = max(min(Self.rowHeight, rowHeight(above: bottom)), Self.minimumRowHeight)
    let visibleHeight = min(count * height + 2 * padding, max(bottom - area.minY - margin, 1))
    let widest = (rows.map(\.contentWidth).max() ?? 0) + 2 * padding
    let width = min(max(widest, item.bounds.width), max(bounds.width - 2 * margin, 1))
    let x = max(min(origin.x, bounds.width - margin - width), margin)
    contentView.layer.cornerRadius = 16
    contentView.frame = Rect(x, bottom - visibleHeight, width, visibleHeight)
    for (index, row) in rows.enumerated() {
      row.frame = Rect(padding, padding + Double(index) * height, width - 2 * padding, height)
    }
    let contentSize = Size(width, count * height + 2 * padding)
    guard contentSize != list.contentSize else { return }
    list.contentSize = contentSize
    list.scrollRectToVisible(rows[choice.selectedIndex].frame, animated: false)
  }
}

/// An option of the menu: its title and its detail.
private final class ChoiceRow: Control {
  private let title = Label(name: "title", size: 16, weight: 600)
  private let detail = Label(name: "detail", size: 15, \.secondaryText, alignment: .trailing)
  /// True if a touch that began elsewhere would choose this row.
  var isUnderFinger = false { didSet { if isUnderFinger != oldValue { setNeedsDisplay() } } }

  private static let (padding, gap) = (20.0, 28.0)

  init(_ segment: Segment, detail text: String) {
    super.init(name: segment.name)
    accessibilityLabel = segment.title
    (title.text, detail.text) = (segment.title, text)
    for label in [title, detail] { addSubview(label) }
  }

  /// In points.
  var contentWidth: Double {
    let gap = detail.text.isEmpty ? 0 : Self.gap + detail.sizeThatFits(.zero).width
    return title.sizeThatFits(.zero).width + gap + 2 * Self.padding
  }

  override var accessibilityDefaults: AccessibilityDefaults {
    super.accessibilityDefaults.adding(.button, value: detail.text)
  }

  override func stateDidChange() {
    super.stateDidChange()
    title.colorRole = isSelected ? \.selectedText : \.text
    detail.colorRole = isSelected ? \.selectedText : \.secondaryText
    detail.alpha = isSelected ? 0.78 : 1
  }

  override func layoutSubviews() {
    let inner = bounds.insetBy(min(Self.padding, bounds.width / 12), 0)
    let width = min(title.sizeThatFits(.zero).width, inner.width)
    title.frame = Rect(inner.minX, 0, width, inner.height)
    let detailWidth = inner.width - width - 12
    detail.isHidden = detailWidth <= 40
    detail.frame = Rect(inner.maxX - detailWidth, 0, max(detailWidth, 1), inner.height)
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    var look = look.option(cornerRadius: 10)
    if isUnderFinger { look.background = look.highlightOverlay }
    canvas.draw(look, of: self, in: bounds)
  }
}
