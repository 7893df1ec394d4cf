import PanelViews
import Scenes

/// An item of the bar: a control with a heading above it.
class BarItem: View {
  /// The forms of an item for a wide and a narrow space.
  enum Form {
    /// All options side by side.
    case wide
    /// Only the selected option, with a menu, and little padding.
    case menu
  }

  /// The height of the control: the minimum touch target.
  static let controlHeight = 48.0
  static let headingHeight = 22.0
  static let font = Font(size: 15, weight: 500)
  private static let headingFont = Font(size: 13, weight: 500)
  static let headingInset = 4.0

  final let heading = Label(name: "heading")

  final var form = Form.wide { didSet { if form != oldValue { setNeedsLayout() } } }

  /// A faded item can't be used.
  final var isFaded = false {
    didSet {
      alpha = isFaded ? 0.32 : 1
      (isUserInteractionEnabled, accessibilityElementsHidden) = (!isFaded, isFaded)
    }
  }

  init(name: String, heading: String) {
    super.init(name: name)
    (self.heading.text, self.heading.colorRole) = (heading, \.secondaryText)
    addHeading(self.heading, .leading)
  }

  /// Adds a label on the line above the control.
  final func addHeading(_ label: Label, _ alignment: TextAlignment) {
    label.alignment = alignment
    label.textStyle = TextStyle(Self.headingFont)
    addSubview(label)
  }

  func controlWidth(_ form: Form) -> Double { 0 }

  /// True if the item uses spare width.
  var usesSpareWidth: Bool { false }

  private lazy var headingWidth = heading.text.isEmpty ? 0 : width(of: heading.text, Self.headingFont)

  final func width(_ form: Form) -> Double {
    let inset = heading.alignment == .center ? 0 : 2 * Self.headingInset
    return max(controlWidth(form), headingWidth + inset)
  }

  static let height = headingHeight + controlHeight

  /// The control's frame beneath the heading, in points.
  final var controlFrame: Rect {
    let top = Self.headingHeight
    return Rect(0, top, bounds.width, max(bounds.height - top, 1))
  }

  /// Lays out the line above the control.
  override func layoutSubviews() {
    for case let label as Label in subviews {
      let inset = label.alignment == .center ? 0 : Self.headingInset
      label.frame = Rect(inset, 0, max(bounds.width - 2 * inset, 1), Self.headingHeight - 3)
    }
  }
}
