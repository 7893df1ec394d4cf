import PanelViews

/// A choice in a small space: shows the selected option and opens a menu.
///
/// The menu opens on touch down. The finger can slide to an option and choose it by lifting.
final class MenuButton: Button {
  var makeMenu: (() -> ChoiceMenu?)?
  private weak var menu: ChoiceMenu?
  private let choice: SegmentedControl
  /// True once the finger slid. If the menu opens under the finger, a tap without a slide must not choose that row.
  private var didSlide = false

  /// The distance from which a touch is a slide. The same as a pan's threshold.
  private static let slideDistance = 10.0
  private static let (padding, gap, arrowWidth) = (10.0, 8.0, 10.0)
  private static let style = TextStyle(Font(size: BarItemView.textStyle.font.size, weight: 600))

  init(_ choice: SegmentedControl) {
    self.choice = choice
    super.init()
    (isSelected, textStyle) = (true, Self.style)
    addAction(for: .touchDown) { [unowned self] _ in open() }
    // The touch opened the menu, so its cancel closes it.
    addAction(for: .touchCancel) { [unowned self] _ in menu?.dismiss() }
    onPress = { [unowned self] in
      // A touch has already opened the menu, unlike a key.
      guard !isOpen else { return }
      open()
      menu?.focusSelection()
    }
  }

  override var accessibilityDefaults: AccessibilityDefaults { .init(value: title, traits: .button) }

  private var isOpen: Bool { menu?.isUserInteractionEnabled == true }
  private func open() { menu = makeMenu?() }

  func showSelection() {
    title = choice.segments[choice.selectedSegmentIndex].title
    menu?.showSelection()
  }

  /// Returns the size at which each option fits.
  override func sizeThatFits(_ size: Size) -> Size {
    let titleWidth = choice.segments.map { TextLayout($0.title, font: font).size.width }.max() ?? 0
    let padding = Self.gap + Self.arrowWidth + 2 * (Self.padding + SegmentedControl.padding)
    return Size((titleWidth + padding).rounded(.up), BarItemView.controlHeight)
  }

  override func touchBegan(_ touch: Touch) {
    didSlide = false
    super.touchBegan(touch)
  }

  override func touchMoved(_ touch: Touch) {
    super.touchMoved(touch)
    didSlide = didSlide || (touch.location - touch.startLocation).length > Self.slideDistance
    if didSlide { menu?.highlightRow(under: touch) }
  }

  override func touchEnded(_ touch: Touch) {
    super.touchEnded(touch)
    if didSlide { menu?.choose(at: touch) }
  }

  /// Draws the selected option like a segmented control with a single segment, and an arrow.
  override func draw(_ canvas: Canvas) {
    let (look, visibleFrame) = (look, bounds.insetBy(SegmentedControl.padding, SegmentedControl.padding))
    canvas.fill(bounds, radius: look.cornerRadius, color: look.background)
    canvas.draw(look.option(cornerRadius: look.cornerRadius - 3), of: self, in: visibleFrame)
    let content = visibleFrame.insetBy(Self.padding, 0)
    let arrow = Self.arrowWidth
    let title = TextLayout(title, font: font, color: look.selectedText).shrunk(
      toFit: max(content.width - Self.gap - arrow, 1), minimumScale: TextLayout.minimumTitleScale)
    canvas.draw(title, centeredVerticallyIn: content)
    let (x, y) = (content.maxX - arrow, content.midY - 2.5)
    canvas.stroke(
      [Point(x, y), Point(x + arrow / 2, y + arrow / 2), Point(x + arrow, y)], width: 1.8,
      color: look.selectedText)
  }
}
