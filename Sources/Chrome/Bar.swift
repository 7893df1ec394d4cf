import Localization
import PanelViews
import Scenes

/// The bar at the bottom: the scene's controls, then the buttons for explanations and for the list of scenes.
///
/// If it has too little room, its items are in a row that scrolls.
final class Bar: ScrollView {
  let explainButton = BarButton(name: "explain", heading: LocalizedText.explain.text, icon: .panes)
  let scenesButton = BarButton(name: "scenes", heading: LocalizedText.scenes.text, icon: .squares)
  let settingsButton = BarButton(name: "settings", heading: LocalizedText.visitorSettings.text, icon: .person)
  private(set) var items: [BarItem] = []
  private let theme: Theme
  private let hint = BarHint()
  private let fixedButtons: [BarButton]
  /// The status line, which describes the last touch. It is a subview of the bar even if it is displayed above it, unless
  /// the bar scrolls.
  let status = Label(name: "status", size: 15, lines: 2)
  private var visibleFixedButtons: [BarItem] { fixedButtons.filter { !$0.isHidden } }

  /// The swipe upward that opens the scene picker.
  weak var swipe: GestureRecognizer? {
    didSet { if let swipe { addGestureRecognizer(swipe) } }
  }

  /// Presents the menu of a choice.
  var present: ((Sheet) -> Void)?

  init(theme: Theme) {
    self.theme = theme
    fixedButtons = [explainButton, settingsButton, scenesButton]
    super.init(axis: .horizontal, name: "bar")
    controlLook = theme.look()
    layer.masksToBounds = false
    accessibilityLabel = LocalizedText.bar.text
    for view in fixedButtons + [hint, status] { addSubview(view) }
    // The status line may be outside of the bar.
    status.color = theme.text
  }

  func setControls(_ controls: [SceneControl]) {
    for item in items { item.removeFromSuperview() }
    items = controls.map { control in
      switch control {
      case .button(let name, let heading, let title, let action):
        let button = BarButton(name: name, heading: heading, title: title)
        button.onPress = action
        return button
      case .choice(let choice):
        return ChoiceItem(choice) { [unowned self] item, button in
          let menu = ChoiceMenu(choice, of: item, theme: theme)
          present?(menu)
          return menu
        }
      case .number(let number): return SliderItem(number)
      }
    }
    // Before the fixed buttons, also in focus order.
    for (index, item) in items.enumerated() { insertSubview(item, at: index) }
    showHint()
    setNeedsLayout()
  }

  /// Fades the given items and shows all others at full opacity.
  func fade(_ faded: [BarItem] = []) {
    for item in items + fixedButtons { item.isFaded = faded.contains { $0 === item } }
  }

  /// A hint that points at the scene's first control. It hides the other controls and the status line.
  var hintText: String? { didSet { if hintText != oldValue { showHint() } } }

  private func showHint() {
    hint.label.text = hintText ?? ""
    for item in items.dropFirst() { item.isHidden = hintText != nil }
    status.isHidden = hintText != nil
    placeHint()
  }

  func showStatus(_ text: StatusText) {
    status.attributedText = text.phrase.attributed(text.isSuccess ? theme.success : theme.accent, weight: 600)
  }

  private var layout = BarLayout()
  private var reservesStatus = false

  /// Returns the layout for a width, on a panel of a size.
  func layout(width: Double, on size: Size) -> BarLayout {
    // Several rows may take a third of the panel's height, unless it is small.
    let height = size.height < 560 ? 0 : size.height * 0.34
    return BarLayout(
      items, fixed: visibleFixedButtons, width: width, height: height, maximumHeight: size.height * 0.6,
      isPortrait: size.height > 1.2 * size.width)
  }

  /// The spare width that sliders leave to a status line in the bar.
  private static let reservedStatusWidth = 300.0

  /// - Parameter reservingStatus: true if the status line is displayed in the bar.
  func apply(_ layout: BarLayout, reservingStatus: Bool) {
    (self.layout, reservesStatus) = (layout, reservingStatus)
    setNeedsLayout()
    placeItems()
  }

