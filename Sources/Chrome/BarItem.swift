import Explanation
import PanelGeometry
import PanelRaster
import PanelText
import PanelViews
import Scenes

/// An item of the bar: a control with a heading above it. Its sizes are in units, unless noted otherwise.
class BarItem: View {
  /// The sizes of a control, for decreasing room.
  enum Form {
    /// All choices side by side.
    case wide
    /// Only the current choice, with a menu, and little padding.
    case menu
  }

  /// The height of the control: the minimum touch target, in units.
  static let controlHeight = 48.0
  static let headingHeight = 22.0
  static let font = Font(size: 15, weight: 500)
  private static let headingFont = Font(size: 13, weight: 500)
  static let headingInset = 4.0

  final let heading: String
  final var headingAlignment = TextAlignment.leading

  final var form = Form.wide { didSet { if form != oldValue { lookDidChange() } } }
  final var theme = Theme.dark { didSet { if theme != oldValue { lookDidChange() } } }
  final var present: ((Sheet) -> Void)?

  final var isFaded = false { didSet { alpha = isFaded ? 0.32 : 1 } }

  init(name: String, heading: String) {
    self.heading = heading
    super.init(name: name)
  }

  private func lookDidChange() {
    setNeedsLayout()
    setNeedsDisplay()
  }

  func controlWidth(_ form: Form) -> Double { 0 }

  /// True if the item uses spare width.
  var stretches: Bool { false }

  private lazy var headingWidth = heading.isEmpty ? 0 : width(of: heading, Self.headingFont)

  final func width(_ form: Form) -> Double {
    let inset = headingAlignment == .center ? 0 : 2 * Self.headingInset
    return max(controlWidth(form), headingWidth + inset)
  }

  static let height = headingHeight + controlHeight

  /// The control's frame beneath the heading, in points.
  final var controlFrame: Rect {
    let top = Self.headingHeight * unit
    return Rect(0, top, bounds.width, max(bounds.height - top, 1))
  }

  final override var drawsContents: Bool { true }

  final override func draw(_ canvas: Canvas) {
    drawHeading(canvas, heading, alignment: headingAlignment, color: theme.secondaryText)
    drawControl(canvas)
  }

  /// Draws beneath the control's subviews.
  func drawControl(_ canvas: Canvas) {}

  /// Draws a text on the line above the control.
  final func drawHeading(_ canvas: Canvas, _ text: String, alignment: TextAlignment, color: Color) {
    guard !text.isEmpty else { return }
    let inset = alignment == .center ? 0 : Self.headingInset * unit
    let line = Rect(inset, 0, bounds.width - 2 * inset, (Self.headingHeight - 3) * unit)
    let layout = TextLayout(text, font: drawn(Self.headingFont), color: color).shrunk(toFit: line.width)
    let spare = line.width - layout.size.width
    let x =
      switch alignment {
      case .leading: 0.0
      case .center: spare / 2
      case .trailing: spare
      }
    canvas.draw(layout, centeredVerticallyIn: Rect(line.minX + x, line.minY, layout.size.width, line.height))
  }
}

extension SceneControl {
  func makeBarItem() -> BarItem {
    switch self {
    case .button(let name, let heading, let title, let action):
      let button = BarButton(name: name, heading: heading, title: title)
      button.onPress = action
      return button
    case .choice(let choice): return ChoiceItem(choice)
    case .number(let number): return SliderItem(number)
    }
  }
}
