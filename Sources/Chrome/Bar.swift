import Explanation
import Localization
import PanelGeometry
import PanelRaster
import PanelText
import PanelViews
import Scenes

/// The bar at the bottom: the scene's controls, then the buttons for explanations and for the list of scenes.
final class Bar: View {
  let explain = BarButton(name: "explain", heading: LocalizedText.explain.text, icon: .panes)
  let details = BarButton(name: "inspector", heading: LocalizedText.details.text, icon: .crosshairs)
  let scenes = BarButton(name: "scenes", heading: LocalizedText.scenes.text, icon: .squares)
  private(set) var items: [BarItem] = []
  private let theme: Theme
  private let hint: BarHint
  private let fixedButtons: [BarButton]
  /// Describes the last touch. Always a subview of the bar, even if it is displayed above it. It receives no touches.
  let status = Label(name: "status")
  private var fixed: [BarItem] { fixedButtons.filter { !$0.isHidden } }

  var permissions = Stage.Permissions.all { didSet { updateFixedButtons() } }
  var showsExplainButton = false { didSet { if showsExplainButton != oldValue { updateFixedButtons() } } }

  var present: ((Sheet) -> Void)? { didSet { for item in items { item.present = present } } }

  init(theme: Theme) {
    self.theme = theme
    hint = BarHint(theme: theme)
    fixedButtons = [explain, details, scenes]
    super.init(name: "bar")
    accessibilityLabel = LocalizedText.bar.text
    for item in fixedButtons {
      item.theme = theme
      addSubview(item)
    }
    addSubview(hint)
    addSubview(status)
    (status.color, status.alignment, status.numberOfLines) = (theme.text, .leading, 2)
    status.isUserInteractionEnabled = false
    updateFixedButtons()
  }

  private func updateFixedButtons() {
    explain.isHidden = !showsExplainButton || !permissions.contains(.inspector)
    details.isHidden = !permissions.contains(.inspector)
    scenes.isHidden = !permissions.contains(.scenes)
    setNeedsLayout()
    superview?.setNeedsLayout()
  }

  func setControls(_ controls: [SceneControl]) {
    for item in items { item.removeFromSuperview() }
    items = controls.map { $0.makeBarItem() }
    // Before the fixed buttons, also in focus order.
    for (index, item) in items.enumerated() {
      item.theme = theme
      item.present = present
      insertSubview(item, at: index)
    }
    showHint()
    setNeedsLayout()
  }

  func fade(_ faded: [BarItem] = []) {
    for item in items + fixedButtons { item.isFaded = faded.contains { $0 === item } }
  }

  /// A hint that points at the scene's first control. It hides the other controls and the status line.
  var hintText: String? { didSet { if hintText != oldValue { showHint() } } }

  private func showHint() {
    hint.text = hintText ?? ""
    for item in items.dropFirst() { item.isHidden = hintText != nil }
    status.isHidden = hintText != nil
    placeHint()
  }

  func showStatus(_ text: StatusText) {
    status.attributedText = text.phrase.attributed(text.isSuccess ? theme.success : theme.accent, weight: 600)
  }

  private var layout = BarLayout()
  private var reservesStatus = false

  /// All lengths are in units.
  func layout(width: Double, on size: Size) -> BarLayout {
    // Several rows may take a third of the panel's height. A low panel has no room for them.
    let height = size.height < 560 ? 0 : size.height * 0.34
    return BarLayout(items, fixed: fixed, width: width, height: height, isTall: size.height > 1.2 * size.width)
  }

  /// The minimum width of the status line if a control could use it, in units.
  private static let statusWidth = 300.0

  /// - Parameter reservingStatus: true if the status line is displayed in the bar.
  func apply(_ layout: BarLayout, reservingStatus: Bool) {
    (self.layout, reservesStatus) = (layout, reservingStatus)
    setNeedsLayout()
    placeItems()
  }

  override func layoutSubviews() { placeItems() }

  private func placeItems() {
    let unit = unit
    status.font = Font(size: 15 * unit)
    var y = BarLayout.margin * unit
    for row in layout.rows {
      place(row, y: y, unit: unit)
      y += (BarItem.height + BarLayout.margin) * unit
    }
    placeHint()
  }

