import Geometry
import Raster
import Text
import Views

/// Something that stands in the bar: a control with its heading above.
class BarItem: View {
  /// The shapes that a control takes as there is less room.
  enum Form {
    /// With all its choices side by side.
    case wide
    /// With its choices in two columns.
    case grid
    /// With the one that was chosen.
    case menu
    /// The same with as little about it as can be.
    case tight
  }

  /// Of the control, in units: what a finger needs.
  static let controlHeight = 48.0
  /// Of the line above it, in units.
  static let headingHeight = 22.0
  static let font = Font(size: 15, weight: 500)
  private static let headingFont = Font(size: 13, weight: 500)
  /// From the item's edge to its heading, in units.
  static let headingInset = 4.0

  final let heading: String
  /// The heading's place in the item's width.
  final var headingAlignment = TextAlignment.leading

  final var form = Form.wide {
    didSet {
      guard form != oldValue else { return }
      setNeedsLayout()
      setNeedsDisplay()
    }
  }

  final var theme = Theme.dark {
    didSet {
      guard theme != oldValue else { return }
      setNeedsLayout()
      setNeedsDisplay()
    }
  }

  /// Brings up what belongs to it, over the stage.
  final var present: ((Sheet) -> Void)?

  /// True while it steps back behind something else.
  final var isFaded = false { didSet { alpha = isFaded ? 0.32 : 1 } }

  init(name: String, heading: String) {
    self.heading = heading
    super.init(name: name)
  }

  /// The width of the control in a form, in units.
  func controlWidth(_ form: Form) -> Double { 0 }

  /// The height of the control in a form, in units.
  func controlHeight(_ form: Form) -> Double { Self.controlHeight }

  /// True for one that takes more room than it needs where there is more.
  var stretches: Bool { false }

  private lazy var headingWidth = heading.isEmpty ? 0 : width(of: heading, Self.headingFont)

  /// In units, as all of it is measured.
  final func width(_ form: Form) -> Double {
    let inset = headingAlignment == .center ? 0 : 2 * Self.headingInset
    return max(controlWidth(form), headingWidth + inset)
  }

  final func height(_ form: Form) -> Double { Self.headingHeight + controlHeight(form) }

  /// The control's place beneath the heading, in points.
  final var controlFrame: Rect {
    let top = Self.headingHeight * unit
    return Rect(0, top, bounds.width, max(bounds.height - top, 1))
  }

  final override var drawsContents: Bool { true }

  final override func draw(_ canvas: Canvas) {
    drawHeading(canvas, heading, alignment: headingAlignment, color: theme.secondaryText)
    drawControl(canvas)
  }

  /// Draws what lies beneath the control's own views.
  func drawControl(_ canvas: Canvas) {}

  /// Writes on the line above the control.
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
