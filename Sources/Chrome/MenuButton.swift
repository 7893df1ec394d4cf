import Explanation
import PanelGeometry
import PanelRaster
import PanelText
import PanelViews

/// A choice in a small space: shows the selected option and opens a menu.
///
/// The menu opens on touch down. The finger can slide to an option and choose it by lifting.
final class MenuButton: Control {
  var theme = Theme.dark { didSet { if theme != oldValue { setNeedsDisplay() } } }
  var selectedIndex = 0 { didSet { title.text = titles[selectedIndex] } }
  /// The drawn part, in points.
  var visibleFrame = Rect.zero {
    didSet {
      setNeedsLayout()
      setNeedsDisplay()
    }
  }
  private let title = Label(name: "title")
  var makeMenu: (() -> ChoiceMenu)?
  private(set) weak var menu: ChoiceMenu?
  private let titles: [String]
  /// True once the finger slid. If the menu opens under the finger, a tap without a slide must not choose that row.
  private var didSlide = false

  /// The distance from which a touch is a slide, in units. The same as a pan's threshold.
  private static let slideDistance = 10.0
  private static let gap = 8.0
  private static let arrowWidth = 10.0
  private static let font = Font(size: BarItem.font.size, weight: 600)

  init(titles: [String]) {
    self.titles = titles
    super.init()
    isSelected = true
    (title.text, title.alignment, title.isUserInteractionEnabled) = (titles.first ?? "", .leading, false)
    addSubview(title)
    addAction(for: .touchDown) { [unowned self] _ in open() }
    addAction(for: .touchCancel) { [unowned self] _ in menu?.highlightRow(under: nil) }
    addAction(for: .primaryActionTriggered) { [unowned self] _ in
      // A touch has already opened the menu, unlike a key.
      guard !isOpen else { return }
      open()
      menu?.focusSelection()
    }
  }

  override var accessibilityDefaults: AccessibilityDefaults { .init(value: titles[selectedIndex], traits: .button) }

  private var isOpen: Bool { menu?.isUserInteractionEnabled == true }
  private func open() { menu = makeMenu?() }

  private static let padding = 10.0

  /// In units.
  var contentWidth: Double {
    (titles.map { width(of: $0, Self.font) }.max() ?? 0) + Self.gap + Self.arrowWidth + 2 * Self.padding
  }

  override func touchBegan(_ touch: Touch) {
    didSlide = false
    super.touchBegan(touch)
  }

  override func touchMoved(_ touch: Touch) {
    super.touchMoved(touch)
    didSlide = didSlide || (touch.location - touch.startLocation).length > Self.slideDistance * unit
    if didSlide { menu?.highlightRow(under: touch) }
  }

  override func touchEnded(_ touch: Touch) {
    super.touchEnded(touch)
    if didSlide { menu?.choose(at: touch) }
  }

  /// Places the title like that of a segmented control with a single segment.
  override func layoutSubviews() {
    let (padding, arrow) = (Self.padding * unit, (Self.gap + Self.arrowWidth) * unit)
    (title.font, title.color) = (scaled(Self.font), theme.selectedText)
    title.frame = Rect(
      visibleFrame.minX + padding, visibleFrame.minY, max(visibleFrame.width - 2 * padding - arrow, 1),
      visibleFrame.height)
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let inset = SegmentedControl.padding * unit
    canvas.fill(visibleFrame.insetBy(-inset, -inset), radius: 12 * unit, color: theme.controlBackground)
    canvas.draw(theme.choiceLook(radius: 9 * unit, unit: unit), of: self, in: visibleFrame)
    let arrow = Self.arrowWidth * unit
    let (x, y) = (visibleFrame.maxX - Self.padding * unit - arrow, visibleFrame.midY - 2.5 * unit)
    canvas.stroke(
      [Point(x, y), Point(x + arrow / 2, y + arrow / 2), Point(x + arrow, y)], width: 1.8 * unit,
      color: theme.selectedText)
  }
}