  private func place(_ row: BarLayout.Row, y: Double, unit: Double) {
    let spacing = layout.spacing
    let fixed = row.places.filter { place in fixedButtons.contains { $0 === place.item } }
    let others = row.places.dropLast(fixed.count)
    let inner = max(bounds.width - 2 * spacing.inset * unit, 1)
    let fixedWidth =
      fixed.reduce(0) { $0 + ($1.width + spacing.fixedGap) * unit } - (fixed.isEmpty ? 0 : spacing.fixedGap * unit)
    let gaps = Double(others.count - 1 + (fixed.isEmpty ? 0 : 1)) * spacing.gap * unit
    let needed = others.reduce(0) { $0 + $1.width * unit }
    let spare = max(0, inner - fixedWidth - max(gaps, 0) - needed)
    let shares = others.map { share(of: $0, among: Array(others), spare: spare, unit: unit) }
    var x = spacing.inset * unit
    for (place, share) in zip(others, shares) {
      x += lay(place, x: x, y: y, width: min(place.width * unit + share, inner), unit: unit) + spacing.gap * unit
    }
    x = max(fixed.count == row.places.count ? 0 : x, bounds.width - spacing.inset * unit - fixedWidth)
    for place in fixed {
      x += lay(place, x: x, y: y, width: place.width * unit, unit: unit) + spacing.fixedGap * unit
    }
  }

  /// Returns an item's share of a row's spare width. The rest separates the controls from the fixed buttons.
  private func share(of place: BarLayout.Place, among places: [BarLayout.Place], spare: Double, unit: Double) -> Double
  {
    if layout.fillsRows, places.count == 1, place.item is ChoiceItem { return spare }
    let spare = max(0, spare - (reservesStatus ? Self.statusWidth * unit : 0))
    guard place.item.stretches else { return 0 }
    // A slider longer than an arm's reach is impractical.
    return min(spare / Double(places.filter(\.item.stretches).count), 420 * unit)
  }

  private func lay(_ place: BarLayout.Place, x: Double, y: Double, width: Double, unit: Double) -> Double {
    place.item.form = place.form
    place.item.frame = Rect(x, y, width, BarItem.height * unit)
    return width
  }

  /// Places the hint to the right of the first control, or beneath it if there is no room.
  private func placeHint() {
    guard hintText != nil, let first = items.first?.frame else {
      hint.isHidden = true
      return
    }
    let (gap, height) = (min(layout.spacing.gap, 16) * unit, BarItem.controlHeight * unit)
    func room(from x: Double, in y: ClosedRange<Double>) -> Double {
      let limits = fixed.map(\.frame).filter { y.overlaps($0.minY...$0.maxY) }.map(\.minX)
      return (limits.min() ?? bounds.width) - gap - x
    }
    let (needed, least) = (hint.contentWidth * unit, hint.leastWidth * unit)
    let (beside, beneath) = (first.maxX + gap, first.minX + gap / 2)
    let below = first.maxY + BarLayout.margin * unit
    let free = room(from: beside, in: first.minY...first.maxY)
    if free >= least {
      hint.pointsUp = false
      hint.frame = Rect(beside, first.maxY - height, min(free, needed), height)
    } else if below + height <= bounds.height, room(from: beneath, in: below...bounds.height) >= needed {
      hint.pointsUp = true
      hint.frame = Rect(beneath, below, needed, height)
    } else {
      hint.isHidden = true
      return
    }
    hint.isHidden = false
  }

  /// The free part of the first row, in the bar's points, for the status line.
  var freeFrame: Rect {
    let start = items.map { $0.frame.maxX }.max() ?? 0
    let end = fixed.first?.frame.minX ?? bounds.width
    let gap = 20 * unit
    return Rect(
      start + gap, (BarLayout.margin + BarItem.headingHeight) * unit, max(end - start - 2 * gap, 1),
      BarItem.controlHeight * unit)
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    canvas.fill(bounds, radius: 16 * unit, color: theme.bar)
    canvas.stroke(bounds, radius: 16 * unit, width: unit, color: theme.hairline)
  }
}