  /// Refuses other movements than upward ones to the swipe that opens the scene picker: it would take the touch from a
  /// button although the finger only drifts.
  override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    guard recognizer === swipe, let touch = recognizer.touches.first else {
      return super.gestureRecognizerShouldBegin(recognizer)
    }
    let movement = touch.location - touch.startLocation
    return movement.y < -abs(movement.x)
  }

  override func layoutSubviews() {
    placeItems()
    super.layoutSubviews()
  }

  private func placeItems() {
    for (index, row) in layout.rows.enumerated() { place(row, y: BarLayout.height(ofRows: index)) }
    let end = ((items + visibleFixedButtons).map(\.frame.maxX).max() ?? 0) + layout.spacing.inset
    contentSize = Size(max(end.rounded(.down), bounds.width), bounds.height)
    layer.masksToBounds = isScrollable
    layer.cornerRadius = 16
    placeHint()
  }

  /// Places the items of a row.
  private func place(_ row: [BarLayout.Item], y: Double) {
    let (spacing, width) = (layout.spacing, bounds.width)
    let fixed = row.filter { item in fixedButtons.contains { $0 === item.view } }
    let controls = Array(row.dropLast(fixed.count))
    let spareWidth = max(width - layout.neededWidth(of: row), 0)
    let maximumWidth = max(width - 2 * spacing.inset, 1)
    var x = spacing.inset
    for item in controls {
      let share = share(of: item, among: controls, spareWidth: spareWidth)
      x += place(item, x: x, y: y, width: min(item.width + share, maximumWidth)) + spacing.gap
    }
    x = max(controls.isEmpty ? 0 : x, width + spacing.inset - layout.neededWidth(of: fixed))
    for item in fixed { x += place(item, x: x, y: y, width: item.width) + spacing.fixedGap }
  }

  /// Returns an item's share of a row's spare width. The rest separates the controls from the fixed buttons.
  private func share(of item: BarLayout.Item, among items: [BarLayout.Item], spareWidth: Double) -> Double {
    if layout.fillsRows, items.count == 1, item.view is ChoiceItem { return spareWidth }
    let spareWidth = max(0, spareWidth - (reservesStatus ? Self.reservedStatusWidth : 0))
    guard item.view.usesSpareWidth else { return 0 }
    // A slider longer than an arm's reach is impractical.
    return min(spareWidth / Double(items.filter(\.view.usesSpareWidth).count), 420)
  }

  /// Places an item and returns its width.
  private func place(_ item: BarLayout.Item, x: Double, y: Double, width: Double) -> Double {
    item.view.form = item.form
    item.view.frame = Rect(x, y, width, BarItem.height)
    return width
  }

  /// True if the items have too little room. The bar is then clipped.
  var isScrollable: Bool { contentSize.width > bounds.width }

  /// Places the hint to the right of the first control, or beneath it if there is no room.
  private func placeHint() {
    guard hintText != nil, let first = items.first?.frame else {
      hint.isHidden = true
      return
    }
    let (gap, height) = (min(layout.spacing.gap, 16.0), BarItem.controlHeight)
    func freeWidth(from x: Double, in y: ClosedRange<Double>) -> Double {
      let limits = visibleFixedButtons.map(\.frame).filter { y.overlaps($0.minY...$0.maxY) }.map(\.minX)
      return (limits.min() ?? bounds.width) - gap - x
    }
    let (neededWidth, minimum) = (hint.contentWidth, hint.minimumWidth)
    let (rightX, belowX) = (first.maxX + gap, first.minX + gap / 2)
    let belowY = first.maxY + BarLayout.margin
    let free = freeWidth(from: rightX, in: first.minY...first.maxY)
    if free >= minimum {
      hint.pointsUp = false
      hint.frame = Rect(rightX, first.maxY - height, min(free, neededWidth), height)
    } else if belowY + height <= bounds.height, freeWidth(from: belowX, in: belowY...bounds.height) >= neededWidth {
      hint.pointsUp = true
      hint.frame = Rect(belowX, belowY, neededWidth, height)
    } else {
      hint.isHidden = true
      return
    }
    hint.isHidden = false
  }

  /// The free part of the first row, in the bar's points, for the status line.
  var freeFrame: Rect {
    let start = items.map { $0.frame.maxX }.max() ?? 0
    let end = visibleFixedButtons.first?.frame.minX ?? bounds.width
    let gap = 20.0
    return Rect(
      start + gap, BarLayout.margin + BarItem.headingHeight, max(end - start - 2 * gap, 1),
      BarItem.controlHeight)
  }

  override func accessibilityContainerText(entering element: View) -> String? { accessibilityLabel }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    canvas.fill(bounds, radius: 16, color: theme.bar)
    canvas.stroke(bounds, radius: 16, width: 1, color: theme.hairline)
  }
}
