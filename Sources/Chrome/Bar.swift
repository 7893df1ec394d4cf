import Localization
import PanelViews
import Scenes

/// The bar at the bottom: the scene's controls, then the buttons for explanations, settings and the list of scenes.
///
/// With little room, choices are menus. If that isn't enough, the scene's controls scroll.
final class Bar: View {
  private static let margin = 8.0
  static let height = BarItemView.height + 2 * margin
  /// The spare width that sliders leave to a status line in the bar.
  private static let reservedStatusWidth = 300.0
  /// A slider longer than an arm's reach is impractical.
  private static let maximumExtraWidth = 420.0

  let explainButton: BarItemView
  let settingsButton: BarItemView
  let scenesButton: BarItemView
  private(set) var items: [BarItemView] = []
  /// The status line, which describes the last touch. It is a subview of the bar even if it is displayed above it.
  let status = Label(name: "status", size: 15, lines: 2)
  /// The frame of a status line above the bar, in the bar's points; `nil` to show it in the bar.
  var statusFrame: Rect? { didSet { if statusFrame != oldValue { setNeedsLayout() } } }
  let scrollView = ScrollView(axis: .horizontal)
  private let row = StackView()
  private let buttonRow = StackView()
  private let theme: Theme
  private var rowWidth = 0.0
  private var buttonsWidth = 0.0

  /// The swipe upward that opens the scene picker.
  weak var swipe: GestureRecognizer? {
    didSet { if let swipe { addGestureRecognizer(swipe) } }
  }

  /// Presents the menu of a choice.
  var present: ((Sheet) -> Void)?

  init(theme: Theme) {
    self.theme = theme
    let look = theme.look()
    explainButton = BarItemView("explain", .explain, .panes, look: look)
    settingsButton = BarItemView("settings", .visitorSettings, .person, look: look)
    scenesButton = BarItemView("scenes", .scenes, .squares, look: look)
    super.init(name: "bar")
    controlLook = look
    accessibilityLabel = LocalizedText.bar.text
    for button in [explainButton, settingsButton, scenesButton] { buttonRow.addArrangedSubview(button) }
    scrollView.addSubview(row)
    for view in [scrollView, buttonRow, status] { addSubview(view) }
    // The status line may be outside of the bar.
    status.color = theme.text
  }

  func setControls(_ controls: [BarItem]) {
    for view in items {
      view.removeFromSuperview()
      view.item.control.removeFromSuperview()
    }
    items = controls.map { item in
      BarItemView(item, look: theme.look()) { [unowned self] view in
        let menu = ChoiceMenu(item, of: view, theme: theme)
        present?(menu)
        return menu
      }
    }
    for view in items { row.addArrangedSubview(view) }
    scrollView.contentOffset = .zero
    setNeedsLayout()
  }

  /// Fades the given items and shows all others at full opacity.
  func fade(_ faded: [BarItemView] = []) {
    for item in items + [explainButton, settingsButton, scenesButton] {
      item.isFaded = faded.contains { $0 === item }
    }
  }

  func showStatus(_ text: StatusText) {
    status.attributedText = text.phrase.attributed(text.isSuccess ? theme.success : theme.accent, weight: 600)
  }

  // MARK: Layout

  private struct Spacing {
    let inset: Double
    let gap: Double
    let buttonGap: Double

    init(isCompact: Bool) { (inset, gap, buttonGap) = isCompact ? (8, 8, 4) : (14, 20, 8) }
  }

  private var visibleButtons: [BarItemView] {
    [explainButton, settingsButton, scenesButton].filter { !$0.isHidden }
  }

  /// Chooses the form and the width of the items.
  ///
  /// - Parameters:
  ///   - width: of the bar.
  ///   - minimumStatusWidth: the width from which on the status line is displayed in the bar.
  /// - Returns: true if the status line has that width in the bar.
  func fit(width: Double, minimumStatusWidth: Double) -> Bool {
    measure(isCompact: false)
    let isCompact = rowWidth + buttonsWidth > width
    if isCompact { measure(isCompact: true) }
    let spareWidth = max(width - rowWidth - buttonsWidth, 0)
    let hasStatus = spareWidth >= minimumStatusWidth
    let sliders = items.filter { $0.item.control is Slider }
    let sliderWidth = max(spareWidth - (hasStatus ? Self.reservedStatusWidth : 0), 0) / Double(max(sliders.count, 1))
    let extraWidth = min(sliderWidth, Self.maximumExtraWidth)
    for view in items { view.fit(isCompact: isCompact, extraWidth: view.item.control is Slider ? extraWidth : 0) }
    for button in visibleButtons { button.fit(isCompact: isCompact) }
    let spacing = Spacing(isCompact: isCompact)
    rowWidth += extraWidth * Double(sliders.count)
    (row.spacing, buttonRow.spacing) = (spacing.gap, spacing.buttonGap)
    row.layoutMargins = Insets(top: Self.margin, leading: spacing.inset, bottom: Self.margin, trailing: 0)
    buttonRow.layoutMargins = Insets(
      top: Self.margin, leading: spacing.gap, bottom: Self.margin, trailing: spacing.inset)
    setNeedsLayout()
    return hasStatus
  }

  /// Computes the widths of the rows with their margins.
  private func measure(isCompact: Bool) {
    let (spacing, buttons) = (Spacing(isCompact: isCompact), visibleButtons)
    func width(of views: [BarItemView], gap: Double) -> Double {
      views.reduce(-gap) { $0 + $1.width(isCompact: isCompact) + gap }
    }
    rowWidth = items.isEmpty ? 0 : spacing.inset + width(of: items, gap: spacing.gap)
    // The controls don't scroll in the gap before the buttons.
    buttonsWidth = spacing.inset + (buttons.isEmpty ? 0 : spacing.gap + width(of: buttons, gap: spacing.buttonGap))
  }

  /// True if the scene's controls have too little room. They are then clipped.
  var isScrollable: Bool { scrollView.contentSize.width > scrollView.bounds.width }

  override func layoutSubviews() {
    let width = max(bounds.width - buttonsWidth, 1)
    buttonRow.frame = Rect(bounds.width - buttonsWidth, 0, buttonsWidth, bounds.height)
    scrollView.frame = Rect(0, 0, width, bounds.height)
    scrollView.contentSize = Size(max(rowWidth.rounded(.down), width), bounds.height)
    row.frame = Rect(0, 0, rowWidth, bounds.height)
    scrollView.layer.masksToBounds = isScrollable
    status.frame = statusFrame ?? freeFrame
  }

  /// The room for the status line, between the scene's controls and the buttons.
  private var freeFrame: Rect {
    let (start, end) = (rowWidth + 20, bounds.width - buttonsWidth + buttonRow.layoutMargins.leading - 20)
    let top = Self.height - Self.margin - BarItemView.controlHeight
    return Rect(start, top, max(end - start, 1), BarItemView.controlHeight)
  }

  // MARK: Input

  /// Refuses other movements than upward ones to the swipe that opens the scene picker: it would take the touch from a
  /// button although the finger only drifts.
  override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    guard recognizer === swipe, let touch = recognizer.touches.first else {
      return super.gestureRecognizerShouldBegin(recognizer)
    }
    let movement = touch.location - touch.startLocation
    return movement.y < -abs(movement.x)
  }

  override func accessibilityContainerText(entering element: View) -> String? { accessibilityLabel }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    canvas.fill(bounds, radius: 16, color: theme.bar)
    canvas.stroke(bounds, radius: 16, width: 1, color: theme.hairline)
  }
}
