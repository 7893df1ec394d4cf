import PanelViews

/// A choice in a small space: shows the selected option and opens a menu.
///
/// The menu opens on touch down. The finger can slide to an option and choose it by lifting.
final class MenuButton: Button {
  var selectedIndex = 0 { didSet { title = titles[selectedIndex] } }
  /// The drawn part, in points.
  var visibleFrame = Rect.zero { didSet { if visibleFrame != oldValue { setNeedsDisplay() } } }
  var makeMenu: (() -> ChoiceMenu)?
  private(set) weak var menu: ChoiceMenu?
  private let titles: [String]
  /// True once the finger slid. If the menu opens under the finger, a tap without a slide must not choose that row.
  private var didSlide = false

  /// The distance from which a touch is a slide. The same as a pan's threshold.
  private static let slideDistance = 10.0
  private static let (padding, gap, arrowWidth) = (10.0, 8.0, 10.0)
  private static let style = TextStyle(Font(size: BarItem.font.size, weight: 600))

  init(titles: [String]) {
    self.titles = titles
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

  var contentWidth: Double {
    (titles.map { width(of: $0, Self.style.font) }.max() ?? 0) + Self.gap + Self.arrowWidth + 2 * Self.padding
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
    let (look, inset) = (look, SegmentedControl.padding)
    canvas.fill(visibleFrame.insetBy(-inset, -inset), radius: look.cornerRadius, color: look.background)
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
